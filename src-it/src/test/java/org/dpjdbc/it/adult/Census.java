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
 * The Adult census of 1994 from the UCI repository (32,561 people) in H2, under the policy {@code
 * adult.yaml}. The file is no part of the repository: see {@link #path}.
 */
final class Census implements AutoCloseable {
  /** System property: where the file is. */
  static final String PROPERTY = "adult.csv";

  private static final String BACKEND = "h2:mem:adult";

  private final Connection owner;
  private final Path policy;

  private Census(Connection owner, Path policy) {
    this.owner = owner;
    this.policy = policy;
  }

  /** The census file: what the property names, or {@code shared/data} beside the repository. */
  static Path path() {
    return Path.of(System.getProperty(PROPERTY, "../../shared/data/adult.csv")).toAbsolutePath();
  }

  /**
   * Loads the census.
   *
   * @param folder for the policy and its ledger
   */
  static Census load(Path folder) throws IOException, SQLException {
    Path policy = folder.resolve("adult.yaml");
    Files.writeString(policy, resource("adult.yaml"), UTF_8);
    Connection owner = DriverManager.getConnection("jdbc:" + BACKEND, "sa", "");
    try (Statement statement = owner.createStatement()) {
      String file = path().toString().replace("'", "''");
      statement.execute(resource("adult.sql").replace("${file}", file));
    }
    return new Census(owner, policy);
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
