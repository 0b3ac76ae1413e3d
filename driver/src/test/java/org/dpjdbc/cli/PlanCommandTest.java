package org.dpjdbc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanCommandTest {
  private static final String URL = "jdbc:h2:mem:plan_cli";

  private static final String DASHBOARD =
      """
      -- How many there are.
      SELECT sex, COUNT(*) AS n FROM patients GROUP BY sex;
      SELECT COUNT(*) AS n, sex FROM patients GROUP BY sex ORDER BY n;

      SELECT SUM(age) FROM patients;
      SELECT AVG(age) FROM patients WHERE age > 20;
      SELECT * FROM notes;
      """;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Connection owner;

  @TempDir private Path folder;

  @BeforeEach
  void createClinic() throws Exception {
    owner = DriverManager.getConnection(URL);
    try (Statement statement = owner.createStatement()) {
      statement.execute(
          """
          CREATE TABLE patients (patient_id INT PRIMARY KEY, sex CHAR(1) NOT NULL, age INT);
          INSERT INTO patients SELECT x, 'F', x FROM SYSTEM_RANGE(1, 40);
          CREATE TABLE notes (id INT PRIMARY KEY);
          """);
    }
    policy("10", "PT24H");
  }

  @AfterEach
  void dropClinic() throws SQLException {
    owner.close();
  }

  private void policy(String budget, String reuse) throws IOException {
    Files.writeString(
        folder.resolve("clinic.yaml"),
        """
        version: 1
        defaults: {epsilon: 0.5, delta: 0, noise: laplace}
        budget: {epsilon: %s, delta: 0, renews: never}
        answers: {reuse_for: %s}
        limits: {max_epsilon_per_query: 2}
        schemas:
          PUBLIC:
            tables:
              PATIENTS:
                privacy_unit: PATIENT_ID
                columns: {PATIENT_ID: {}, SEX: {values: [F, M]}, AGE: {lower: 0, upper: 110}}
              NOTES: {public: true}
        """
            .formatted(budget, reuse));
  }

  /** What a command prints, whose last words are the file and its options. */
  private List<String> run(int exitCode, String command, String... last) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of("--analyst", "ann", folder.resolve("clinic.yaml").toString(), URL));
    all.addAll(List.of(last));
    int is =
        Main.run(
            new PrintWriter(out, true), new PrintWriter(err, true), all.toArray(new String[0]));
    assertThat(is).as("%s%s", out, err).isEqualTo(exitCode);
    return out.toString().lines().toList();
  }

  private List<String> plan(int exitCode, String sql, String... options) throws IOException {
    String file = Files.writeString(folder.resolve("dashboard.sql"), sql).toString();
    List<String> last = new ArrayList<>(List.of(options));
    last.add(file);
    return run(exitCode, "plan", last.toArray(new String[0]));
  }

  @Test
  void saysWhatEachStatementCosts() throws Exception {
    assertThat(plan(0, DASHBOARD))
        .satisfiesExactly(
            header -> assertThat(header).matches("no\\. +line +source +epsilon +delta +95 % error"),
            line -> assertThat(line).matches(" +1 +2 +charged +0\\.5 +0 +COUNT\\(\\*\\) ± 6"),
            line -> assertThat(line).matches(" +2 +3 +answered from 1 +0 +0 +COUNT\\(\\*\\) ± 6"),
            line -> assertThat(line).matches(" +3 +5 +charged +0\\.5 +0 +SUM\\(AGE\\) ± 659"),
            line -> assertThat(line).matches(" +4 +6 +charged +0\\.5 +0 +AVG\\(AGE\\) ± \\?"),
            line -> assertThat(line).matches(" +5 +7 +public +0 +0"),
            line -> assertThat(line).isEmpty(),
            line -> assertThat(line).isEqualTo("Total: epsilon 1.5."),
            line -> assertThat(line).isEqualTo("Cheapest order: as written."),
            line -> assertThat(line).isEqualTo("The budget allows that 6 times."),
            line ->
                assertThat(line)
                    .startsWith("Largest saving: epsilon 0.45")
                    .contains("LEAST(", "in statement 3."));
    assertThat(spent()).isEmpty();
  }

  /** What the ledger says of the analyst. */
  private String spent() {
    String policy = folder.resolve("clinic.yaml").toString();
    StringWriter budget = new StringWriter();
    assertThat(
            Main.run(new PrintWriter(budget, true), new PrintWriter(err, true), "budget", policy))
        .isZero();
    return budget.toString().lines().filter(line -> line.startsWith("ann")).findFirst().orElse("");
  }

  @Test
  void saysWhyStatementsAreRefused() throws Exception {
    assertThat(
            plan(
                1,
                "SELECT COUNT(*) FROM patients;\n\n  SELECT\n age FROM patients; SELEC",
                "--release"))
        .anyMatch(line -> line.matches(" +1 +1 +charged .*"))
        .anyMatch(
            line -> line.matches(" +2 +3 +refused +0 +0 +DP-RAW-ROWS at line 4, column 2: .*"))
        .anyMatch(line -> line.matches(" +3 +4 +refused +0 +0 +DP-SYNTAX at line 4, column 21: .*"))
        .contains("Total: epsilon 0.5.", "Nothing was released, because a statement is refused.");
    assertThat(spent()).isEmpty();
  }

  @Test
  void releasesWhatIsChargedSoThatAllIsFree() throws Exception {
    assertThat(plan(0, DASHBOARD, "--release"))
        .endsWith("Released 3 of 5 statements. All of them are free now, for 24 hours.");
    assertThat(spent()).startsWith("ann: spent epsilon 1.5,");
    assertThat(plan(0, DASHBOARD))
        .anyMatch(line -> line.matches(" +1 +2 +kept since 20\\S+Z +0 +0 .*"))
        .anyMatch(line -> line.matches(" +2 +3 +kept since 20\\S+Z +0 +0 .*"))
        .contains("Total: epsilon 0.", "Nothing is charged.");
    run(0, "query", "--file", folder.resolve("dashboard.sql").toString());
    plan(0, DASHBOARD, "--release");
    assertThat(spent()).startsWith("ann: spent epsilon 1.5,");
  }

  @Test
  void releasesNothingBeyondTheBudget() throws Exception {
    policy("1.25", "PT24H");
    assertThat(plan(3, DASHBOARD, "--release")).contains("The budget does not allow that.");
    assertThat(err.toString()).contains("the budget does not allow all statements");
    assertThat(spent()).isEmpty();
  }

  @Test
  void releasesNothingThatIsNotKept() throws Exception {
    policy("10", "PT0S");
    assertThat(plan(3, DASHBOARD, "--release")).contains("Total: epsilon 2.");
    assertThat(err.toString()).contains("the policy keeps no answers");
    assertThat(spent()).isEmpty();
  }

  /** Half of the epsilon is twice the error, more or less. */
  @Test
  void findsTheLeastEpsilonForAnError() throws Exception {
    List<String> plan = plan(0, DASHBOARD, "--error", "1320");
    assertThat(plan.get(0)).matches("epsilon 0\\.2\\d\\d? for each statement: .* above 1320\\.");
    assertThat(plan).anyMatch(line -> line.matches(" +1 +2 +charged +0\\.2\\d+ .*± 12"));
    assertThat(plan(0, DASHBOARD, "--error", "3%", "--smallest", "44000")).isEqualTo(plan);
    assertThat(plan(0, DASHBOARD, "--error", "3%"))
        .anyMatch(line -> line.endsWith("COUNT(*) ± 6 (3% of 200)"));
    String epsilon = plan.get(0).split(" ")[1];
    plan(0, DASHBOARD, "--error", "1320", "--release");
    run(0, "query", "--epsilon", epsilon, "--file", folder.resolve("dashboard.sql").toString());
    assertThat(spent())
        .startsWith(
            "ann: spent epsilon "
                + new BigDecimal(epsilon)
                    .multiply(BigDecimal.valueOf(3))
                    .stripTrailingZeros()
                    .toPlainString()
                + ",");
  }

  @Test
  void refusesErrorsThatCannotBe() throws Exception {
    plan(2, DASHBOARD, "--error", "0");
    plan(2, DASHBOARD, "--error", "100%");
    plan(2, DASHBOARD, "--error", "few");
    plan(2, DASHBOARD, "--error", "1320", "--epsilon", "1");
    assertThat(plan(3, DASHBOARD, "--error", "0.01")).isEmpty();
    assertThat(err.toString()).contains("needs an epsilon of");
    plan(3, "SELECT AVG(age) FROM patients", "--error", "1");
    assertThat(err.toString()).contains("no statement has an error that is known");
  }

  @Test
  void needsAFile() {
    assertThat(run(2, "plan")).isEmpty();
    assertThat(err.toString()).contains("'FILE'");
    run(3, "plan", folder.resolve("none.sql").toString());
    assertThat(err.toString()).contains("there is no file");
  }
}
