package org.dpjdbc.it.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import org.dpjdbc.Driver;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;

/**
 * A shop with 200 customers, their 600 orders and three products, and what the policy does not
 * name: passwords, each with {@code Zq7} in it. A question costs {@link #EPSILON}, so much that
 * noise shows in none of its answers: what a person moves most is a sum of quantities, by 150, and
 * one such answer is off with probability below 1E-28. So clients are compared with the database
 * itself, and what they show with the pages on them.
 */
final class Shop implements AutoCloseable {
  /** What every question about people costs. */
  static final BigDecimal EPSILON = new BigDecimal(10_000);

  private static final String USER = "sa";
  private static final String PASSWORD = "sa";

  private final Path folder;
  private final String backend;
  private final String schema;
  private final AutoCloseable database;

  private Shop(Path folder, String backend, String schema, AutoCloseable database) {
    this.folder = folder;
    this.backend = backend;
    this.schema = schema;
    this.database = database;
  }

  /** The databases that every client is tried on. */
  static List<TestBackend> kinds() {
    return TestBackends.all().stream()
        .filter(kind -> isH2(kind) || kind.product().equals("PostgreSQL"))
        .toList();
  }

  /** Those that a client is tried on which takes long: one in the ordinary build. */
  static List<TestBackend> fewerKinds() {
    return TestBackends.isThorough() ? kinds() : kinds().stream().filter(Shop::isH2).toList();
  }

  static boolean isH2(TestBackend kind) {
    return kind.product().equals("H2");
  }

  /**
   * Opens a shop. In H2 it is in a file, which another process may open while none here does.
   *
   * @param folder where policy and ledger go, and the file
   */
  static Shop on(TestBackend kind, Path folder) throws Exception {
    requireJar();
    Shop shop = isH2(kind) ? inFile(folder) : inServer(kind, folder);
    Files.writeString(
        shop.policy(), text("shop.yaml").replace("  PUBLIC:", "  " + shop.schema + ":"), UTF_8);
    return shop;
  }

  private static Shop inFile(Path folder) throws Exception {
    Shop shop = new Shop(folder, "jdbc:h2:file:" + folder.resolve("shop"), "PUBLIC", () -> {});
    try (Connection owner = shop.owner();
        Statement statement = owner.createStatement()) {
      for (String sql : text("shop.sql").split(";\n")) {
        statement.execute(sql);
      }
      reference(statement);
    }
    return shop;
  }

  private static Shop inServer(TestBackend kind, Path folder) throws Exception {
    TestDatabase database = kind.create();
    database.load(text("shop.sql"));
    try (Statement statement = database.owner().createStatement()) {
      reference(statement);
    }
    return new Shop(folder, database.url(), database.schema(), database);
  }

  /** After all rows are there: tables are filled in no order. */
  private static void reference(Statement statement) throws SQLException {
    statement.execute(
        "ALTER TABLE orders ADD CONSTRAINT ordered_by FOREIGN KEY (customer_id)"
            + " REFERENCES customers (id)");
    statement.execute(
        "ALTER TABLE orders ADD CONSTRAINT ordered FOREIGN KEY (product_id)"
            + " REFERENCES products (id)");
  }

  private static String text(String resource) throws IOException {
    try (InputStream in = Shop.class.getResourceAsStream(resource)) {
      return new String(Objects.requireNonNull(in, resource).readAllBytes(), UTF_8);
    }
  }

  /** Clients get the jar that users take, which there is from the phase package on. */
  private static void requireJar() throws Exception {
    Path code = Path.of(Driver.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    assumeTrue(Files.isRegularFile(code), "skipped: the driver is not packaged yet");
  }

  private Path policy() {
    return folder.resolve("shop.yaml");
  }

  /** What an analyst's client connects to. */
  String url() {
    return "jdbc:dp:" + backend.substring("jdbc:".length()) + parameters();
  }

  /** The same with one more parameter. */
  String url(String parameter) {
    return url() + (backend.startsWith("jdbc:h2:") ? ";" : "&") + parameter;
  }

  /** The parameters of the driver, with what separates them from the URL. */
  String parameters() {
    return backend.startsWith("jdbc:h2:")
        ? ";dp.policy=" + policy() + ";dp.analyst=ann"
        : "&dp.policy=" + policy() + "&dp.analyst=ann";
  }

  /**
   * Writes a profile with one connection beside the policy.
   *
   * @param name of the connection
   */
  void writeProfile(String name) throws IOException {
    Path file = folder.resolve("dp-jdbc.yaml");
    // A temporary file is its owner's alone.
    Path secret = Files.createTempFile(folder, "shop", ".secret");
    Files.writeString(
        file,
        """
        connections:
          %s:
            url: '%s'
            policy: shop.yaml
            user: %s
            password: {file: %s}
            analyst: ann
        """
            .formatted(name, backend, user(), Files.writeString(secret, password())),
        UTF_8);
  }

  String user() {
    return backend.startsWith("jdbc:h2:") ? USER : "postgres";
  }

  String password() {
    return PASSWORD;
  }

  /** The schema of its tables, as the database spells it. */
  String schema() {
    return schema;
  }

  /** A name as the database spells it. */
  String name(String upper) {
    return schema.equals("PUBLIC") ? upper : upper.toLowerCase(java.util.Locale.ROOT);
  }

  /** A text of a client without what differs from run to run. */
  String anonymous(String text) {
    return text.replace(folder.toString(), "/srv/shop");
  }

  /** An analyst's connection. */
  Connection connect() throws SQLException {
    return DriverManager.getConnection(url(), user(), password());
  }

  private Connection owner() throws SQLException {
    return DriverManager.getConnection(backend, user(), password());
  }

  /** What the database itself answers, a line for each row. */
  List<String> raw(String sql) throws SQLException {
    try (Connection connection = owner()) {
      return rows(connection, sql);
    }
  }

  /** What a query gives, a line for each row. */
  static List<String> rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows(rows);
    }
  }

  /** The rows that are left, a line for each. */
  static List<String> rows(ResultSet rows) throws SQLException {
    List<String> lines = new ArrayList<>();
    while (rows.next()) {
      StringJoiner line = new StringJoiner(" ");
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        line.add(rows.getString(i));
      }
      lines.add(line.toString());
    }
    return lines;
  }

  /** The budget has moved by as many answers as were given, and by nothing else. */
  void charged(int answers) throws SQLException {
    charged(answers, EPSILON);
  }

  /** The same where each answer cost something else. */
  void charged(int answers, BigDecimal epsilon) throws SQLException {
    try (Connection connection = connect()) {
      List<String> charged = rows(connection, "SELECT query FROM DP.SPENDING ORDER BY seq");
      assertThat(charged).hasSize(answers);
      String spent = rows(connection, "SELECT spent_epsilon FROM DP.BUDGET").get(0);
      assertThat(new BigDecimal(spent))
          .as("spent by %s", charged)
          .isEqualByComparingTo(epsilon.multiply(BigDecimal.valueOf(answers)));
    }
  }

  @Override
  public void close() throws Exception {
    database.close();
  }
}
