package org.dpjdbc.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.dpjdbc.backends.SuiteCases;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever the grammar allows is planned or refused with a code, in words that say nothing of the
 * driver's innards; and what is planned over private tables is SQL that the database takes. {@code
 * -Dgrammar=50000} tries as many statements, {@code -Dgrammar.seed=} others.
 */
@Tag("more")
class GrammaticalSqlTest {
  private static final String BACKEND = "h2:mem:grammatical";
  private static final int COUNT = SuiteCases.GRAMMATICAL_SQL.number("grammar");
  private static final long SEED = Long.getLong("grammar.seed", 17);

  /** Those of refusals; neither the driver's own failure nor the database's is among them. */
  private static final Set<String> STATES =
      Set.of(
          "42501", "42000", "42S02", "42S22", "25006", "22012", "22003", "22018", "22000", "21000",
          "54000");

  private static final Pattern FORM =
      Pattern.compile("DP-[A-Z-]+(?: at line \\d+, column \\d+)?: .+", Pattern.DOTALL);

  /** References to inputs, names of classes, and what is nothing in Java. */
  private static final Pattern INNARDS =
      Pattern.compile(
          "\\$\\d|\\bnull\\b|\\borg\\.|\\bjava\\.|calcite|Exception\\b|\\bRex[A-Z]|\\bRel[A-Z]|\\bSql[A-Z]|@[0-9a-f]{5}");

  @TempDir private static Path folder;
  private static Connection owner;
  private static Connection connection;

  @BeforeAll
  static void open() throws Exception {
    owner = DriverManager.getConnection("jdbc:" + BACKEND, "sa", "sa");
    try (Statement statement = owner.createStatement()) {
      statement.execute(
          "CREATE TABLE patients (id INT PRIMARY KEY, age INT, sex CHAR(1), born DATE,"
              + " region VARCHAR(20), weight DOUBLE PRECISION)");
      statement.execute(
          "CREATE TABLE visits (pid INT, cost DECIMAL(10, 2), icd VARCHAR(10), at TIMESTAMP)");
      statement.execute("CREATE TABLE diseases (icd VARCHAR(10) PRIMARY KEY, label VARCHAR(20))");
    }
    Path policy =
        Files.writeString(
            folder.resolve("clinic.yaml"),
            """
            version: 1
            defaults: {epsilon: 1, delta: 1.0e-8}
            budget: {epsilon: 1000000, delta: 1.0e-3}
            answers: {reuse_for: PT0S}
            schemas:
              PUBLIC:
                tables:
                  PATIENTS:
                    privacy_unit: ID
                    columns:
                      ID: {}
                      AGE: {lower: 0, upper: 120}
                      SEX: {values: [F, M]}
                      BORN: {lower: 1900-01-01, upper: 2030-12-31}
                      REGION: {}
                      WEIGHT: {lower: 0, upper: 300, step: 0.1}
                  VISITS:
                    privacy_unit: {column: PID, references: PATIENTS.ID}
                    max_rows_contributed: 20
                    max_groups_contributed: 3
                    columns:
                      PID: {}
                      COST: {lower: 0, upper: 5000}
                      ICD: {}
                      AT: {lower: 2020-01-01, upper: 2026-12-31}
                  DISEASES: {public: true}
            """);
    Properties properties = new Properties();
    properties.setProperty("user", "sa");
    properties.setProperty("password", "sa");
    properties.setProperty("dp.policy", policy.toString());
    connection = DriverManager.getConnection("jdbc:dp:" + BACKEND, properties);
  }

  @AfterAll
  static void close() throws SQLException {
    connection.close();
    owner.close();
  }

  @Test
  void isPlannedOrRefusedWithACode() {
    Map<String, Integer> outcomes = new TreeMap<>();
    List<String> failures = new ArrayList<>();
    GrammaticalSql.of(SEED, COUNT)
        .forEach(
            sql -> {
              String outcome = outcome(sql);
              outcomes.merge(outcome.split(":", 2)[0], 1, Integer::sum);
              if (outcome.startsWith("FAILED")) {
                failures.add(outcome + "\n   of " + sql);
              }
            });
    System.out.println(COUNT + " grammatical statements: " + outcomes);
    assertThat(failures).as(failures.size() + " of " + outcomes).isEmpty();
  }

  private static String outcome(String sql) {
    try {
      List<String> pushed = explained("EXPLAIN PRIVACY FOR " + sql);
      for (String query : pushed) {
        owner.prepareStatement(query).close();
      }
      return "PLANNED";
    } catch (SQLException e) {
      return ofRefusal(e);
    } catch (RuntimeException | Error e) {
      return "FAILED: " + e;
    }
  }

  private static String ofRefusal(SQLException e) {
    String text = String.valueOf(e.getMessage());
    boolean fits =
        STATES.contains(e.getSQLState())
            && FORM.matcher(text).matches()
            && !INNARDS.matcher(text).find();
    return fits ? text.split("[: ]", 2)[0] : "FAILED: " + e.getSQLState() + " " + text;
  }

  private static List<String> explained(String sql) throws SQLException {
    List<String> pushed = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 1; i <= statement.getParameterMetaData().getParameterCount(); i++) {
        statement.setNull(i, Types.NULL);
      }
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          String query = rows.getString("PUSHED_SQL");
          // The database is asked itself whether it takes what stands over public tables alone.
          if (query != null && !"public".equals(rows.getString("BOUNDING"))) {
            pushed.add(query);
          }
        }
      }
    }
    return pushed;
  }
}
