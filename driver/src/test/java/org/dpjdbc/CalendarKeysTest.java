package org.dpjdbc;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** NULL is listed among public keys just where a column may be NULL. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class CalendarKeysTest {
  @Parameter private TestBackend backend;
  @TempDir private Path folder;
  private TestDatabase database;
  private Connection connection;

  @BeforeEach
  void open() throws SQLException, IOException {
    database = backend.create();
    database.run(
        "CREATE TABLE people (id INTEGER PRIMARY KEY, born DATE NOT NULL, died DATE,"
            + " seen TIMESTAMP NOT NULL, smokes BOOLEAN NOT NULL)");
    Path policy = folder.resolve("people" + System.nanoTime() + ".yaml");
    Files.writeString(
        policy,
        database.policy(
            """
            version: 1
            defaults: {epsilon: 1, delta: 1.0e-6}
            budget: {epsilon: 20, delta: 1.0e-3}
            schemas:
              PUBLIC:
                tables:
                  PEOPLE:
                    privacy_unit: ID
                    columns: {ID: {}, BORN: {}, DIED: {}, SEEN: {}, SMOKES: {}}
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

  /** A date of MariaDB may be the zero date, whatever the table says: it is read as NULL. */
  @ParameterizedTest
  @CsvSource({
    "EXTRACT(MONTH FROM born), 12, 13",
    "EXTRACT(MONTH FROM died), 13, 13",
    "EXTRACT(HOUR FROM seen), 24, 25",
    "EXTRACT(QUARTER FROM born), 4, 5",
    "smokes, 2, 2"
  })
  void listsNullWhereItCanBe(String key, int groups, int withZeroDates) throws SQLException {
    assertThat(groups(key, "people"))
        .isEqualTo(backend.product().equals("MariaDB") ? withZeroDates : groups);
  }

  @ParameterizedTest
  @CsvSource({
    "died IS NOT NULL, 12",
    "died >= DATE '2020-01-01', 12",
    "died IS NULL OR died >= DATE '2020-01-01', 13"
  })
  void listsNoNullThatAFilterTakesAway(String where, int groups) throws SQLException {
    assertThat(groups("EXTRACT(MONTH FROM died)", "people WHERE " + where)).isEqualTo(groups);
  }

  private int groups(String key, String from) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT " + key + " AS k, COUNT(*) FROM " + from + " GROUP BY " + key)) {
      int found = 0;
      while (rows.next()) {
        found++;
      }
      return found;
    }
  }
}
