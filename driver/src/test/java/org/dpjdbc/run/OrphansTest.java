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
import java.util.List;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A row whose owner cannot be found, or whose key is NULL, counts nowhere; one whose key is at hand
 * is a person's, although that person stands in no other table. The noise is zero.
 */
class OrphansTest {
  private static final String BACKEND = "jdbc:h2:mem:orphans";
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 1000, delta: 0.1}
      schemas:
        PUBLIC:
          tables:
            CUSTOMERS: {privacy_unit: ID, columns: {ID: {}, AGE: {lower: 0, upper: 100}}}
            ORDERS:
              privacy_unit: {column: CID, references: CUSTOMERS.ID}
              max_rows_contributed: 100
              max_groups_contributed: 9
              columns: {OID: {}, CID: {}}
            ITEMS:
              privacy_unit: {column: OID, references: ORDERS.OID}
              max_rows_contributed: 100
              max_groups_contributed: 9
              columns: {OID: {}, AMOUNT: {lower: 0, upper: 10}, KIND: {values: [1, 2]}}
      """;

  private static final List<String> DATA =
      List.of(
          "CREATE TABLE customers (id INTEGER PRIMARY KEY, age INTEGER)",
          "CREATE TABLE orders (oid INTEGER PRIMARY KEY, cid INTEGER)",
          "CREATE TABLE items (oid INTEGER, amount INTEGER, kind INTEGER)",
          "INSERT INTO customers VALUES (1, 30), (2, 40)",
          // Of a customer, of one who is not there, of nobody.
          "INSERT INTO orders VALUES (10, 1), (11, 2), (12, 7), (13, NULL)",
          // Of these orders, of one that is not there, of none.
          "INSERT INTO items VALUES (10, 1, 1), (10, 2, 2), (11, 3, 1), (12, 4, 1), (13, 5, 1),"
              + " (99, 6, 1), (NULL, 7, 1)");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT COUNT(*) FROM orders | 3",
        "SELECT COUNT(*) FROM items | 4",
        "SELECT SUM(amount) FROM items | 10",
        "SELECT COUNT(*) FROM items WHERE amount > 3 | 1",
        "SELECT COUNT(*) FROM items JOIN orders ON items.oid = orders.oid | 4",
        "SELECT COUNT(*) FROM orders JOIN customers ON cid = id | 2",
        "SELECT COUNT(*) FROM items LEFT JOIN orders ON items.oid = orders.oid | 4",
        "SELECT COUNT(*) FROM (SELECT oid, SUM(amount) AS s FROM items GROUP BY oid) WHERE s > 3 | 1",
        "SELECT COUNT(*) FROM (SELECT oid, amount FROM items UNION ALL SELECT oid, 1 FROM items) | 8",
        "SELECT MAX(n) FROM (SELECT kind, COUNT(*) AS n FROM items GROUP BY kind) | 3"
      })
  void countNowhere(String sql, long expected, @TempDir Path folder)
      throws SQLException, IOException {
    Path policy = Files.writeString(folder.resolve("orphans.yaml"), POLICY);
    try (Connection raw = DriverManager.getConnection(BACKEND);
        Statement statement = raw.createStatement()) {
      for (String each : DATA) {
        statement.execute(each);
      }
      try (Session session = Noiseless.connect(BACKEND, policy)) {
        Rows rows =
            session
                .prepare(sql)
                .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
                .rows();
        assertThat(((Number) rows.get(0, 0)).longValue()).isEqualTo(expected);
      }
    }
  }
}
