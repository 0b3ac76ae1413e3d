package org.dpjdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** {@code CREATE TABLE name AS query} keeps a released answer, which is public from then on. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class ReleasesTest {
  private static final Set<String> KEEPING = Set.of("H2", "PostgreSQL", "DuckDB", "MariaDB");
  private static final String BY_SEX =
      "SELECT sex, COUNT(*) AS n, AVG(CAST(age AS DOUBLE PRECISION)) AS mean FROM people"
          + " GROUP BY sex ORDER BY sex";

  @Parameter private TestBackend backend;
  @TempDir private Path folder;
  private TestDatabase database;
  private String kept;
  private Path policy;

  @BeforeEach
  void start() throws SQLException, IOException {
    assumeTrue(KEEPING.contains(backend.product()), "keeps no releases");
    database = backend.create();
    kept = database.schema() + "_kept";
    database.run(
        "CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER, sex VARCHAR(1) NOT NULL, born"
            + " DATE)");
    database.run("CREATE TABLE places (code VARCHAR(2) PRIMARY KEY)");
    List<List<Object>> rows = new ArrayList<>();
    for (int id = 0; id < 300; id++) {
      rows.add(List.of(id, id % 90, id % 3 == 0 ? "F" : "M", Date.valueOf("1990-01-01")));
    }
    database.insert("people", new ArrayList<>(rows));
    owner("CREATE SCHEMA " + kept);
    policy = policy("releases: {schema: " + kept + "}");
  }

  @AfterEach
  void stop() throws SQLException {
    if (database != null) {
      owner(
          "DROP SCHEMA IF EXISTS "
              + kept
              + (backend.product().equals("MariaDB") ? "" : " CASCADE"));
      database.close();
    }
  }

  private void owner(String sql) throws SQLException {
    try (Statement statement = database.owner().createStatement()) {
      statement.execute(sql);
    }
  }

  private Path policy(String releases) throws IOException {
    Path file = Files.createTempFile(folder, "people", ".yaml");
    Files.writeString(
        file,
        database.policy(
            """
            version: 1
            defaults: {epsilon: 1, delta: 1.0e-6}
            budget: {epsilon: 20, delta: 1.0e-3}
            %s
            schemas:
              PUBLIC:
                tables:
                  PLACES: {public: true}
                  PEOPLE:
                    privacy_unit: ID
                    max_rows_contributed: 1
                    max_groups_contributed: 1
                    columns: {ID: {}, AGE: {lower: 0, upper: 120}, SEX: {values: [F, M]}, BORN: {}}
            """
                .formatted(releases)));
    return file;
  }

  private Connection connect(Path of, String... more) throws SQLException {
    Properties properties = new Properties();
    properties.putAll(database.properties());
    properties.setProperty("dp.policy", of.toString());
    properties.setProperty("dp.analyst", "ann");
    for (int i = 0; i < more.length; i += 2) {
      properties.setProperty(more[i], more[i + 1]);
    }
    return DriverManager.getConnection(
        "jdbc:dp:" + database.url().substring("jdbc:".length()), properties);
  }

  private static List<List<Object>> rows(Connection connection, String sql) throws SQLException {
    List<List<Object>> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        List<Object> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(String.valueOf(result.getObject(i)));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  private static BigDecimal spent(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT SUM(epsilon) FROM DP.SPENDING")) {
      result.next();
      BigDecimal sum = result.getBigDecimal(1);
      return sum == null ? BigDecimal.ZERO : sum;
    }
  }

  private static long update(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeLargeUpdate(sql);
    }
  }

  private String all(String table) {
    return "SELECT * FROM " + kept + "." + table + " ORDER BY 1";
  }

  @Test
  void whatWasReleasedIsPublicForEverybodyAndForEver() throws SQLException {
    List<List<Object>> before;
    try (Connection first = connect(policy);
        Connection other = connect(policy)) {
      before = rows(first, BY_SEX);
      BigDecimal spent = spent(first);
      assertThat(update(first, "CREATE TABLE by_sex AS " + BY_SEX)).isEqualTo(2);

      assertThat(rows(first, all("by_sex"))).isEqualTo(before);
      assertThat(rows(other, all("by_sex"))).isEqualTo(before);
      assertThat(spent(other)).isEqualByComparingTo(spent);
    }
    try (Connection later = connect(policy)) {
      BigDecimal spent = spent(later);
      assertThat(rows(later, all("by_sex"))).isEqualTo(before);
      assertThat(rows(later, "SELECT MAX(n) + MIN(n) FROM " + kept + ".by_sex")).hasSize(1);
      assertThat(spent(later)).isEqualByComparingTo(spent);
    }
  }

  /** What is kept for reuse stays so, whatever others release meanwhile. */
  @Test
  void aReleaseLeavesOtherAnswersToBeReused() throws SQLException {
    try (Connection connection = connect(policy)) {
      String asked = "SELECT COUNT(*) FROM people WHERE age > 40";
      List<List<Object>> before = rows(connection, asked);
      update(connection, "CREATE TABLE by_sex AS " + BY_SEX);
      BigDecimal spent = spent(connection);
      assertThat(rows(connection, asked)).isEqualTo(before);
      assertThat(spent(connection)).isEqualByComparingTo(spent);

      String joined = "SELECT COUNT(*) FROM people p JOIN " + kept + ".by_sex b ON b.sex = p.sex";
      rows(connection, joined);
      assertThat(spent(connection)).isGreaterThan(spent);
    }
  }

  @Test
  void aReleaseIsChargedAndJoinsWithWhatIsPrivate() throws SQLException {
    try (Connection connection = connect(policy)) {
      update(
          connection,
          "CREATE TABLE " + kept + ".sexes AS SELECT sex, COUNT(*) AS n FROM people GROUP BY sex;");
      assertThat(spent(connection)).isEqualByComparingTo("1");

      assertThat(
              rows(
                  connection,
                  "SELECT s.sex, COUNT(*) FROM people p JOIN "
                      + kept
                      + ".sexes s ON p.sex = s.sex GROUP BY s.sex"))
          .hasSize(2);
      assertThat(spent(connection)).isEqualByComparingTo("2");
    }
  }

  @Test
  void valuesKeepTheirTypes() throws SQLException {
    String query =
        "SELECT sex, DATE '2024-02-29' AS d, COUNT(*) AS n, CAST(COUNT(*) AS DECIMAL(20, 3)) AS x,"
            + " COUNT(*) > 0 AS many, CAST(NULL AS INTEGER) AS nothing, 'a''b\\' AS t"
            + " FROM people GROUP BY sex ORDER BY sex";
    try (Connection connection = connect(policy, "dp.error_columns", "true")) {
      List<List<Object>> answer = rows(connection, query);
      assertThat(update(connection, "CREATE TABLE typed AS " + query)).isEqualTo(2);

      assertThat(rows(connection, all("typed"))).isEqualTo(answer);
      try (Statement statement = connection.createStatement();
          ResultSet result = statement.executeQuery(all("typed"))) {
        assertThat(result.getMetaData().getColumnName(4)).isEqualToIgnoringCase("n_error95");
        result.next();
        assertThat(result.getObject(2)).hasToString("2024-02-29");
        assertThat(result.getObject(3)).isInstanceOf(Long.class);
        assertThat(result.getBoolean("many")).isTrue();
      }
    }
  }

  @Test
  void preparedStatementsBindTheValues() throws SQLException {
    try (Connection connection = connect(policy);
        PreparedStatement statement =
            connection.prepareStatement(
                "CREATE TABLE older AS SELECT COUNT(*) AS n FROM people WHERE age > ?")) {
      statement.setInt(1, 40);
      assertThat(statement.execute()).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(1);
      assertThat(statement.getMoreResults()).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(-1);

      assertThat(refusal(statement::executeUpdate)).contains("DP-READ-ONLY", "already");
      assertThat(refusal(statement::executeQuery)).contains("executeUpdate");
    }
  }

  @Test
  void metadataListThem() throws SQLException {
    try (Connection connection = connect(policy)) {
      update(connection, "CREATE TABLE listed AS SELECT COUNT(*) AS n FROM people");

      List<String> found = new ArrayList<>();
      try (ResultSet tables = connection.getMetaData().getTables(null, null, "%", null)) {
        while (tables.next()) {
          found.add(tables.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
        }
      }
      assertThat(found).contains("listed", "people");
      assertThat(
              rows(connection, "SELECT privacy FROM DP.COLUMNS WHERE UPPER(table_name) = 'LISTED'"))
          .containsExactly(List.of("public"));
    }
  }

  private interface Action {
    void run() throws SQLException;
  }

  private static String refusal(Action action) {
    SQLException refused =
        Objects.requireNonNull(catchThrowableOfType(SQLException.class, action::run), "refused");
    return refused.getSQLState() + " " + refused.getMessage();
  }

  @Test
  void allElseIsRefusedBeforeItIsCharged() throws SQLException {
    String count = " AS SELECT COUNT(*) AS n FROM people";
    try (Connection connection = connect(policy)) {
      List<List<String>> refused =
          List.of(
              List.of("CREATE TABLE " + database.schema() + ".mine" + count, "DP-READ-ONLY"),
              List.of("CREATE TABLE nowhere.mine" + count, "DP-READ-ONLY"),
              List.of("CREATE OR REPLACE TABLE mine" + count, "DP-READ-ONLY"),
              List.of("CREATE TABLE IF NOT EXISTS mine" + count, "DP-READ-ONLY"),
              List.of("CREATE TEMPORARY TABLE mine" + count, "DP-READ-ONLY"),
              List.of("CREATE VIEW mine" + count, "DP-READ-ONLY"),
              List.of("CREATE TABLE mine (n BIGINT)", "DP-READ-ONLY"),
              List.of("DROP TABLE " + kept + ".mine", "DP-READ-ONLY"),
              List.of("INSERT INTO " + kept + ".mine VALUES (1)", "DP-READ-ONLY"),
              List.of("EXPLAIN PRIVACY FOR CREATE TABLE mine" + count, "DP-SYNTAX"),
              List.of("CREATE TABLE mine AS SELECT * FROM people", "DP-RAW-ROWS"),
              List.of("CREATE TABLE mine AS SELECT * FROM places", "DP-READ-ONLY"),
              List.of("CREATE TABLE mine AS SELECT 1 AS x", "DP-READ-ONLY"),
              List.of(
                  "CREATE TABLE mine AS SELECT b.epsilon, p.n FROM DP.SPENDING b CROSS JOIN (SELECT"
                      + " COUNT(*) AS n FROM people) p",
                  "DP-READ-ONLY"),
              List.of("CREATE TABLE mine AS SELECT COUNT(*) + 1 FROM people", "DP-UNSUPPORTED"),
              List.of(
                  "CREATE TABLE mine AS SELECT COUNT(*) AS n, SUM(age) AS N FROM people",
                  "DP-UNSUPPORTED"));
      for (List<String> each : refused) {
        assertThat(refusal(() -> update(connection, each.get(0))))
            .as(each.get(0))
            .contains(each.get(1));
      }
      String quote = backend.product().equals("MariaDB") ? "`" : "\"";
      for (String name : List.of("a b", "a-b", "\u00e4", "a'; DROP TABLE people; --", "a.b")) {
        assertThat(
                refusal(() -> update(connection, "CREATE TABLE " + quote + name + quote + count)))
            .as(name)
            .contains("DP-");
        assertThat(
                refusal(
                    () ->
                        update(
                            connection,
                            "CREATE TABLE mine AS SELECT COUNT(*) AS "
                                + quote
                                + name
                                + quote
                                + " FROM people")))
            .as(name)
            .contains("DP-");
      }
      assertThat(spent(connection)).isZero();
      update(connection, "CREATE TABLE mine" + count);
      assertThat(refusal(() -> update(connection, "CREATE TABLE mine" + count)))
          .contains("DP-READ-ONLY", "already");
      assertThat(spent(connection)).isEqualByComparingTo("1");
    }
  }

  @Test
  void nothingIsWrittenWhereThePolicyDoesNotSaySo() throws SQLException, IOException {
    try (Connection connection = connect(policy(""))) {
      assertThat(
              refusal(
                  () ->
                      update(connection, "CREATE TABLE mine AS SELECT COUNT(*) AS n FROM people")))
          .contains("DP-READ-ONLY", "only answers queries");
      assertThat(spent(connection)).isZero();
    }
  }

  @Test
  void theSchemaIsOneOfItsOwn() throws IOException {
    Path among = policy("releases: {schema: " + database.schema() + "}");
    Path nowhere = policy("releases: {schema: nowhere_at_all}");

    assertThat(refusal(() -> connect(among))).contains("DP-POLICY", "must contain no table");
    assertThat(refusal(() -> connect(nowhere)))
        .contains("DP-POLICY", "does not exist in the database");
  }

  @Test
  void aFailureLeavesNothingBehindAndStaysCharged() throws SQLException {
    try (Connection connection = connect(policy)) {
      rows(connection, "SELECT COUNT(*) FROM people");
      BigDecimal spent = spent(connection);
      owner("DROP SCHEMA " + kept);

      String refused =
          refusal(
              () -> update(connection, "CREATE TABLE mine AS SELECT SUM(age) AS n FROM people"));
      assertThat(refused).contains("DP-BACKEND").doesNotContain(kept);
      assertThat(spent(connection)).isGreaterThan(spent);
    }
  }
}
