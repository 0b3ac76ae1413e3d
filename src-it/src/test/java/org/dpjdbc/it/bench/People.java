package org.dpjdbc.it.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/** People and their visits in H2, in memory, with a policy whose ledger is a file on disk. */
final class People implements AutoCloseable {
  private final String backend = "h2:mem:" + UUID.randomUUID();
  private final Folder folder;
  private final Path policy;
  private final Connection raw;

  /**
   * Makes the data.
   *
   * @param rows of each table
   * @param reuse whether answers are reused
   */
  People(int rows, boolean reuse) throws IOException, SQLException {
    folder = Folder.make("people");
    policy = folder.of("people.yaml");
    String text = Resources.read("people.yaml").replace("${reuse}", reuse ? "PT24H" : "PT0S");
    Files.writeString(policy, text, StandardCharsets.UTF_8);
    raw = DriverManager.getConnection("jdbc:" + backend, "sa", "");
    try (Statement statement = raw.createStatement()) {
      statement.execute(Resources.read("people.sql").replace("${rows}", Integer.toString(rows)));
    }
  }

  /** The database's own connection. */
  Connection raw() {
    return raw;
  }

  /** A new connection of the database's own. */
  Connection connectRaw() throws SQLException {
    return DriverManager.getConnection("jdbc:" + backend, "sa", "");
  }

  /** A new connection through the driver. */
  Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:dp:" + backend + ";dp.policy=" + policy, "sa", "");
  }

  /** Asks and reads all rows. */
  static int read(Connection connection, String sql, Object... values) throws SQLException {
    if (values.length == 0) {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(sql)) {
        return read(rows);
      }
    }
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        return read(rows);
      }
    }
  }

  private static int read(ResultSet rows) throws SQLException {
    int columns = rows.getMetaData().getColumnCount();
    int seen = 0;
    while (rows.next()) {
      for (int i = 1; i <= columns; i++) {
        seen += rows.getObject(i) == null ? 0 : 1;
      }
    }
    return seen;
  }

  @Override
  public void close() throws IOException, SQLException {
    try (folder) {
      raw.close();
    }
  }
}
