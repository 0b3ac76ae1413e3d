package org.dpjdbc.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A connection whose database is gone: described as before, and no failure is one of the driver.
 */
class DownDatabaseTest {
  private static final String BACKEND = "h2:mem:down_database";

  @TempDir private Path folder;

  @Test
  void metadataIsAnsweredAndQueriesCostNothing() throws SQLException, IOException {
    Path policy = folder.resolve("people.yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 1.0, delta: 1.0e-8}
        budget: {epsilon: 10, delta: 1.0e-3}
        schemas:
          PUBLIC:
            tables:
              PEOPLE: {privacy_unit: ID, columns: {ID: {}, AGE: {lower: 0, upper: 120}}}
        """,
        UTF_8);
    try (Connection owner = DriverManager.getConnection("jdbc:" + BACKEND, "sa", "sa");
        Statement statement = owner.createStatement()) {
      statement.execute("CREATE TABLE people (id INT PRIMARY KEY, age INT)");
      try (Connection connection =
              DriverManager.getConnection(
                  "jdbc:dp:" + BACKEND + ";dp.policy=" + policy, "sa", "sa");
          PreparedStatement count =
              connection.prepareStatement("SELECT COUNT(*) FROM people WHERE age > ?")) {
        statement.execute("SHUTDOWN");
        assertThat(strangers(connection.getMetaData())).isEmpty();
        assertThat(count.getMetaData().getColumnCount()).isEqualTo(1);
        assertThat(count.getParameterMetaData().getParameterCount()).isEqualTo(1);
        count.setInt(1, 5);
        assertThatThrownBy(count::executeQuery)
            .hasMessageStartingWith("DP-BACKEND")
            .hasMessageContaining("before anything was charged");
        try (Statement asked = connection.createStatement();
            ResultSet spent = asked.executeQuery("SELECT COUNT(*) FROM dp.spending")) {
          spent.next();
          assertThat(spent.getLong(1)).isZero();
        }
      }
    }
  }

  private static List<String> strangers(DatabaseMetaData metadata) {
    List<String> strangers = new ArrayList<>();
    for (Method method : Calls.methods(DatabaseMetaData.class)) {
      Calls.Outcome outcome = Calls.call(metadata, method, Calls.sensible(method));
      boolean offered = !(outcome.failure() instanceof SQLFeatureNotSupportedException);
      boolean own = method.getName().equals("unwrap");
      if (outcome.failure() != null && offered && !own) {
        strangers.add(Calls.signature(method) + " " + outcome.failure());
      }
    }
    return strangers;
  }
}
