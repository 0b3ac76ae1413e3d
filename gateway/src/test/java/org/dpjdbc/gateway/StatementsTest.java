package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import java.util.stream.Stream;
import org.dpjdbc.backends.PostgresServer;
import org.dpjdbc.gateway.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What real clients ask of the catalog, logged by a real server, is answered by the gateway as by
 * an empty PostgreSQL with the same tables: the same columns, the same types, rows where it has
 * rows, the same errors. The texts are no part of this repository; without them there is nothing to
 * test.
 */
class StatementsTest {
  private static final Path TEXTS = Path.of("../../shared/data/statements");

  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE customers (id integer PRIMARY KEY, region varchar(20) NOT NULL,"
              + " income numeric(10, 2), born date, joined timestamp)",
          "CREATE TABLE orders (id integer PRIMARY KEY,"
              + " customer_id integer NOT NULL REFERENCES customers, amount numeric(10, 2), placed timestamp)",
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
    assumeTrue(Files.isDirectory(TEXTS), "the statements of clients are not here");
    List<String> filled = Stream.concat(TABLES.stream(), ROWS.stream()).toList();
    List<String> different = new ArrayList<>();
    int answered = 0;
    try (PostgresServer empty = PostgresServer.start();
        Clinic clinic = Clinic.start(folder, filled, POLICY)) {
      create(empty);
      try (Connection there = DriverManager.getConnection(empty.url());
          Connection here = clinic.connect("ann")) {
        for (String text : texts()) {
          String expected = outcome(there, text);
          String actual = outcome(here, text);
          answered += actual.startsWith("columns") ? 1 : 0;
          if (!actual.equals(expected)) {
            different.add(text + "\n  expected " + expected + "\n  but was  " + actual);
          }
        }
      }
    }
    System.out.println("statements of clients: " + answered + " answered");
    assertThat(different).isEmpty();
    assertThat(answered).isGreaterThan(200);
  }

  private static void create(PostgresServer server) throws SQLException {
    try (Connection connection = DriverManager.getConnection(server.url());
        Statement statement = connection.createStatement()) {
      for (String each : TABLES) {
        statement.execute(each);
      }
    }
  }

  /** Each text that asks the catalog, once. */
  private static List<String> texts() throws IOException {
    List<String> texts = new ArrayList<>();
    try (Stream<Path> files = Files.list(TEXTS)) {
      for (Path file : files.sorted().toList()) {
        for (String part : Files.readString(file).split("(?m)^-- (?=\\[)")) {
          if (part.startsWith("[catalog]")) {
            texts.add(part.substring(part.indexOf('\n') + 1).strip());
          }
        }
      }
    }
    return texts.stream().distinct().toList();
  }

  private static String outcome(Connection connection, String text) throws SQLException {
    // The number of a table of the server that the text was logged from.
    boolean isNumbered = text.matches("(?s).*\\b16\\d{3}\\b.*");
    try (Statement statement = connection.createStatement()) {
      try (ResultSet result = statement.executeQuery(text)) {
        StringBuilder outcome = new StringBuilder("columns");
        ResultSetMetaData metadata = result.getMetaData();
        for (int i = 1; i <= metadata.getColumnCount(); i++) {
          outcome
              .append(' ')
              .append(metadata.getColumnLabel(i))
              .append(' ')
              .append(metadata.getColumnTypeName(i));
        }
        return isNumbered
            ? outcome.toString()
            : outcome.append(result.next() ? ", rows" : ", no rows").toString();
      } catch (SQLException e) {
        return "error " + e.getSQLState();
      }
    }
  }
}
