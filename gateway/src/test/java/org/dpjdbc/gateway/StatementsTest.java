package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.dpjdbc.backends.PostgresServer;
import org.dpjdbc.gateway.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * What clients ask of the catalog is answered by the gateway as by an empty PostgreSQL with the
 * same tables: the same columns, types and rows, or the same error. The folder {@code statements}
 * has a file for each kind of client. In front of each statement is a line {@code -- [catalog]},
 * which says {@code shape} where the two servers may have other rows, since names of databases and
 * users are in them, {@code differs: why} where the gateway has other rows by design, and {@code
 * error SQLSTATE} where PostgreSQL refuses it.
 */
class StatementsTest {
  private static final Path OURS = Path.of("src/test/resources/statements");

  /** A folder with what was recorded from clients, in files of the same format. */
  private static final String RECORDED = "statements";

  /**
   * A statement, and how it is marked.
   *
   * @param isShape whether only the columns are compared, and whether there are rows
   * @param differs whether the gateway is known to have other rows
   * @param error the SQLSTATE with which PostgreSQL refuses it; empty if it is answered
   */
  private record Asked(String sql, boolean isShape, boolean differs, String error) {
    private static final Pattern MARK =
        Pattern.compile("\\[catalog](?: (shape)| (differs): .+| error (\\w{5}))?");

    /** How what an empty PostgreSQL says begins. */
    String beginning() {
      return error.isEmpty() ? "columns" : "error " + error;
    }

    static Optional<Asked> parse(String part) {
      int end = part.indexOf('\n');
      Matcher mark = MARK.matcher(part.substring(0, Math.max(0, end)).strip());
      return mark.matches()
          ? Optional.of(
              new Asked(
                  part.substring(end + 1).strip(),
                  mark.group(1) != null,
                  mark.group(2) != null,
                  Objects.requireNonNullElse(mark.group(3), "")))
          : Optional.empty();
    }
  }

  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE customers (id integer PRIMARY KEY, region varchar(20) NOT NULL,"
              + " income numeric(10, 2), born date, joined timestamp)",
          "CREATE TABLE orders (id integer PRIMARY KEY, customer_id integer NOT NULL REFERENCES"
              + " customers, amount numeric(10, 2), placed timestamp)",
          "CREATE SCHEMA sales",
          "CREATE TABLE sales.regions (name varchar(20) PRIMARY KEY)");

  private static final List<String> ROWS =
      List.of(
          "INSERT INTO customers SELECT n, 'r' || n % 3, n, date '1980-01-01' + n, now()"
              + " FROM generate_series(1, 50) AS n",
          "INSERT INTO orders SELECT n, n, n, now() FROM generate_series(1, 50) AS n",
          "INSERT INTO sales.regions VALUES ('r0'), ('r1'), ('r2')",
          "ANALYZE");

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-9}
      budget: {epsilon: 1000, delta: 1.0e-3}
      schemas:
        public:
          tables:
            customers:
              privacy_unit: id
              columns: {id: {}, region: {}, income: {lower: 0, upper: 100}, born: {}, joined: {}}
            orders:
              privacy_unit: {column: customer_id, references: customers.id}
              max_rows_contributed: 5
              columns: {id: {}, customer_id: {}, amount: {lower: 0, upper: 100}, placed: {}}
        sales:
          tables:
            regions: {public: true}
      """;

  @TempDir Path folder;

  @Test
  void areAnsweredAsByAnEmptyPostgres() throws IOException, SQLException, ConfigException {
    List<Asked> ours = read(OURS);
    assertThat(ours).hasSizeGreaterThan(80);
    List<Outcomes> outcomes = ask(ours);
    assertThat(outcomes)
        .filteredOn(each -> each.actual().equals(each.expected()) == each.asked().differs())
        .isEmpty();
    assertThat(outcomes)
        .filteredOn(each -> !columns(each.actual()).equals(columns(each.expected())))
        .isEmpty();
    assertThat(outcomes)
        .filteredOn(each -> !each.expected().startsWith(each.asked().beginning()))
        .isEmpty();
  }

  /** Rows of the server that they were recorded from have numbers that no other has. */
  @Test
  @EnabledIfSystemProperty(named = RECORDED, matches = ".+")
  void recordedOnesAreAnsweredAsByAnEmptyPostgres()
      throws IOException, SQLException, ConfigException {
    List<Asked> recorded =
        read(Path.of(System.getProperty(RECORDED))).stream()
            .map(each -> new Asked(each.sql(), /* isShape= */ true, /* differs= */ false, ""))
            .toList();
    assertThat(recorded).isNotEmpty();
    assertThat(ask(recorded)).filteredOn(each -> !each.actual().equals(each.expected())).isEmpty();
  }

  private static String columns(String outcome) {
    return outcome.lines().findFirst().orElseThrow();
  }

  private record Outcomes(Asked asked, String expected, String actual) {}

  private List<Outcomes> ask(List<Asked> all) throws IOException, SQLException, ConfigException {
    List<String> filled = Stream.concat(TABLES.stream(), ROWS.stream()).toList();
    List<Outcomes> outcomes = new ArrayList<>();
    try (PostgresServer empty = PostgresServer.start();
        Clinic clinic = Clinic.start(folder, filled, POLICY)) {
      create(empty);
      try (Connection there = DriverManager.getConnection(empty.url());
          Connection here = clinic.connect("ann")) {
        for (Asked each : all) {
          outcomes.add(new Outcomes(each, outcome(there, each), outcome(here, each)));
        }
      }
    }
    return outcomes;
  }

  private static void create(PostgresServer server) throws SQLException {
    try (Connection connection = DriverManager.getConnection(server.url());
        Statement statement = connection.createStatement()) {
      for (String each : TABLES) {
        statement.execute(each);
      }
    }
  }

  /** Each statement that asks the catalog, once. */
  private static List<Asked> read(Path folder) throws IOException {
    List<Asked> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        for (String part : Files.readString(file).split("(?m)^-- (?=\\[)")) {
          Asked.parse(part).ifPresent(all::add);
        }
      }
    }
    return all.stream().distinct().toList();
  }

  private static String outcome(Connection connection, Asked asked) throws SQLException {
    // The number of a table of the server that the statement was recorded from.
    boolean isNumbered = asked.sql().matches("(?s).*\\b16\\d{3}\\b.*");
    try (Statement statement = connection.createStatement()) {
      try (ResultSet result = statement.executeQuery(asked.sql())) {
        StringBuilder outcome = new StringBuilder("columns");
        ResultSetMetaData metadata = result.getMetaData();
        for (int i = 1; i <= metadata.getColumnCount(); i++) {
          outcome
              .append(' ')
              .append(metadata.getColumnLabel(i))
              .append(' ')
              .append(metadata.getColumnTypeName(i));
        }
        if (!asked.isShape()) {
          while (result.next()) {
            outcome.append('\n');
            for (int i = 1; i <= metadata.getColumnCount(); i++) {
              outcome.append(result.getString(i)).append('|');
            }
          }
        } else if (!isNumbered) {
          outcome.append(result.next() ? ", rows" : ", no rows");
        }
        return outcome.toString();
      } catch (SQLException e) {
        return "error " + e.getSQLState();
      }
    }
  }
}
