package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A private column that an inner join equates with a public one is listed with its rows. */
@Tag("databases")
class EqualKeysTest {
  private static final String BACKEND = "jdbc:h2:mem:equal_keys";
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 1000, delta: 0.1}
      schemas:
        PUBLIC:
          tables:
            P: {public: true}
            SALES:
              privacy_unit: ID
              max_rows_contributed: 5
              max_groups_contributed: 3
              columns: {ID: {}, K: {}, FEW: {values: [1, 2, 9]}, BIG: {}, NAME: {}}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "s.k, price | sales s JOIN p ON s.k = p.k | 0,10,0 1,11,2 2,10,1 3,11,0",
        "s.k, price | p, sales s WHERE p.k = s.k AND s.k < 2 | 0,10,0 1,11,2",
        "s.k, price | sales s JOIN p ON s.k = p.k WHERE price = 11 | 1,11,2 3,11,0",
        "s.k | (SELECT id, k FROM sales WHERE k > 1) s JOIN p ON s.k = p.k | 2,1 3,0",
        "few, price | sales s JOIN p ON s.few = p.k | 0,10,0 1,11,2 2,10,1 3,11,0",
        "few | (SELECT id, few FROM sales WHERE few IN (1, 9)) s JOIN p ON s.few = p.k | 1,2",
        "s.name, price | sales s JOIN p ON s.name = p.name | z,10,0 b,10,1 a,11,2 c,11,0",
        // one that a row may go without, and one of another type
        "s.k, price | sales s LEFT JOIN p ON s.k = p.k WHERE s.id = 4 | 77,,1",
        "big, price | sales s JOIN p ON s.big = p.k | 0,10,0 1,11,2 2,10,1 3,11,0",
      })
  void haveTheValuesOfThePublicColumn(
      String keys, String from, String expected, @TempDir Path folder)
      throws SQLException, IOException {
    check(keys, "COUNT(*)", from, expected, folder);
  }

  private static void check(
      String keys, String aggregate, String from, String expected, Path folder)
      throws SQLException, IOException {
    Path policy = Files.writeString(folder.resolve("keys.yaml"), POLICY);
    try (Connection raw = DriverManager.getConnection(BACKEND);
        Statement statement = raw.createStatement()) {
      statement.execute(
          "CREATE TABLE p (k INTEGER PRIMARY KEY, price INTEGER NOT NULL, name VARCHAR(9))");
      statement.execute("INSERT INTO p VALUES (0,10,'z'), (1,11,'a'), (2,10,'b'), (3,11,'c')");
      statement.execute(
          "CREATE TABLE sales (id INTEGER, k INTEGER, few INTEGER, big BIGINT, name VARCHAR(9))");
      statement.execute(
          "INSERT INTO sales VALUES (1,1,1,1,'a'), (2,1,1,1,'a'), (3,2,2,2,'b'), (4,77,77,77,'y'),"
              + " (5,NULL,NULL,NULL,NULL)");
      try (Session session = Noiseless.connect(BACKEND, policy)) {
        Rows rows =
            rows(
                session,
                "SELECT %s, %s FROM %s GROUP BY %s".formatted(keys, aggregate, from, keys));
        List<String> found = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
          List<String> row = new ArrayList<>();
          for (Object value : rows.row(i)) {
            row.add(value == null ? "" : value.toString());
          }
          found.add(String.join(",", row));
        }
        assertThat(found).containsExactlyInAnyOrder(expected.split(" "));
      }
    }
  }

  /** A public table that keeps all its rows has all its groups, whatever the private side is. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "p.k | COUNT(s.id) | p LEFT JOIN sales s ON s.few = p.k | 0,0 1,2 2,1 3,0",
        "p.k | COUNT(s.id) | sales s RIGHT JOIN p ON s.few = p.k | 0,0 1,2 2,1 3,0",
        "p.k | COUNT(s.id) | p LEFT JOIN sales s ON s.few = p.k AND s.few > 1 | 0,0 1,0 2,1 3,0",
        "p.price | COUNT(s.id) | p LEFT JOIN sales s ON s.few = p.k AND s.few > 1 | 10,1 11,0",
        "p.k | COUNT(s.id) | p LEFT JOIN (SELECT id, k FROM sales WHERE k > 1) s ON s.k = p.k"
            + " | 0,0 1,0 2,1 3,0",
        "p.name | COUNT(s.id) | p LEFT JOIN (SELECT id, name FROM sales WHERE name <> 'a') s"
            + " ON s.name = p.name | a,0 b,1 c,0 z,0",
        "p.k | COUNT(s.id) | p LEFT JOIN sales s ON s.few = p.k WHERE p.price = 10 | 0,0 2,1",
        "p.k | COUNT(s.id) | p LEFT JOIN (SELECT t.id, t.k, q.price FROM sales t JOIN p q ON"
            + " q.k = t.k) s ON s.k = p.k AND s.price = 10 | 0,0 1,0 2,1 3,0",
        // rows that match nothing are left out again
        "p.k | COUNT(s.id) | p LEFT JOIN sales s ON s.few = p.k WHERE s.id > 0 | 0,0 1,2 2,1 3,0",
      })
  void areAllListedIfThePublicTableKeepsItsRows(
      String key, String aggregate, String from, String expected, @TempDir Path folder)
      throws SQLException, IOException {
    check(key, aggregate, from, expected, folder);
  }

  /** What a database takes for one text is one group, in the public table's spelling. */
  @ParameterizedTest
  @MethodSource("org.dpjdbc.backends.TestBackends#all")
  void areSpeltAsInThePublicTable(TestBackend backend, @TempDir Path folder)
      throws SQLException, IOException {
    try (TestDatabase database = backend.create()) {
      database.run("CREATE TABLE p (k INTEGER, price INTEGER, name VARCHAR(9))");
      database.run("INSERT INTO p VALUES (1, 11, 'a'), (2, 10, 'b')");
      database.run(
          "CREATE TABLE sales (id INTEGER, k INTEGER, few INTEGER, big BIGINT, name VARCHAR(9))");
      database.run(
          "INSERT INTO sales VALUES (1,1,1,1,'a'), (2,1,1,1,'A'), (3,2,2,2,'a '), (4,7,7,7,'b')");
      Path policy = Files.writeString(folder.resolve("p.yaml"), database.policy(POLICY));
      try (Session session = Noiseless.connect(database, policy)) {
        String join = " FROM sales s JOIN p ON s.name = p.name";
        Rows groups = rows(session, "SELECT s.name, COUNT(*)" + join + " GROUP BY s.name");
        Rows total = rows(session, "SELECT COUNT(*)" + join);
        assertThat(groups.size()).isEqualTo(2);
        long sum = 0;
        for (int i = 0; i < groups.size(); i++) {
          assertThat(groups.row(i)[0]).isIn("a", "b");
          sum += ((Number) groups.row(i)[1]).longValue();
        }
        assertThat(sum).isEqualTo(((Number) total.row(0)[0]).longValue());
      }
    }
  }

  private static Rows rows(Session session, String sql) {
    return session
        .prepare(sql)
        .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
        .rows();
  }
}
