package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.gateway.config.ConfigException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;
import org.postgresql.copy.CopyOut;
import org.postgresql.util.PSQLException;

/**
 * PostgreSQL's own JDBC driver at the gateway. A query has epsilon 100: noise moves a count by more
 * than 5 with a probability below e^-500.
 */
class PgjdbcTest {
  @TempDir static Path folder;
  private static Clinic clinic;

  @BeforeAll
  static void start() throws IOException, SQLException, ConfigException {
    clinic = Clinic.start(folder);
  }

  @AfterAll
  static void stop() throws IOException {
    clinic.close();
  }

  private static List<List<Object>> rows(ResultSet result) throws SQLException {
    List<List<Object>> rows = new ArrayList<>();
    while (result.next()) {
      List<Object> row = new ArrayList<>();
      for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
        row.add(result.getObject(i));
      }
      rows.add(row);
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(strings = {"simple", "extended", "extendedForPrepared", "extendedCacheEverything"})
  void answersInEveryModeOfQueries(String mode) throws SQLException {
    String sql =
        "SELECT region, COUNT(*), AVG(age) AS mean, SUM(paid), MAX(born) FROM patients"
            + " WHERE age >= ? AND born > ? GROUP BY region ORDER BY region";
    try (Connection connection = clinic.connect("ann", "preferQueryMode", mode);
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int from = 10; from < 17; from++) { // binary from the fifth on
        statement.setInt(1, from);
        statement.setObject(2, LocalDate.of(1950, 6, 1));
        try (ResultSet result = statement.executeQuery()) {
          ResultSetMetaData metadata = result.getMetaData();
          assertThat(metadata.getColumnLabel(2)).isEqualTo("count");
          assertThat(metadata.getColumnLabel(3)).isEqualTo("mean");
          assertThat(metadata.getColumnType(2)).isEqualTo(Types.BIGINT);
          List<List<Object>> rows = rows(result);
          assertThat(rows).extracting(row -> row.get(0)).containsExactly("East", "North", "South");
          assertThat((Long) rows.get(0).get(1)).isBetween(400L, 700L);
          assertThat(((BigDecimal) rows.get(0).get(2)).doubleValue()).isBetween(40.0, 70.0);
        }
      }
    }
  }

  @Test
  void tellsTheTypesOfParametersThatTheClientLeavesOpen() throws SQLException {
    String sql = "SELECT COUNT(*) FROM patients WHERE born > ? AND paid < ? AND region = ?";
    try (Connection connection = clinic.connect("ann");
        PreparedStatement statement = connection.prepareStatement(sql)) {
      assertThat(statement.getParameterMetaData().getParameterType(1)).isEqualTo(Types.DATE);
      assertThat(statement.getParameterMetaData().getParameterType(2)).isEqualTo(Types.NUMERIC);
      assertThat(statement.getParameterMetaData().getParameterType(3)).isEqualTo(Types.VARCHAR);
      assertThat(statement.getMetaData().getColumnType(1)).isEqualTo(Types.BIGINT);
      statement.setObject(1, LocalDate.of(1900, 1, 1));
      statement.setBigDecimal(2, new BigDecimal("1000.5"));
      statement.setString(3, "North");
      try (ResultSet result = statement.executeQuery()) {
        assertThat(result.next()).isTrue();
        assertThat(result.getLong(1)).isBetween(660L, 672L);
      }
    }
  }

