package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists of values leave the rows that DuckDB itself leaves, NULL and extreme values included. */
class DuckDbListsTest {
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 100000, delta: 0.1}
      schemas:
        PUBLIC:
          tables:
            l:
              privacy_unit: id
              max_rows_contributed: 4
              max_groups_contributed: 4
              columns:
                id: {}
                l: {values: [a, A, ""]}
                ll: {}
                i: {}
                b: {}
                d: {}
                m: {}
                x: {}
                dec: {}
      """;

  /** Each with its values, in pairs that are stored and compared with. */
  private static final List<List<String>> VALUES =
      List.of(
          List.of("l", "'a'", "'A'", "'a '", "''", "'ä'", "'a\u0308'"),
          List.of("ll", "'a'", "'A'", "'a '", "''", "'ä'", "'a\u0308'"),
          List.of("i", "0", "-1", "2147483647", "-2147483648", "7"),
          List.of("b", "0", "-1", "9223372036854775807", "-9223372036854775807", "2147483648"),
          List.of("d", "DATE '2024-02-29'", "DATE '0001-01-01'", "DATE '9999-12-31'"),
          List.of(
              "m",
              "TIMESTAMP '2024-02-29 00:00:00'",
              "TIMESTAMP '2024-02-29 00:00:00.000001'",
              "TIMESTAMP '9999-12-31 23:59:59'"),
          List.of("x", "0", "1.5", "-1.5"),
          List.of("dec", "0", "1.5", "1.25"));

  @TempDir private Path folder;

  @Test
  void areTheDatabases() throws Exception {
    assumeTrue(TestBackends.runsOn("DuckDB"), "without it");
    try (TestDatabase database = TestBackends.called("DuckDB").create();
        Statement owner = database.owner().createStatement()) {
      fill(owner);
      Path policy = Files.writeString(folder.resolve("policy.yaml"), database.policy(POLICY));
      try (Session session = Noiseless.connect(database, policy)) {
        for (String condition : conditions()) {
          String sql = "SELECT COUNT(*) FROM l WHERE " + condition;
          assertThat(count(session, sql, List.of())).as(sql).isEqualTo(raw(owner, sql));
        }
        String listed = "SELECT COUNT(*) FROM l WHERE l IN ('a', 'A', '') OR l IS NULL";
        for (String keys : List.of("l", "l, i < 0")) {
          String sql =
              "SELECT SUM(n) FROM (SELECT COUNT(*) AS n, "
                  + keys
                  + " FROM l GROUP BY "
                  + keys
                  + ") t";
          assertThat(((Number) count(session, sql, List.of())).longValue())
              .as(sql)
              .isEqualTo(raw(owner, listed));
        }
        for (String column : List.of("ll", "l")) {
          String sql = "SELECT COUNT(*) FROM l WHERE " + column + " IN (?, ?, 'A')";
          for (List<Object> values :
              List.of(Arrays.<Object>asList("a", ""), Arrays.<Object>asList("a", null))) {
            assertThat(count(session, sql, values))
                .as(sql + values)
                .isEqualTo(raw(owner, sql, values));
            String orNull = sql + " OR " + column + " IS NULL";
            assertThat(count(session, orNull, values))
                .as(orNull + values)
                .isEqualTo(raw(owner, orNull, values));
          }
        }
      }
    }
  }

  private static void fill(Statement owner) throws SQLException {
    owner.execute(
        "CREATE TABLE l (id INT, l VARCHAR, ll VARCHAR, i INT, b BIGINT, d DATE, m TIMESTAMP,"
            + " x DOUBLE, dec DECIMAL(10, 2))");
    int id = 0;
    for (List<String> column : VALUES) {
      for (String value : column.subList(1, column.size())) {
        owner.execute(
            "INSERT INTO l (id, " + column.get(0) + ") VALUES (" + id + ", " + value + ")");
        id++;
      }
    }
    owner.execute(
        "INSERT INTO l (id, d, m, x) VALUES (97, 'infinity', 'infinity', 'NaN'),"
            + " (98, '-infinity', '-infinity', '-0'), (99, '44-03-15 (BC)', NULL, 'inf')");
    owner.execute("INSERT INTO l SELECT id + 100, * EXCLUDE (id) FROM l");
  }

  private static List<String> conditions() {
    List<String> conditions = new ArrayList<>();
    for (List<String> column : VALUES) {
      String name = column.get(0);
      List<String> values = column.subList(1, column.size());
      for (int size = 2; size <= values.size(); size++) {
        String list = " IN (" + String.join(", ", values.subList(0, size)) + ")";
        conditions.add(name + list);
        conditions.add(name + list + " OR " + name + " IS NULL");
        conditions.add("NOT (" + name + list + ")");
        conditions.add("(" + name + list + ") IS NOT TRUE");
        conditions.add(name + list + " OR ll IN ('a', '')");
        conditions.add(name + list + " OR ll IS NULL");
        conditions.add("(" + name + list + " OR " + name + " IS NULL) AND id IN (1, 2, 3, 40, 60)");
      }
      conditions.add(values.get(0) + " = " + name + " OR " + name + " = " + values.get(1));
      conditions.add(name + " IN (" + values.get(0) + ", NULL, " + values.get(1) + ")");
    }
    conditions.add("UPPER(ll) IN ('A', '')");
    conditions.add("ll || l IN ('aa', '') OR ll || l IS NULL");
    conditions.add("i % 5 IN (0, 2)");
    conditions.add("i IN (0, 7, 9223372036854775807)");
    conditions.add("i IN (0, 7.5, 1)");
    conditions.add("d IN (DATE '2024-02-29', TIMESTAMP '2024-02-29 12:00:00')");
    return conditions;
  }

  private static Rows rows(Session session, String sql, List<Object> values) throws SQLException {
    return session
        .prepare(sql)
        .run(values, new RunOptions(Duration.ZERO, 0, new Cancellation()))
        .rows();
  }

  private static Object count(Session session, String sql, List<Object> values)
      throws SQLException {
    return rows(session, sql, values).row(0)[0];
  }

  private static long raw(Statement owner, String sql) throws SQLException {
    return raw(owner, sql, List.of());
  }

  private static long raw(Statement owner, String sql, List<Object> values) throws SQLException {
    try (PreparedStatement statement = owner.getConnection().prepareStatement(sql)) {
      for (int i = 0; i < values.size(); i++) {
        statement.setObject(i + 1, values.get(i));
      }
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        return result.getLong(1);
      }
    }
  }
}
