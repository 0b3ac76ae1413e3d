package org.dpjdbc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
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

/** An epsilon of 1000 moves no count: a discrete Laplace of that scale is 0 but once in e^1000. */
class QueryCommandTest {
  private static final String URL = "jdbc:h2:mem:query_cli";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Connection owner;
  private Path policy;

  @TempDir private Path folder;

  @BeforeEach
  void createClinic() throws Exception {
    owner = DriverManager.getConnection(URL);
    try (Statement statement = owner.createStatement()) {
      statement.execute(
          """
          CREATE TABLE patients (patient_id INT PRIMARY KEY, sex CHAR(1) NOT NULL, age INT);
          INSERT INTO patients
            SELECT x, CASE WHEN x <= 30 THEN 'F' ELSE 'M' END, x FROM SYSTEM_RANGE(1, 40);
          CREATE TABLE notes (id INT PRIMARY KEY, note VARCHAR(40), at DATE);
          INSERT INTO notes VALUES (1, 'a "b", c', DATE '2020-02-29'), (2, NULL, NULL),
            (3, 'x' || CHAR(27) || '[31m', NULL), (4, '', NULL);
          """);
    }
    policy = folder.resolve("clinic.yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 1000, delta: 0, noise: laplace}
        budget: {epsilon: 10000, delta: 0, renews: never}
        limits: {max_epsilon_per_query: 1000}
        schemas:
          PUBLIC:
            tables:
              PATIENTS:
                privacy_unit: PATIENT_ID
                columns: {PATIENT_ID: {}, SEX: {values: [F, M]}, AGE: {lower: 0, upper: 110}}
              NOTES: {public: true}
        """);
  }

  @AfterEach
  void dropClinic() throws SQLException {
    owner.close();
  }

  private int run(String command, String... rest) {
    List<String> arguments = new ArrayList<>(List.of(command, policy.toString(), URL));
    arguments.addAll(List.of(rest));
    arguments.addAll(List.of("--analyst", "ann"));
    return Main.run(
        new PrintWriter(out, true), new PrintWriter(err, true), arguments.toArray(new String[0]));
  }

  private static String by(String... columns) {
    return "SELECT sex, " + String.join(", ", columns) + " FROM patients GROUP BY sex ORDER BY sex";
  }

  @Test
  void alignsColumnsWithTheirErrors() {
    assertThat(run("query", "--epsilon", "0.1", by("COUNT(*) AS people"))).isZero();
    assertThat(out.toString().lines())
        .satisfiesExactly(
            header -> assertThat(header).matches("SEX +PEOPLE"),
            rule -> assertThat(rule).matches("---  -+"),
            women -> assertThat(women).matches("F +-?\\d+ ± 30"),
            men -> assertThat(men).matches("M +-?\\d+ ± 30"));
    assertThat(err.toString())
        .contains("all analysts: epsilon 0.1 spent, 9999.9 left")
        .contains("ann: epsilon 0.1 spent, 9999.9 left");
  }

  @Test
  void showsNoBudgetWithAFreeAnswer() {
    assertThat(run("query", "SELECT note FROM notes")).isZero();
    assertThat(err.toString()).doesNotContain("spent");
  }

  @Test
  void warnsOfWhatMayBeLeftOut() {
    assertThat(
            run(
                "query",
                "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (max_rows_contributed = 3) COUNT(*) AS n"
                    + " FROM patients, notes"))
        .isZero();
    assertThat(err.toString()).contains("warning: DP-CUT: rows beyond 3 per person");
    assertThat(out.toString()).doesNotContain("DP-CUT");
  }

  @Test
  void showsAFractionAsFinelyAsItsError() {
    assertThat(run("query", "--epsilon", "100", by("AVG(CAST(age AS DOUBLE)) AS age"))).isZero();
    assertThat(out.toString().lines().skip(2))
        .allSatisfy(line -> assertThat(line).matches("[FM] +\\d+\\.\\d{2,3} ± +0\\.\\d{2,3}"));
  }

  @Test
  void writesJson() {
    assertThat(run("query", "--json", by("COUNT(*) AS n"))).isZero();
    assertThat(out.toString().replaceAll("\\s", ""))
        .isEqualTo(
            "[{\"SEX\":\"F\",\"N\":30,\"N_error95\":0.0},{\"SEX\":\"M\",\"N\":10,\"N_error95\":0.0}]");
  }

  @Test
  void writesJsonOfStringsDatesAndNulls() {
    assertThat(run("query", "--json", "SELECT note, at FROM notes WHERE id < 3 ORDER BY id"))
        .isZero();
    assertThat(out.toString().replaceAll("[\\n ]", ""))
        .isEqualTo(
            "[{\"NOTE\":\"a\\\"b\\\",c\",\"AT\":\"2020-02-29\"},{\"NOTE\":null,\"AT\":null}]");
  }

  @Test
  void writesCommaSeparatedValues() {
    assertThat(run("query", "--csv", "SELECT note, at FROM notes ORDER BY id")).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "NOTE,AT", "\"a \"\"b\"\", c\",2020-02-29", ",", "\"x\u001b[31m\",", "\"\",");
  }

  @Test
  void movesNoCursor() {
    assertThat(run("query", "SELECT note FROM notes WHERE id = 3")).isZero();
    assertThat(out.toString()).contains("x\uFFFD[31m").doesNotContain("\u001b");
  }

  @Test
  void drawsBarsWithIntervals() {
    assertThat(run("query", "--chart", by("COUNT(*) AS n"))).isZero();
    assertThat(out.toString().lines())
        .satisfiesExactly(
            title -> assertThat(title).isEqualTo("N"),
            women -> assertThat(women).matches("F  █{50} +30 ± 0"),
            men -> assertThat(men).matches("M  █{16} +10 ± 0"));
  }

  @Test
  void drawsEachNoisyColumnByItself() {
    assertThat(run("query", "--chart", by("COUNT(*) AS n, 2 * COUNT(*) AS twice"))).isZero();
    assertThat(out.toString().lines())
        .satisfiesExactly(
            title -> assertThat(title).isEqualTo("N"),
            women -> assertThat(women).matches("F  █{50} +30 ± 0"),
            men -> assertThat(men).matches("M  █{16} +10 ± 0"),
            between -> assertThat(between).isEmpty(),
            title -> assertThat(title).isEqualTo("TWICE"),
            women -> assertThat(women).matches("F  █{50} +60 ± 0"),
            men -> assertThat(men).matches("M  █{16} +20 ± 0"));
  }

  @Test
  void drawsTheIntervalOverTheEndOfTheBar() {
    assertThat(
            run("query", "--chart", "--epsilon", "0.3", "SELECT COUNT(*) + 200 AS n FROM patients"))
        .isZero();
    assertThat(out.toString().lines().skip(1))
        .singleElement()
        .asString()
        .matches("  █{30,48}▒{1,4}─{0,3}┤ +\\d+ ± 11");
  }

  @Test
  void explainsAndChargesNothing() {
    assertThat(run("explain", by("COUNT(*) AS n"))).isZero();
    assertThat(out.toString())
        .containsPattern("mechanism +discrete Laplace")
        .containsPattern("epsilon +1000")
        .containsPattern("sent +SELECT");
    assertThat(budget()).contains("all analysts: spent epsilon 0, left epsilon 10000");
  }

  @Test
  void saysWhatAnalystsHaveSpent() {
    assertThat(run("query", by("COUNT(*) AS n"))).isZero();
    assertThat(budget())
        .contains("all analysts: spent epsilon 1000, left epsilon 9000")
        .contains("ann: spent epsilon 1000, left epsilon 9000");
    assertThat(budget("--spending")).containsPattern("1  \\S+Z  ann  epsilon 1000  SELECT");
  }

  @Test
  void beginsNoLedgerToSayWhatIsLeft() {
    assertThat(
            Main.run(new PrintWriter(out), new PrintWriter(err, true), "budget", policy.toString()))
        .isEqualTo(3);
    assertThat(err.toString()).contains("there is no ledger");
  }

  @Test
  void refusesAsTheDriverDoes() {
    assertThat(run("query", "SELECT age FROM patients")).isEqualTo(3);
    assertThat(err.toString()).contains("DP-RAW-ROWS");
    assertThat(run("query", "--json", "--csv", "SELECT 1")).isEqualTo(2);
  }

  private String budget(String... options) {
    out.getBuffer().setLength(0);
    List<String> arguments = new ArrayList<>(List.of("budget", policy.toString()));
    arguments.addAll(List.of(options));
    assertThat(
            Main.run(
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                arguments.toArray(new String[0])))
        .isZero();
    return out.toString();
  }
}
