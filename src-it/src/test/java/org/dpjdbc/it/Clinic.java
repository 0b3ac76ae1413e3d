package org.dpjdbc.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.Properties;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;

/**
 * A clinic of 200 patients in an H2 database in memory, there as long as this is open, with its
 * policy and ledger in a folder. Every private text holds {@code Zq7}, every card number begins
 * with 73918462.
 */
final class Clinic implements AutoCloseable {
  /** A query that is answered, and costs epsilon 1. */
  static final String COUNT = "SELECT COUNT(*) FROM patients";

  private final Path folder;
  private final String backend;
  private final Connection owner;
  private final String schema;
  private final AutoCloseable database;

  private Clinic(
      Path folder, String backend, Connection owner, String schema, AutoCloseable database) {
    this.folder = folder;
    this.backend = backend;
    this.owner = owner;
    this.schema = schema;
    this.database = database;
  }

  /**
   * Makes a clinic in any database.
   *
   * @param folder where its policy and ledger go
   */
  static Clinic on(TestBackend kind, Path folder)
      throws SQLException, IOException, URISyntaxException {
    DriverJar.require();
    Files.createDirectories(folder);
    TestDatabase database = kind.create();
    database.load(text("clinic.sql"));
    Clinic clinic =
        new Clinic(
            folder,
            database.url().substring("jdbc:".length()),
            database.owner(),
            database.schema(),
            database);
    Files.writeString(clinic.policy(), database.policy(text("clinic.yaml")), UTF_8);
    return clinic;
  }

  /**
   * Makes a clinic.
   *
   * @param folder where its policy and ledger go
   * @param name of its database
   */
  static Clinic open(Path folder, String name)
      throws SQLException, IOException, URISyntaxException {
    return of(folder, "h2:mem:" + name);
  }

  /** Makes a clinic in a file, for other processes once it is closed here. */
  static Clinic inFile(Path folder) throws SQLException, IOException, URISyntaxException {
    return of(folder, "h2:file:" + folder.resolve("database"));
  }

  private static Clinic of(Path folder, String backend)
      throws SQLException, IOException, URISyntaxException {
    DriverJar.require();
    Files.createDirectories(folder);
    Connection owner = DriverManager.getConnection("jdbc:" + backend, "sa", "sa");
    Clinic clinic = new Clinic(folder, backend, owner, "PUBLIC", owner);
    for (String sql : text("clinic.sql").split(";\n")) {
      clinic.asOwner(sql);
    }
    Files.writeString(clinic.policy(), text("clinic.yaml"), UTF_8);
    return clinic;
  }

  /** A resource beside this class. */
  static String text(String resource) throws IOException {
    try (InputStream in = Clinic.class.getResourceAsStream(resource)) {
      return new String(Objects.requireNonNull(in, resource).readAllBytes(), UTF_8);
    }
  }

  Path policy() {
    return folder.resolve("clinic.yaml");
  }

  /** One of the ledger's files: {@code mv.db}, {@code anchor} or {@code lock}. */
  Path ledger(String ending) {
    return folder.resolve("clinic.ledger." + ending);
  }

  /** The schema of its tables. */
  String schema() {
    return schema;
  }

  /** An analyst's connection through a driver that is ours. */
  Connection connect(Class<? extends Driver> through) throws SQLException {
    Properties properties = properties();
    properties.setProperty("dp.driver", through.getName());
    return DriverManager.getConnection("jdbc:dp:" + backend, properties);
  }

  /** The same through the database's. */
  Connection connectPlainly() throws SQLException {
    return DriverManager.getConnection("jdbc:dp:" + backend, properties());
  }

  private Properties properties() {
    Properties properties = new Properties();
    properties.setProperty("dp.policy", policy().toString());
    properties.setProperty("dp.analyst", "ann");
    return properties;
  }

  String url() {
    return "jdbc:dp:" + backend + ";dp.policy=" + policy() + ";dp.analyst=ann";
  }

  /** An analyst's connection. */
  Connection connect() throws SQLException {
    return connect("");
  }

  /** The same with more parameters. */
  Connection connect(String parameters) throws SQLException {
    return DriverManager.getConnection(url() + parameters, "sa", "sa");
  }

  /** Does something to the database that only its owner may. */
  void asOwner(String sql) throws SQLException {
    try (Statement statement = owner.createStatement()) {
      statement.execute(sql);
    }
  }

  /** How many connections the database has, the owner's among them. */
  int sessions() throws SQLException {
    return number(owner, "SELECT COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS").intValue();
  }

  /** How many connections the database has had; it numbers those that it has now. */
  int sessionsOpened() throws SQLException {
    return number(owner, "SELECT MAX(SESSION_ID) FROM INFORMATION_SCHEMA.SESSIONS").intValue();
  }

  /** The one number that a query gives. */
  static BigDecimal number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getBigDecimal(1);
    }
  }

  /** What was charged so far, in epsilon. */
  static BigDecimal spent(Connection connection) throws SQLException {
    return number(connection, "SELECT COALESCE(SUM(epsilon), 0) FROM DP.SPENDING")
        .stripTrailingZeros();
  }

  @Override
  public void close() throws SQLException {
    try {
      database.close();
    } catch (SQLException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
