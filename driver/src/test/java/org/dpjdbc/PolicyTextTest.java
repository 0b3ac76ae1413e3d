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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A policy that a program keeps while its file changes. */
class PolicyTextTest {
  private static final String URL = "jdbc:h2:mem:policytext;DB_CLOSE_DELAY=-1";

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-9}
      budget: {epsilon: 10, delta: 1.0e-6}
      schemas:
        PUBLIC:
          tables:
            PEOPLE:
              privacy_unit: ID
              columns:
                ID: {}
                AGE: {lower: 0, upper: 120}
      """;

  @TempDir private Path folder;

  private Connection connect(String text) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("dp.policy", folder.resolve("people.yaml").toString());
    properties.setProperty("dp.analyst", "ann");
    if (!text.isEmpty()) {
      properties.setProperty("dp.policy_text", text);
    }
    return DriverManager.getConnection(URL.replace("jdbc:", "jdbc:dp:"), properties);
  }

  @Test
  void standsForWhatTheFileSaysAndHasItsLedger() throws SQLException, IOException {
    try (Connection owner = DriverManager.getConnection(URL);
        Statement statement = owner.createStatement()) {
      statement.execute("CREATE TABLE people (id integer PRIMARY KEY, age integer NOT NULL)");
    }
    Path file = folder.resolve("people.yaml");
    Files.writeString(file, POLICY.replace("AGE", "WEIGHT"));
    assertThatThrownBy(() -> connect("").close()).hasMessageContaining("DP-POLICY");
    assertThatThrownBy(() -> connect(POLICY.replace("AGE", "HEIGHT")).close())
        .hasMessageContaining("people.yaml:11: ")
        .hasMessageContaining("HEIGHT");
    try (Connection connection = connect(POLICY);
        Statement statement = connection.createStatement()) {
      statement.executeQuery("SELECT SUM(age) FROM people").close();
    }
    assertThat(folder.resolve("people.ledger.mv.db")).exists();
    Files.writeString(file, POLICY);
    try (Connection connection = connect("");
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT spent_epsilon FROM DP.BUDGET WHERE analyst = '*'")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getBigDecimal(1)).isEqualByComparingTo("1");
    }
  }
}
