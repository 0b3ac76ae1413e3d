package org.dpjdbc.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
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

/** Queries from a file. An epsilon of 1000 moves no count. */
class SqlFileTest {
  private static final String URL = "jdbc:h2:mem:file_cli";

  private static final String TWO =
      """
      -- How many there are; all of them.
      SELECT COUNT(*) AS n, 'a;b' AS "x;y" FROM patients;
      /* And; of the old: */ SELECT COUNT(*) AS old
      FROM patients WHERE age > 30; -- done;
      """;

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
          CREATE TABLE patients (patient_id INT PRIMARY KEY, age INT);
          INSERT INTO patients SELECT x, x FROM SYSTEM_RANGE(1, 40);
          """);
    }
    policy =
        Files.writeString(
            folder.resolve("clinic.yaml"),
            """
            version: 1
            defaults: {epsilon: 1000, delta: 0, noise: laplace}
            budget: {epsilon: 10000, delta: 0, renews: never}
            limits: {max_epsilon_per_query: 1000}
            schemas:
              PUBLIC:
                tables:
                  PATIENTS: {privacy_unit: PATIENT_ID, columns: {PATIENT_ID: {}, AGE: {lower: 0, upper: 110}}}
            """);
  }

  @AfterEach
  void dropClinic() throws SQLException {
    owner.close();
  }

  private int run(String command, String... rest) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    List<String> all = new ArrayList<>(List.of(command, policy.toString(), URL));
    all.addAll(List.of("--analyst", "ann"));
    all.addAll(List.of(rest));
    return Main.run(
        new PrintWriter(out, true), new PrintWriter(err, true), all.toArray(new String[0]));
  }

  private String file(String text) throws Exception {
    return Files.writeString(folder.resolve("report.sql"), text).toString();
  }

  private static String spending() {
    return "all analysts: epsilon %s spent";
  }

  @Test
  void answersEachStatement() throws Exception {
    assertThat(run("query", "--csv", "--file", file(TWO))).as(err.toString()).isZero();
    assertThat(out.toString().lines())
        .containsExactly("N,N_error95,x;y", "40,0.0,a;b", "", "OLD,OLD_error95", "10,0.0");
    assertThat(err.toString()).containsOnlyOnce(spending().formatted(2000));
  }

  @Test
  void remembersAStatementAsIfItHadComeAlone() throws Exception {
    assertThat(run("query", "-f", file(TWO))).isZero();
    assertThat(run("query", "SELECT COUNT(*) AS old\nFROM patients WHERE age > 30")).isZero();
    assertThat(err.toString()).as("the notice of a charge").isEmpty();
    assertThat(
            Main.run(
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                "budget",
                policy.toString(),
                "--spending"))
        .isZero();
    assertThat(out.toString())
        .contains("epsilon 1000  SELECT COUNT(*) AS n, 'a;b' AS \"x;y\" FROM patients")
        .doesNotContain("all of them");
  }

  @Test
  void readsTheStandardInput() throws Exception {
    InputStream before = System.in;
    try {
      System.setIn(new ByteArrayInputStream(("\uFEFF" + TWO).getBytes(UTF_8)));
      assertThat(run("query", "--json", "--file", "-")).as(err.toString()).isZero();
    } finally {
      System.setIn(before);
    }
    assertThat(out.toString().replaceAll("\\s", ""))
        .isEqualTo(
            "[{\"N\":40,\"N_error95\":0.0,\"x;y\":\"a;b\"}][{\"OLD\":10,\"OLD_error95\":0.0}]");
  }

  @Test
  void stopsAtTheFirstThatFails() throws Exception {
    String file =
        file(TWO + "SELECT 1; SELECT\n  age FROM patients; SELECT COUNT(*) FROM patients");
    assertThat(run("query", "--file", file)).isEqualTo(3);
    assertThat(out.toString()).contains("40 ± 0", "10 ± 0");
    assertThat(err.toString().lines().filter(line -> !line.startsWith("warning")))
        .satisfiesExactly(
            together -> assertThat(together).startsWith("all analysts: epsilon 2000 spent"),
            charged -> assertThat(charged).startsWith("ann: epsilon 2000 spent"),
            failure ->
                assertThat(failure)
                    .startsWith(
                        file + ":5: statement 4 of 5 failed: DP-RAW-ROWS at line 6, column 3: the"),
            rest -> assertThat(rest).isEqualTo("3 before it done, 1 after it not begun"));
    assertThat(run("query", "--file", file("\n  SELEC 1"))).isEqualTo(3);
    assertThat(err.toString())
        .startsWith(
            folder.resolve("report.sql")
                + ":2: statement 1 of 1 failed: DP-SYNTAX at line 2, column 3:")
        .doesNotContain("before it");
  }

  @Test
  void runsNothingIfItIsUnclearWhereAStatementEnds() throws Exception {
    assertThat(run("query", "--file", file(TWO + "SELECT 'a; SELECT 1"))).isEqualTo(3);
    assertThat(err.toString())
        .contains("report.sql:5: column 8: a quote that is never closed")
        .contains("; nothing was run");
    assertThat(out.toString()).isEmpty();
    assertThat(run("query", "--file", file("-- nothing;\n;"))).isEqualTo(3);
    assertThat(err.toString()).contains("report.sql: there is no statement in it");
    assertThat(run("query", "--file", "gone.sql")).isEqualTo(3);
    assertThat(err.toString()).contains("there is no file gone.sql");
  }

  @Test
  void explainsEachStatement() throws Exception {
    assertThat(run("explain", "--file", file(TWO))).as(err.toString()).isZero();
    String name = folder.resolve("report.sql").toString();
    assertThat(out.toString())
        .startsWith(name + ":2: statement 1 of 2\n")
        .contains("\n" + name + ":3: statement 2 of 2\n")
        .containsPattern("sent .*\"AGE\" >");
    assertThat(run("explain", "--file", file(TWO + "\n SELECT age FROM patients"))).isEqualTo(3);
    assertThat(err.toString())
        .contains(":6: statement 3 of 3 failed: DP-RAW-ROWS at line 6, column 9:");
  }
}
