package org.dpjdbc.docs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;

/**
 * The clinic that the manual's examples are about ({@code clinic.sql}), its policy ({@code
 * clinic.yaml}) and an analyst's connection to it.
 */
final class ManualDatabase implements AutoCloseable {
  private static final String POSTGRESQL = "PostgreSQL";
  private static final AtomicInteger MADE = new AtomicInteger();

  private final String url;
  private final Path policy;
  private final AutoCloseable database;
  private final Connection analyst;

  private ManualDatabase(String url, String user, Path policy, AutoCloseable database)
      throws SQLException {
    this.url = url;
    this.policy = policy;
    this.database = database;
    String own = url + (url.contains("?") ? "&" : ";") + "dp.policy=" + policy;
    this.analyst = DriverManager.getConnection(own.replace("jdbc:", "jdbc:dp:"), user, "");
  }

  static ManualDatabase h2(Path folder) throws SQLException, IOException {
    String url = "jdbc:h2:mem:manual" + MADE.incrementAndGet();
    Connection owner = DriverManager.getConnection(url, "sa", "");
    execute(owner, resource("clinic.sql") + "CREATE SCHEMA RELEASED;");
    return new ManualDatabase(url, "sa", policy(folder, resource("clinic.yaml")), owner);
  }

  /** Whether this build has PostgreSQL, as it does unless {@code -Dbackends} leaves it out. */
  static boolean hasPostgres() {
    return TestBackends.all().contains(TestBackends.called(POSTGRESQL));
  }

  static ManualDatabase postgres(Path folder) throws SQLException, IOException {
    TestDatabase database = TestBackends.called(POSTGRESQL).create();
    database.load(resource("clinic.sql"));
    String released = database.schema() + "_released";
    execute(database.owner(), "CREATE SCHEMA " + released);
    String text = database.policy(resource("clinic.yaml")).replace("RELEASED", released);
    return new ManualDatabase(database.url(), "postgres", policy(folder, text), database);
  }

  private static Path policy(Path folder, String text) throws IOException {
    Path file = Files.createTempDirectory(folder, "page").resolve("clinic.yaml");
    return Files.writeString(file, text, UTF_8);
  }

  private static String resource(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(ManualDatabase.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  /** An analyst's connection, through the driver. */
  Connection analyst() {
    return analyst;
  }

  /** Runs a statement, and reads the answer. */
  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (statement.execute(sql)) {
        try (var rows = statement.getResultSet()) {
          while (rows.next()) {
            rows.getObject(1);
          }
        }
      }
    }
  }

  /** The database's own URL. */
  String url() {
    return url;
  }

  /** The policy file. */
  Path policy() {
    return policy;
  }

  @Override
  public void close() throws Exception {
    try (database) {
      analyst.close();
    }
  }
}
