package org.dpjdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Keys whose values the policy lists: which groups there are, which rows are in none, and what the
 * answer says of it. With so much epsilon the noise is nothing, and answers equal the database's.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class ExistingGroupsTest {
  private static final int PEOPLE = 6300;
  private static final int MOODS = 60;
  private static final List<String> COUNTRIES = List.of("US", "CA", "BR", "FR", "DE", "IN");

  /** A seventh of the ports is NULL, a seventh X, which is not listed. */
  private static final List<String> PORTS =
      List.of("'C'", "'Q'", "NULL", "'X'", "'S'", "'S'", "'S'");

  @Parameter private TestBackend backend;
  @TempDir private static Path folder;
  private TestDatabase database;
  private Connection connection;

  @BeforeParameterizedClassInvocation
  void open() throws SQLException, IOException {
    database = backend.create();
    database.run("CREATE TABLE country (code VARCHAR(2) PRIMARY KEY, continent VARCHAR(9))");
    database.run(
        "INSERT INTO country VALUES ('US', 'America'), ('CA', 'America'), ('BR', 'America'),"
            + " ('FR', 'Europe'), ('DE', 'Europe'), ('IN', 'Asia'), ('AU', 'Oceania')");
    database.run(
        "CREATE TABLE sale (id INTEGER PRIMARY KEY, cust INTEGER, city VARCHAR(9) NOT NULL,"
            + " country VARCHAR(2) NOT NULL, port VARCHAR(1), harbour VARCHAR(1), pier VARCHAR(1)"
            + " NOT NULL, rating INTEGER, paid BOOLEAN NOT NULL, total INTEGER NOT NULL)");
    database.run(
        "INSERT INTO sale VALUES "
            + IntStream.range(0, PEOPLE).mapToObj(this::row).collect(Collectors.joining(", ")));
    database.run(
        "CREATE TABLE mood (id INTEGER PRIMARY KEY, early ENUM('sad', 'it''s', 'ok') NOT NULL, late"
            + " ENUM('ok', 'sad') NOT NULL)");
    database.run(
        "INSERT INTO mood VALUES "
            + IntStream.range(0, MOODS)
                .mapToObj(i -> "(" + i + (i % 3 == 0 ? ", 'it''s', 'ok')" : ", 'ok', 'sad')"))
                .collect(Collectors.joining(", ")));
    Path policy = folder.resolve("sale" + System.nanoTime() + ".yaml");
    Files.writeString(
        policy,
        database.policy(
            """
            version: 1
            defaults: {epsilon: 4000, delta: 1.0e-6}
            budget: {epsilon: 1000000, delta: 0.9}
            limits: {max_epsilon_per_query: 4000}
            schemas:
              PUBLIC:
                tables:
                  COUNTRY: {public: true}
                  MOOD:
                    privacy_unit: ID
                    columns:
                      ID: {}
                      EARLY: {values: [ok, sad, "it's"]}
                      LATE: {values: [ok]}
                  SALE:
                    privacy_unit: CUST
                    max_rows_contributed: 2
                    columns:
                      ID: {}
                      CUST: {}
                      CITY: {}
                      COUNTRY: {values: [US, CA, BR, FR, DE, IN, AU]}
                      PORT: {values: [C, Q, S]}
                      HARBOUR: {values: [C, Q, S], unlisted: other}
                      PIER: {values: [C, Q, S], unlisted: other}
                      RATING: {values: [0, 1, 3]}
                      PAID: {}
                      TOTAL: {lower: 0, upper: 30}
            """));
    Properties properties = new Properties();
    properties.putAll(database.properties());
    properties.setProperty("dp.policy", policy.toString());
    properties.setProperty("dp.analyst", "ann");
    connection =
        DriverManager.getConnection(
            "jdbc:dp:" + database.url().substring("jdbc:".length()), properties);
  }

  /** One sale a customer, and a tenth of the sales has none. */
  private String row(int i) {
    String port = PORTS.get(i % PORTS.size());
    return "(%d, %s, 'City%d', '%s', %s, %s, %s, %s, %s, %d)"
        .formatted(
            i,
            i % 10 == 9 ? "NULL" : String.valueOf(i),
            i % 30,
            COUNTRIES.get(i % COUNTRIES.size()),
            port,
            port,
            port.replace("NULL", "'Y'"),
            i % 5 == 4 ? "NULL" : String.valueOf(i % 5),
            i % 2 == 0,
            i % 25);
  }

  @AfterParameterizedClassInvocation
  void close() throws SQLException {
    connection.close();
    database.close();
  }

  private static List<List<Object>> rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<List<Object>> rows = new ArrayList<>();
      while (result.next()) {
        List<Object> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(shown(result.getObject(i)));
        }
        rows.add(row);
      }
      rows.sort(Comparator.comparing(List::toString));
      return rows;
    }
  }

  /** Numbers of all types to two decimals. */
  private static Object shown(@Nullable Object value) {
    return value instanceof Number number
        ? "%.2f".formatted(new BigDecimal(number.toString()))
        : String.valueOf(value);
  }

  private List<List<Object>> answer(String sql) throws SQLException {
    return rows(connection, sql);
  }

  /** What the database says of the rows that have a person, with the label for other values. */
  private List<List<Object>> exact(String sql) throws SQLException {
    return rows(database.owner(), sql.replace("FROM sale", "FROM " + OF_PEOPLE));
  }

  private static final String OF_PEOPLE =
      "(SELECT id, cust, city, country, port,"
          + " CASE WHEN harbour = 'X' THEN 'other' ELSE harbour END AS harbour,"
          + " CASE WHEN pier IN ('X', 'Y') THEN 'other' ELSE pier END AS pier,"
          + " rating, paid, total"
          + " FROM sale WHERE cust IS NOT NULL) AS sale";

  private List<String> warnings(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<String> strings = new ArrayList<>();
      for (SQLWarning w = result.getWarnings(); w != null; w = w.getNextWarning()) {
        strings.add(Objects.requireNonNull(w.getMessage()));
      }
      return strings;
    }
  }

  /** Every set of one to three listed and private keys, with filters and without. */
  static Stream<String> distinctQueries() {
    List<String> keys =
        List.of(
            "country",
            "city, country",
            "country, paid",
            "harbour, country",
            "harbour, pier, paid",
            "CASE WHEN total > 12 THEN 'much' ELSE 'little' END, country");
    List<String> filters =
        List.of("", " WHERE total > 20", " WHERE total > 99", " WHERE country <> 'FR'");
    return keys.stream()
        .flatMap(key -> filters.stream().map(filter -> key + " FROM sale" + filter))
        .flatMap(
            rows ->
                Stream.of(
                    "SELECT DISTINCT " + rows,
                    "SELECT COUNT(*) AS n FROM (SELECT DISTINCT " + rows + ") AS t"))
        .filter(sql -> !sql.equals("SELECT DISTINCT country FROM sale"))
        .filter(sql -> !sql.equals("SELECT DISTINCT country FROM sale WHERE country <> 'FR'"));
  }

  @ParameterizedTest
  @MethodSource("distinctQueries")
  void groupsWithoutRowsAreNotThere(String sql) throws SQLException {
    assertThat(answer(sql)).isEqualTo(exact(sql));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT country FROM sale WHERE total > 20 GROUP BY country",
        "SELECT country FROM sale WHERE total > 99 GROUP BY country",
        "SELECT COUNT(*) AS n FROM (SELECT DISTINCT country FROM sale INTERSECT"
            + " SELECT DISTINCT country FROM sale WHERE country <> 'FR') AS t",
        "SELECT DISTINCT country FROM sale EXCEPT SELECT DISTINCT country FROM sale WHERE paid",
        "SELECT DISTINCT c.continent FROM sale JOIN country c ON c.code = sale.country",
        "SELECT COUNT(*) AS n FROM (SELECT DISTINCT c.code, city FROM sale"
            + " JOIN country c ON c.code = sale.country) AS t",
        "SELECT code FROM country WHERE code IN (SELECT country FROM sale)",
        "SELECT code FROM country WHERE code NOT IN (SELECT DISTINCT country FROM sale)",
        "SELECT MAX(country) AS m FROM (SELECT DISTINCT country, rating FROM sale"
            + " WHERE rating = 0) AS t"
      })
  void whatAsksForGroupsGetsThoseWithRows(String sql) throws SQLException {
    assertThat(answer(sql)).isEqualTo(exact(sql));
  }

  @Test
  void theListOfOneColumnIsThePolicysAndSaysSo() throws SQLException {
    String sql = "SELECT DISTINCT country FROM sale WHERE country IS NOT NULL ORDER BY country";

    assertThat(answer(sql)).hasSize(7);
    assertThat(warnings(sql))
        .filteredOn(text -> text.startsWith("DP-LISTED: the values of "))
        .singleElement()
        .asString()
        .contains("come from the policy");
  }

  @Test
  void unlistedValuesAreNotShownByName() throws SQLException {
    assertThat(answer("SELECT DISTINCT port, paid FROM sale").toString()).doesNotContain("X");
    assertThat(answer("SELECT DISTINCT harbour, paid FROM sale").toString())
        .doesNotContain("X")
        .contains("other");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT AVG(n) FROM (SELECT country, COUNT(*) AS n FROM sale GROUP BY country) AS t | 1",
        "SELECT COUNT(*) FROM (SELECT country, COUNT(*) AS n FROM sale GROUP BY country) AS t | 1",
        "SELECT SUM(n) FROM (SELECT country, COUNT(*) AS n FROM sale GROUP BY country) AS t | 0",
        "SELECT country, COUNT(*) AS n FROM sale GROUP BY country | 0",
        "SELECT COUNT(*) FROM (SELECT city, COUNT(*) AS n FROM sale GROUP BY city) AS t | 0"
      })
  void countedGroupsThatMayBeEmptyAreNamed(String sql, int notes) throws SQLException {
    assertThat(warnings(sql)).filteredOn(text -> text.startsWith("DP-LISTED")).hasSize(notes);
  }

  /** Among NULL, what is listed, and the others where the policy names them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT harbour, COUNT(*) AS n, SUM(total) AS s FROM sale GROUP BY harbour",
        "SELECT pier, AVG(total) AS n FROM sale GROUP BY pier",
        "SELECT harbour, pier, COUNT(*) AS n FROM sale GROUP BY harbour, pier HAVING COUNT(*) > 5",
        "SELECT port, COUNT(*) AS n FROM sale WHERE port = 'Q' OR port IS NULL GROUP BY port",
        "SELECT port, COUNT(*) AS n FROM sale WHERE port IN ('C', 'S') GROUP BY port",
        "SELECT harbour, COUNT(*) AS n FROM sale WHERE harbour = 'other' GROUP BY harbour",
        "SELECT COUNT(DISTINCT harbour) AS n FROM sale",
        "SELECT UPPER(harbour) AS h, COUNT(*) AS n FROM sale GROUP BY UPPER(harbour)",
        "SELECT c.continent, harbour, COUNT(*) AS n FROM sale JOIN country c"
            + " ON c.code = sale.country GROUP BY c.continent, harbour HAVING COUNT(*) > 5",
        "SELECT harbour, COUNT(*) * 1.0 / SUM(COUNT(*)) OVER () AS share FROM sale GROUP BY harbour",
        "SELECT harbour, n FROM (SELECT harbour, COUNT(*) AS n FROM (SELECT cust, harbour FROM sale"
            + " UNION ALL SELECT cust, harbour FROM sale) AS u GROUP BY harbour) AS t"
      })
  void allRowsAreInAGroup(String sql) throws SQLException {
    assertThat(answer(sql)).isEqualTo(exact(sql));
    assertThat(warnings(sql)).noneMatch(text -> text.contains("not a value listed in the policy"));
  }

  /** The labels of a type are all values that there are. */
  @Test
  void noRowHasAnotherValueThanTheLabels() throws SQLException {
    assumeFalse(backend.product().equals("MariaDB"), "it stores '' for what is no label");
    String early = "SELECT early, COUNT(*) AS n FROM mood GROUP BY early ORDER BY early";
    String late = "SELECT late, COUNT(*) AS n FROM mood GROUP BY late";

    assertThat(answer(early).toString()).isEqualTo("[[it's, 20.00], [ok, 40.00], [sad, 0.00]]");
    assertThat(warnings(early)).noneMatch(text -> text.startsWith("DP-LEFT-OUT"));
    assertThat(answer(late).toString()).isEqualTo("[[ok, 20.00]]");
    assertThat(warnings(late)).anyMatch(text -> text.startsWith("DP-LEFT-OUT"));
  }

  /** The policy lists fewer values than the type has labels. */
  @Test
  void metadataShowsNoLabels() throws SQLException {
    try (ResultSet columns = connection.getMetaData().getColumns(null, null, "%", "%")) {
      while (columns.next()) {
        assertThat(columns.getString("TYPE_NAME")).doesNotContain("'");
      }
    }
  }

  /** Beside what the same levels are when they are written out. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ROLLUP (port) | port; NULL | 1",
        "GROUPING SETS ((port), (paid), ()) | port; paid; NULL | 1",
        "CUBE (port, paid) | port, paid; port; paid; NULL | 1",
        "CUBE (harbour, paid) | harbour, paid; harbour; paid; NULL | 0",
        "ROLLUP (paid, pier) | paid, pier; paid; NULL | 0"
      })
  void totalsAreOverAllRows(String levels, String writtenOut, int notes) throws SQLException {
    String listed = levels.contains("port") ? "port" : levels.contains("pier") ? "pier" : "harbour";
    String sql = "SELECT %s, paid, COUNT(*) AS n FROM sale GROUP BY %s";
    List<List<Object>> expected = new ArrayList<>();
    for (String level : writtenOut.split("; ")) {
      String keys =
          Stream.of(listed, "paid")
              .map(key -> level.contains(key) ? key : "NULL AS " + key)
              .collect(Collectors.joining(", "));
      String grouped = level.equals("NULL") ? "" : " GROUP BY " + level;
      expected.addAll(exact("SELECT " + keys + ", COUNT(*) AS n FROM sale" + grouped));
    }
    expected.removeIf(row -> row.get(0).equals("X"));
    expected.sort(Comparator.comparing(List::toString));
    String query =
        levels.equals("ROLLUP (port)")
            ? "SELECT port, NULL AS paid, COUNT(*) AS n FROM sale GROUP BY ROLLUP (port)"
            : sql.formatted(listed, levels);

    assertThat(answer(query)).isEqualTo(expected);
    assertThat(warnings(query))
        .filteredOn(text -> text.contains("not a value listed in the policy"))
        .hasSize(notes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(*) FROM sale",
        "SELECT paid, SUM(total) FROM sale GROUP BY paid",
        "SELECT c.continent, COUNT(*) FROM sale JOIN country c ON c.code = sale.country GROUP BY 1"
      })
  void rowsWithoutAPersonAreNamed(String sql) throws SQLException {
    assertThat(warnings(sql))
        .filteredOn(text -> text.contains(" is NULL are not counted"))
        .hasSize(1);
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("EXPLAIN PRIVACY FOR " + sql)) {
      StringBuilder explained = new StringBuilder();
      while (rows.next()) {
        explained.append(rows.getString("BOUNDING")).append('\n');
      }
      assertThat(explained.toString()).contains(" is NULL are not counted");
    }
  }

  /** A rating of 2, which is not listed, counts as such within the bounds. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT SUM(rating) AS s FROM sale WHERE rating <> 2",
        "SELECT paid, AVG(rating) AS a FROM sale WHERE rating <> 2 GROUP BY paid",
        "SELECT MAX(rating) AS a, MIN(rating) AS b FROM sale",
        "SELECT SUM(rating * 2 + 1) AS s FROM sale"
      })
  void listedNumbersAreBounds(String sql) throws SQLException {
    assertThat(answer(sql)).isEqualTo(exact(sql));
  }

  @Test
  void theListedNumbersClamp() throws SQLException {
    database.run("UPDATE sale SET rating = 900 WHERE id = 0");
    try {
      assertThat(answer("SELECT SUM(rating) FROM sale WHERE id = 0"))
          .isEqualTo(List.of(List.of("3.00")));
    } finally {
      database.run("UPDATE sale SET rating = 0 WHERE id = 0");
    }
  }
}
