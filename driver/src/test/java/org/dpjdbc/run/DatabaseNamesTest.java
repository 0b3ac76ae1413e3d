package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The database's name may stand before a schema's, which may be the same one. */
class DatabaseNamesTest {
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 1000, delta: 0.1}
      schemas:
        PUBLIC: {tables: {P: {privacy_unit: ID, columns: {ID: {}}}}}
        SALES: {tables: {P: {privacy_unit: ID, columns: {ID: {}}}}}
      """;

  @ParameterizedTest
  @CsvSource({
    "CLINIC, clinic.public.p, 1",
    "CLINIC, clinic.sales.p, 2",
    "SALES, sales.public.p, 1",
    "SALES, sales.sales.p, 2",
    "SALES, sales.p, 2",
    "PUBLIC, public.public.p, 1",
    "PUBLIC, p, 1",
  })
  void areReadBeforeSchemas(String database, String table, long rows, @TempDir Path folder)
      throws Exception {
    Path policy = Files.writeString(folder.resolve("names.yaml"), POLICY);
    String url = "jdbc:h2:mem:" + database;
    try (Connection raw = DriverManager.getConnection(url);
        Statement statement = raw.createStatement()) {
      statement.execute("CREATE TABLE p (id INTEGER PRIMARY KEY)");
      statement.execute("CREATE SCHEMA sales");
      statement.execute("CREATE TABLE sales.p (id INTEGER PRIMARY KEY)");
      statement.execute("INSERT INTO p VALUES (1)");
      statement.execute("INSERT INTO sales.p VALUES (1), (2)");
      try (Session session = Noiseless.connect(url, policy)) {
        Object count =
            session
                .prepare("SELECT COUNT(*) FROM " + table)
                .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
                .rows()
                .get(0, 0);
        assertThat(count).isEqualTo(rows);
      }
    }
  }
}
