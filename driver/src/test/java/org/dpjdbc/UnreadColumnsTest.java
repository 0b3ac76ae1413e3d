package org.dpjdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A column of a public table whose type is not read is refused as that, and does not vanish. */
class UnreadColumnsTest {
  @TempDir private Path folder;

  @Test
  void areRefusedAsWhatTheyAre() throws Exception {
    String backend = "h2:mem:unread" + UUID.randomUUID();
    Path policy = folder.resolve("unread.yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 1, delta: 1.0e-8}
        budget: {epsilon: 10, delta: 1.0e-3}
        schemas:
          PUBLIC:
            tables:
              PLACES: {public: true}
        """);
    try (Connection raw = DriverManager.getConnection("jdbc:" + backend);
        Statement owner = raw.createStatement()) {
      owner.execute("CREATE TABLE places (id INTEGER PRIMARY KEY, tags INTEGER ARRAY)");
      owner.execute("INSERT INTO places VALUES (1, ARRAY[1, 2])");
      try (Connection connection =
              DriverManager.getConnection(
                  "jdbc:dp:" + backend + ";dp.policy=" + policy + ";dp.analyst=ann");
          Statement statement = connection.createStatement()) {
        assertThatThrownBy(() -> statement.executeQuery("SELECT id, tags FROM places"))
            .hasMessageContaining("DP-UNSUPPORTED")
            .hasMessageContaining("column TAGS has type")
            .hasMessageContaining("line 1, column 12");
        assertThatThrownBy(() -> statement.executeQuery("SELECT id, nothing FROM places"))
            .hasMessageContaining("column NOTHING not found");
        try (ResultSet rows = statement.executeQuery("SELECT * FROM places")) {
          assertThat(rows.getMetaData().getColumnCount()).isEqualTo(1);
        }
      }
    }
  }
}
