package org.dpjdbc.it.adult;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/**
 * A census in H2, under the policy {@code adult.yaml}: the made-up one, or with {@code
 * -Dadult.csv=FILE} the Adult census of 1994 from the UCI repository (32,561 people).
 */
final class Census implements AutoCloseable {
  /** System property: where the real census is. */
  private static final String PROPERTY = "adult.csv";

  private static final String BACKEND = "h2:mem:adult";

  private final Connection owner;
  private final Path policy;

  private Census(Connection owner, Path policy) {
    this.owner = owner;
    this.policy = policy;
  }

  /**
   * Loads the census.
   *
   * @param folder for the policy, its ledger and the made-up census
   */
  static Census load(Path folder) throws IOException, SQLException {
    Path policy = folder.resolve("adult.yaml");
    Files.writeString(policy, resource("adult.yaml"), UTF_8);
    Connection owner = DriverManager.getConnection("jdbc:" + BACKEND, "sa", "");
    try (Statement statement = owner.createStatement()) {
      String file = file(folder).toAbsolutePath().toString().replace("'", "''");
      statement.execute(resource("adult.sql").replace("${file}", file));
    }
    return new Census(owner, policy);
  }

  private static Path file(Path folder) throws IOException {
    String named = System.getProperty(PROPERTY, "");
    if (!named.isEmpty()) {
      return Path.of(named);
    }
    Path file = folder.resolve("adult.csv");
    SyntheticCensus.write(file);
    return file;
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = Census.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException(name + " is not on the class path");
      }
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  /** The data itself. */
  Connection owner() {
    return owner;
  }

  /** A connection of an analyst. */
  Connection analyst(String epsilon, boolean errorColumns) throws SQLException {
    Properties properties = new Properties();
    properties.put("user", "sa");
    properties.put("password", "");
    properties.put("dp.policy", policy.toString());
    properties.put("dp.epsilon", epsilon);
    properties.put("dp.error_columns", Boolean.toString(errorColumns));
    return DriverManager.getConnection("jdbc:dp:" + BACKEND, properties);
  }

  @Override
  public void close() throws SQLException {
    owner.close();
  }
}