  @Test
  void refusesRowsWithStateHintAndPlace() throws SQLException {
    try (Connection connection = clinic.connect("ann");
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("SELECT name FROM patients"))
          .isInstanceOf(PSQLException.class);
      assertThatThrownBy(() -> statement.executeQuery("SELECT  age FROM patients"))
          .asInstanceOf(type(PSQLException.class))
          .satisfies(
              e -> {
                assertThat(e.getSQLState()).isEqualTo("42501");
                assertThat(e.getServerErrorMessage().getMessage()).startsWith("DP-RAW-ROWS: ");
                assertThat(e.getServerErrorMessage().getHint()).contains("COUNT(*)");
                assertThat(e.getServerErrorMessage().getPosition()).isPositive();
              });
    }
  }

  @Test
  void neverReturnsARowOfTheShadow() throws SQLException {
    String[] hidden = {
      "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM patients)",
      "WITH t AS (SELECT * FROM patients) SELECT 1 FROM t RIGHT JOIN (VALUES (1)) v(x) ON true",
      "TABLE visits",
      "(SELECT age FROM patients) UNION ALL SELECT 1",
      "DECLARE c CURSOR WITH HOLD FOR SELECT age FROM patients",
      "PREPARE p AS SELECT age FROM patients",
      "COPY patients TO STDOUT",
      "COPY (SELECT age FROM patients) TO STDOUT",
      "CREATE TEMP TABLE t AS SELECT age FROM patients",
      "SELECT age INTO TEMP t FROM patients",
      "EXPLAIN ANALYZE SELECT age FROM patients",
      "SELECT query_to_xml('SELECT * FROM patients', true, true, '')",
      "SELECT table_to_xml('patients', true, true, '')",
      "SELECT * FROM ts_stat('SELECT to_tsvector(region) FROM patients')",
      "SET search_path = pg_catalog; SELECT age FROM public.patients",
      "LOCK TABLE patients",
      "SET search_path = dp; SELECT COUNT(*) FROM budget",
      "PREPARE U&\"p\" AS SELECT COUNT(*) FROM patients; EXECUTE p",
      "SELECT COUNT(*) FROM patients WHERE age > $1",
      "SET standard_conforming_strings = off; SELECT COUNT(*) FROM patients",
      "DO $$ BEGIN PERFORM 1 FROM patients; END $$",
    };
    for (String sql : hidden) {
      try (Connection connection = clinic.connect("ann", "preferQueryMode", "simple");
          Statement statement = connection.createStatement()) {
        assertThatThrownBy(() -> runAll(statement, sql), sql).isInstanceOf(SQLException.class);
      }
    }
  }

  private static void runAll(Statement statement, String sql) throws SQLException {
    statement.execute(sql);
    while (statement.getMoreResults() || statement.getUpdateCount() >= 0) {
      // each result is of a statement that succeeded
    }
  }

  @Test
  void lastsThroughAFailedTransaction() throws SQLException {
    try (Connection connection = clinic.connect("ann");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.executeQuery("SELECT COUNT(*) FROM visits").close();
      assertThatThrownBy(() -> statement.executeQuery("SELECT age FROM patients"))
          .hasMessageContaining("DP-RAW-ROWS");
      for (String next : new String[] {"SELECT 1", "SELECT COUNT(*) FROM patients"}) {
        assertThatThrownBy(() -> statement.executeQuery(next))
            .hasMessageContaining("current transaction is aborted");
      }
      connection.rollback();
      statement.executeQuery("SELECT 1").close();
      var savepoint = connection.setSavepoint();
      assertThatThrownBy(() -> statement.executeQuery("SELECT 1/0"))
          .hasMessageContaining("division by zero");
      connection.rollback(savepoint);
      statement.executeQuery("SELECT COUNT(*) FROM patients WHERE age > 3").close();
      connection.commit();
    }
  }

  @Test
  void sendsRowsInPortions() throws SQLException {
    try (Connection connection = clinic.connect("ann");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.setFetchSize(7);
      String own = "SELECT age, COUNT(*) FROM patients GROUP BY age ORDER BY age";
      try (ResultSet result = statement.executeQuery(own)) {
        assertThat(rows(result)).hasSize(121);
      }
      try (ResultSet result = statement.executeQuery("SELECT generate_series(1, 50)")) {
        assertThat(rows(result)).hasSize(50);
      }
    }
  }

  @Test
  void keepsCursors() throws SQLException {
    try (Connection connection = clinic.connect("ann");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "DECLARE c CURSOR WITH HOLD FOR SELECT region, COUNT(*) AS n FROM patients GROUP BY region");
      try (ResultSet result = statement.executeQuery("FETCH 2 FROM c")) {
        assertThat(result.getMetaData().getColumnLabel(2)).isEqualTo("n");
        assertThat(rows(result)).hasSize(2);
      }
      try (ResultSet result = statement.executeQuery("FETCH FORWARD ALL IN c")) {
        assertThat(rows(result)).hasSize(1);
      }
      statement.execute("CLOSE c");
      assertThatThrownBy(() -> statement.executeQuery("FETCH 1 FROM c"))
          .hasMessageContaining("does not exist");
    }
  }

  @Test
  void takesParametersOfACursorByTheirDeclaredTypes() throws SQLException {
    String sql =
        "DECLARE c CURSOR FOR SELECT region, COUNT(*) FROM patients WHERE age >= ? GROUP BY region";
    try (Connection connection = clinic.connect("ann");
        PreparedStatement statement = connection.prepareStatement(sql);
        Statement fetch = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.setShort(1, (short) 2); // two bytes for a column of four
      statement.execute();
      try (ResultSet result = fetch.executeQuery("FETCH ALL FROM c")) {
        assertThat(rows(result)).hasSize(3);
      }
    }
  }

  /** Power BI finds relations there. */
  @Test
  void theInformationSchemaHasTheKeys() throws SQLException {
    try (Connection connection = clinic.connect("ann");
        Statement statement = connection.createStatement()) {
      try (ResultSet keys =
          statement.executeQuery(
              "SELECT DISTINCT constraint_type FROM information_schema.table_constraints"
                  + " WHERE table_name = 'visits' AND constraint_type <> 'CHECK' ORDER BY 1")) {
        assertThat(rows(keys)).contains(List.of("FOREIGN KEY"));
      }
      try (ResultSet references =
          statement.executeQuery(
              "SELECT k.column_name FROM information_schema.referential_constraints r"
                  + " JOIN information_schema.key_column_usage k USING (constraint_name)"
                  + " WHERE k.table_name = 'visits'")) {
        assertThat(rows(references)).isNotEmpty();
      }
      assertThatThrownBy(() -> statement.execute("CREATE TABLE x (p integer REFERENCES patients)"))
          .isInstanceOf(SQLException.class);
    }
  }

  @Test
  void explainIsTheDrivers() throws SQLException {
    try (Connection connection = clinic.connect("ann");
        Statement statement = connection.createStatement()) {
      try (ResultSet lines =
          statement.executeQuery("EXPLAIN SELECT COUNT(*) FROM patients WHERE age > 77")) {
        assertThat(lines.getMetaData().getColumnLabel(1)).isEqualTo("QUERY PLAN");
        assertThat(rows(lines).get(0).get(0)).asString().startsWith("total: epsilon 100;");
      }
      try (ResultSet json =
          statement.executeQuery(
              "EXPLAIN (FORMAT JSON, ANALYZE OFF, COSTS ON) SELECT AVG(age) FROM patients")) {
        assertThat(rows(json)).hasSize(1).first().asString().contains("\"Node Type\"", "\"Plans\"");
      }
      // Of what is not the policy's the catalog server knows the plan.
      try (ResultSet lines = statement.executeQuery("EXPLAIN SELECT * FROM pg_class")) {
        assertThat(rows(lines).get(0)).asString().contains("pg_class");
      }
    }
  }

  @Test
  void showsWhatTheSessionAloneHasSet() throws SQLException {
    try (Connection connection = clinic.connect("ann");
        Statement statement = connection.createStatement()) {
      for (String name : new String[] {"dp.ledger", "my.epsilon"}) {
        String show = "SHOW " + name;
        assertThatThrownBy(() -> statement.executeQuery(show))
            .hasMessageContaining("unrecognized configuration parameter");
      }
      for (String before : new String[] {"SELECT 1", "RESET dp.epsilon"}) {
        statement.execute(before);
        try (ResultSet result = statement.executeQuery("SHOW dp.epsilon")) {
          assertThat(rows(result)).as("the policy's").containsExactly(List.of("100"));
        }
      }
      statement.execute("SET dp.epsilon = 50");
      try (ResultSet result = statement.executeQuery("SHOW dp.epsilon")) {
        assertThat(rows(result)).containsExactly(List.of("50"));
      }
    }
  }

  @Test
  void copiesTheFirstRowTogetherWithTheSignature() throws SQLException {
    String groups = "COPY (SELECT region FROM patients GROUP BY region) TO STDOUT (FORMAT binary)";
    String none =
        "COPY (SELECT region FROM patients WHERE age > 130 GROUP BY region LIMIT 0) TO STDOUT BINARY";
    try (Connection connection = clinic.connect("ann")) {
      CopyManager copies = connection.unwrap(PGConnection.class).getCopyAPI();
      List<Integer> lengths = new ArrayList<>();
      CopyOut copy = copies.copyOut(groups);
      for (byte[] each = copy.readFromCopy(); each != null; each = copy.readFromCopy()) {
        lengths.add(each.length);
      }
      int row = 2 + 4; // how many columns, how many bytes
      assertThat(lengths.get(0)).isBetween(19 + row + 4, 19 + row + 5);
      assertThat(lengths).hasSize(4).endsWith(2);
      CopyOut empty = copies.copyOut(none);
      assertThat(empty.readFromCopy()).hasSize(19 + 2);
      assertThat(empty.readFromCopy()).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TEXT", "CSV, HEADER"})
  void copiesOut(String format) throws SQLException, IOException {
    try (Connection connection = clinic.connect("ann")) {
      StringWriter out = new StringWriter();
      long rows =
          connection
              .unwrap(PGConnection.class)
              .getCopyAPI()
              .copyOut(
                  "COPY (SELECT region, COUNT(*) FROM patients GROUP BY region ORDER BY region)"
                      + " TO STDOUT (FORMAT "
                      + format
                      + ")",
                  out);
      assertThat(rows).isEqualTo(3);
      boolean csv = format.startsWith("CSV");
      List<String> lines = out.toString().lines().toList();
      assertThat(lines).hasSize(csv ? 4 : 3);
      assertThat(lines.get(csv ? 1 : 0)).startsWith(csv ? "East," : "East\t");
    }
  }

  @Test
  void tellsTheChargeAndTheLimits() throws SQLException {
    try (Connection connection = clinic.connect("bob");
        Statement statement = connection.createStatement()) {
      statement.executeQuery("SELECT COUNT(*) FROM visits WHERE cost > 77").close();
      List<String> warnings = new ArrayList<>();
      for (SQLWarning each = statement.getWarnings(); each != null; each = each.getNextWarning()) {
        warnings.add(each.getMessage());
      }
      assertThat(warnings.get(0)).startsWith("DP-CUT");
      assertThat(warnings.get(1)).contains("epsilon 100 spent, ").contains(" left");
    }
  }

  @Test
  void showsNoBudgetWithAFreeAnswer() throws SQLException {
    String sql = "SELECT COUNT(*) FROM patients WHERE age > 33";
    for (boolean free : new boolean[] {false, true, true}) {
      try (Connection connection = clinic.connect("bob");
          Statement statement = connection.createStatement()) {
        statement.executeQuery(sql).close();
        assertThat(statement.getWarnings() == null).isEqualTo(free);
        statement.executeQuery("SELECT * FROM dp.budget").close();
        assertThat((Throwable) statement.getWarnings()).isNull();
      }
    }
  }

  @Test
  void showsTheTablesOfThePolicy() throws SQLException {
    try (Connection connection = clinic.connect("ann")) {
      DatabaseMetaData metadata = connection.getMetaData();
      List<String> columns = new ArrayList<>();
      try (ResultSet result = metadata.getColumns(null, "public", "patients", "%")) {
        while (result.next()) {
          columns.add(result.getString("COLUMN_NAME") + " " + result.getString("TYPE_NAME"));
        }
      }
      assertThat(columns)
          .containsExactly(
              "patient_id int4",
              "age int4",
              "region varchar",
              "weight float8",
              "born date",
              "seen timestamp",
              "paid numeric");
      try (ResultSet result = metadata.getImportedKeys(null, "public", "visits")) {
        assertThat(result.next()).isTrue();
        assertThat(result.getString("PKTABLE_NAME")).isEqualTo("patients");
      }
      try (ResultSet result = metadata.getIndexInfo(null, "public", "patients", false, true)) {
        assertThat(result.next()).isTrue();
        assertThat(result.getLong("CARDINALITY")).isLessThanOrEqualTo(0);
      }
    }
  }

  @Test
  void cancelsWhatRunsInTheShadow() throws Exception {
    try (Connection connection = clinic.connect("ann");
        Statement statement = connection.createStatement()) {
      statement.execute("SET statement_timeout = 0");
      Clinic.cancel(statement);
      statement.executeQuery("SELECT 1").close();
    }
  }

  @Test
  void letsNobodyInWithoutThePassword() {
    for (String user : new String[] {"ann", "nobody", "postgres"}) {
      assertThatThrownBy(() -> clinic.connect(user, "password", "wrong horse"))
          .asInstanceOf(type(PSQLException.class))
          .satisfies(
              e -> {
                assertThat(e.getSQLState()).isEqualTo("28P01");
                assertThat(e.getServerErrorMessage().getMessage())
                    .isEqualTo("password authentication failed for user \"" + user + "\"");
              });
    }
  }
}
