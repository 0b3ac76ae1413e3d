package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.dpjdbc.backends.PostgresServer;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.SettingsReader;
import org.dpjdbc.gateway.server.GatewayServer;
import org.dpjdbc.gateway.shadow.ShadowAddress;
import org.dpjdbc.gateway.shadow.ShadowWire;
import org.dpjdbc.gateway.wire.ServerError;

/** A clinic's database on PostgreSQL, and a gateway before it with the users ann and bob. */
final class Clinic implements AutoCloseable {
  /** How many queries of the policy's epsilon a small budget allows. */
  static final int QUERIES = 25;

  private static final String[] SCHEMA = {
    "CREATE TABLE patients (patient_id integer PRIMARY KEY, name varchar(30) NOT NULL,"
        + " age integer NOT NULL, region varchar(20) NOT NULL, weight double precision,"
        + " born date, seen timestamp, paid numeric(8, 2))",
    "CREATE TABLE visits (visit_id integer PRIMARY KEY,"
        + " patient_id integer NOT NULL REFERENCES patients, cost numeric(8, 2) NOT NULL)",
    "INSERT INTO patients SELECT n, 'Patient ' || n, n * 7 % 100,"
        + " (ARRAY['North', 'South', 'East'])[1 + n % 3], 50 + n % 40, date '1950-01-01' + n,"
        + " timestamp '2024-01-01' + n * interval '1 hour', n % 100 FROM generate_series(1, 2000) AS n",
    "INSERT INTO visits SELECT n, 1 + n * 11 % 2000, 20 + n * 31 % 800"
        + " FROM generate_series(1, 6000) AS n",
  };

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 100, delta: 1.0e-9}
      budget: {epsilon: 1000000, delta: 1.0e-3}
      schemas:
        public:
          tables:
            patients:
              privacy_unit: patient_id
              columns:
                patient_id: {}
                name: {access: none}
                age: {lower: 0, upper: 120}
                region: {values: [North, South, East]}
                weight: {lower: 0, upper: 200}
                born: {lower: 1950-01-01, upper: 1960-01-01}
                seen: {}
                paid: {lower: 0, upper: 100}
            visits:
              privacy_unit: {column: patient_id, references: patients.patient_id}
              max_rows_contributed: 5
              columns:
                patient_id: {}
                cost: {lower: 0, upper: 1000}
      """;

  private final PostgresServer backend;
  private final Path folder;
  private final GatewayServer gateway;

  private Clinic(PostgresServer backend, Path folder, GatewayServer gateway) {
    this.backend = backend;
    this.folder = folder;
    this.gateway = gateway;
  }

  static Clinic start(Path folder) throws IOException, SQLException, ConfigException {
    return start(folder, List.of(SCHEMA), POLICY);
  }

  /**
   * Starts one with other users, each of whom has a small budget, of {@link #QUERIES} queries.
   *
   * @param users their names
   */
  static Clinic startFor(Path folder, List<String> users)
      throws IOException, SQLException, ConfigException {
    String policy =
        POLICY.replace(
            "delta: 1.0e-3}",
            "delta: 1.0e-3, per_analyst: {epsilon: %d00, delta: 1.0e-4}}".formatted(QUERIES));
    return start(folder, List.of(SCHEMA), policy, users);
  }

  /** Starts one whose database has more rows. */
  static Clinic startWith(Path folder, List<String> more)
      throws IOException, SQLException, ConfigException {
    return start(folder, Stream.concat(Stream.of(SCHEMA), more.stream()).toList(), POLICY);
  }

  /**
   * Starts one over other tables.
   *
   * @param schema statements that create and fill them
   */
  static Clinic start(Path folder, List<String> schema, String policy)
      throws IOException, SQLException, ConfigException {
    return start(folder, schema, policy, List.of("ann", "bob"));
  }

  private static Clinic start(Path folder, List<String> schema, String policy, List<String> users)
      throws IOException, SQLException, ConfigException {
    PostgresServer backend = fill(schema);
    return new Clinic(
        backend, folder, GatewayServer.start(write(folder, backend.url(), policy, users)));
  }

  /** Starts a database with the clinic's rows alone. */
  static PostgresServer fill() throws IOException, SQLException {
    return fill(List.of(SCHEMA));
  }

  private static PostgresServer fill(List<String> schema) throws IOException, SQLException {
    PostgresServer backend = PostgresServer.start();
    try (Connection connection = DriverManager.getConnection(backend.url());
        Statement statement = connection.createStatement()) {
      for (String each : schema) {
        statement.execute(each);
      }
    }
    return backend;
  }

  /** Writes the files of a gateway whose users are ann and bob. */
  static Settings write(Path folder, String url, String... more)
      throws IOException, ConfigException {
    Settings settings = write(folder, url, POLICY, List.of("ann", "bob"));
    if (more.length == 0) {
      return settings;
    }
    Path file = folder.resolve("gateway.yaml");
    Files.writeString(file, Files.readString(file) + String.join("\n", more) + "\n");
    return SettingsReader.read(file, Map.of());
  }

  /** Writes those of one with a second database, {@code other}. */
  static Settings writeTwo(Path folder, String url, String other)
      throws IOException, ConfigException {
    write(folder, url);
    Path users = folder.resolve("users.yaml");
    Files.writeString(users, Files.readString(users).replace("[clinic]", "[clinic, other]"));
    Path file = folder.resolve("gateway.yaml");
    Files.writeString(folder.resolve("other.yaml"), POLICY);
    String second = "  other: {url: \"%s\", policy: other.yaml}%n";
    Files.writeString(file, Files.readString(file) + second.formatted(other));
    return SettingsReader.read(file, Map.of());
  }

  private static Settings write(Path folder, String url, String policy, List<String> users)
      throws IOException, ConfigException {
    Files.writeString(folder.resolve("clinic.yaml"), policy);
    Files.writeString(
        folder.resolve("gateway.yaml"),
        """
        version: 1
        listen: {port: 0}
        tls: {required: false}
        limits: {user_connections: 100, per_minute: 100000000, answer_bytes: 1000000, user_bytes: 150000000}
        metrics: {port: 0}
        databases:
          clinic:
            url: "%s"
            policy: clinic.yaml
        """
            .formatted(url));
    StringBuilder file = new StringBuilder("users:\n");
    for (String user : users) {
      file.append(
          "  %s: {password: \"%s\", databases: [clinic]}%n"
              .formatted(user, KnownPassword.VERIFIER));
    }
    Files.writeString(folder.resolve("users.yaml"), file);
    Settings settings = SettingsReader.read(folder.resolve("gateway.yaml"), Map.of());
    TestCertificate.writeTo(settings);
    return settings;
  }

  String url() {
    return "jdbc:postgresql://localhost:" + gateway.port() + "/clinic";
  }

  int port() {
    return gateway.port();
  }

  Path folder() {
    return folder;
  }

  Connection connect(String user, String... options) throws SQLException {
    return connectAt(url(), user, options);
  }

  static Connection connectAt(String url, String user, String... options) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", KnownPassword.TEXT);
    properties.setProperty("sslmode", "require");
    for (int i = 0; i < options.length; i += 2) {
      properties.setProperty(options[i], options[i + 1]);
    }
    return DriverManager.getConnection(url, properties);
  }

  /** A session that is not encrypted, message by message. */
  ShadowWire wire(String user) throws IOException, ServerError {
    return ShadowWire.open(
        new ShadowAddress("localhost", gateway.port(), user, KnownPassword.TEXT),
        Map.of("user", user, "database", "clinic"),
        KnownPassword.TEXT);
  }

  GatewayServer gateway() {
    return gateway;
  }

  PostgresServer backend() {
    return backend;
  }

  /** The database itself, without a gateway. */
  Connection raw() throws SQLException {
    return DriverManager.getConnection(backend.url());
  }

  @Override
  public void close() throws IOException {
    gateway.close();
    backend.close();
  }

  /**
   * Asks what would take ten minutes, and cancels it: again and again, since a request may come
   * before there is something to cancel.
   */
  static void cancel(Statement statement) throws InterruptedException {
    Thread canceller =
        new Thread(
            () -> {
              while (!Thread.interrupted()) {
                try {
                  statement.cancel();
                  Thread.sleep(100);
                } catch (SQLException | InterruptedException e) {
                  return;
                }
              }
            });
    canceller.start();
    assertThatThrownBy(() -> statement.executeQuery("SELECT pg_sleep(600)"))
        .hasMessageContaining("canceling statement due to user request");
    canceller.interrupt();
    canceller.join();
  }
}
