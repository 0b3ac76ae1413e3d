package org.dpjdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * Public tables without a key may be joined to private rows while there are few combinations of
 * their rows. Beyond, the query is refused by the sizes of public tables alone, for nothing.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class PublicProductTest {
  @Parameter private TestBackend backend;
  @TempDir private Path folder;
  private TestDatabase database;
  private Connection connection;

  @BeforeEach
  void open() throws SQLException, IOException {
    database = backend.create();
    database.run("CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER NOT NULL)");
    database.run("INSERT INTO people VALUES (1, 5), (2, 6), (3, 7)");
    database.run("CREATE TABLE few (low INTEGER NOT NULL)");
    database.run("INSERT INTO few VALUES (5), (6)");
    database.run("CREATE TABLE none (low INTEGER NOT NULL)");
    database.run("CREATE TABLE many (low INTEGER NOT NULL)");
    database.run("INSERT INTO many VALUES (0)");
    for (int rows = 1; rows < 4_096; rows *= 2) {
      database.run("INSERT INTO many SELECT low + " + rows + " FROM many");
    }
    Path policy = folder.resolve("people" + System.nanoTime() + ".yaml");
    Files.writeString(
        policy,
        database.policy(
            """
            version: 1
            defaults: {epsilon: 100, delta: 0}
            budget: {epsilon: 1000, delta: 0}
            schemas:
              PUBLIC:
                tables:
                  PEOPLE:
                    privacy_unit: ID
                    max_rows_contributed: 10
                    columns: {ID: {}, AGE: {lower: 0, upper: 100}}
                  FEW: {public: true}
                  NONE: {public: true}
                  MANY: {public: true}
            """));
    Properties properties = new Properties();
    properties.putAll(database.properties());
    properties.setProperty("dp.policy", policy.toString());
    properties.setProperty("dp.analyst", "ann");
    connection =
        DriverManager.getConnection(
            "jdbc:dp:" + database.url().substring("jdbc:".length()), properties);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    database.close();
  }

  /** Noise of scale 0.1 is above 2.5 in one of 10^10 cases. */
  @Test
  void isAskedWhereItIsSmall() throws SQLException {
    assertThat(
            number(
                "SELECT COUNT(*) FROM people p JOIN few a ON a.low <= p.age"
                    + " JOIN few b ON b.low <= p.age"))
        .isBetween(6.5, 11.5);
    assertThat(
            number(
                "SELECT COUNT(*) FROM people p WHERE EXISTS"
                    + " (SELECT 1 FROM few a, many b WHERE a.low + b.low = p.age)"))
        .isBetween(0.5, 5.5);
  }

  /** Whether anybody is there or not: nobody here is 1,000 years old. */
  @Test
  void isRefusedForNothingWhereItIsLarge() throws SQLException {
    for (String sql :
        new String[] {
          "SELECT COUNT(*) FROM people p JOIN many a ON a.low > p.age JOIN many b ON b.low > p.age",
          "SELECT COUNT(*) FROM people p WHERE p.age > 99 AND EXISTS"
              + " (SELECT 1 FROM many a, many b WHERE a.low + b.low = p.age)",
          "SELECT COUNT(*) FROM people p JOIN many a ON a.low > p.age JOIN many b ON b.low > p.age"
              + " LEFT JOIN none c ON c.low > p.age",
          "SELECT a.low FROM people p JOIN many a ON a.low > p.age JOIN many b ON b.low > p.age"
              + " GROUP BY a.low ORDER BY COUNT(*) DESC LIMIT 1"
        }) {
      assertThatThrownBy(() -> number(sql))
          .isInstanceOf(SQLException.class)
          .hasMessageStartingWith("DP-UNIT: a private row would join more than");
    }
    assertThat(number("SELECT spent_epsilon FROM DP.BUDGET")).isZero();
  }

  private double number(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getDouble(1);
    }
  }
}
