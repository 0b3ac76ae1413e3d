package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The policy's limit is the ceiling of the time that a statement may be given. */
class TimeLimitTest {
  private static final String BACKEND = "h2:mem:timelimit";
  private static final int LIMIT = 60;

  @TempDir private Path folder;
  private Connection owner;
  private Connection connection;

  @BeforeEach
  void open() throws Exception {
    owner = DriverManager.getConnection("jdbc:" + BACKEND);
    try (Statement statement = owner.createStatement()) {
      statement.execute("CREATE TABLE people (id INTEGER PRIMARY KEY)");
    }
    Path policy =
        Files.writeString(
            folder.resolve("people.yaml"),
            """
            version: 1
            defaults: {epsilon: 1, delta: 0}
            budget: {epsilon: 50, delta: 0}
            limits: {timeout: PT%sS}
            answers: {reuse_for: PT0S}
            schemas:
              PUBLIC:
                tables:
                  PEOPLE: {privacy_unit: ID, columns: {ID: {}}}
            """
                .formatted(LIMIT));
    Properties properties = new Properties();
    properties.setProperty("dp.policy", policy.toString());
    properties.setProperty("dp.analyst", "ann");
    properties.setProperty("dp.driver", ObservedDriver.class.getName());
    connection = DriverManager.getConnection("jdbc:dp:" + BACKEND, properties);
  }

  @AfterEach
  void close() throws SQLException {
    ObservedDriver.reset();
    connection.close();
    owner.close();
  }

  @Test
  void isThePolicysUnlessLessIsAskedFor() throws SQLException {
    // What is left of a limit is rounded up to seconds, after some of it may have passed.
    assertThat(given(0)).isBetween(LIMIT - 20, LIMIT);
    assertThat(given(10)).isBetween(1, 10);
    assertThat(given(3600)).isBetween(LIMIT - 20, LIMIT);
    assertThat(given(Integer.MAX_VALUE)).isBetween(LIMIT - 20, LIMIT);
  }

  private int given(int asked) throws SQLException {
    ObservedDriver.reset();
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(asked);
      try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM people")) {
        assertThat(rows.next()).isTrue();
      }
    }
    assertThat(ObservedDriver.TIME_LIMITS).hasSize(1);
    return ObservedDriver.TIME_LIMITS.get(0);
  }
}
