package org.dpjdbc.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A console that calls nearly every scalar method of metadata: it works, and shows refusals. */
class SqllineTest {
  private static final List<String> SCRIPT =
      List.of(
          "!tables",
          "!columns PATIENTS",
          "!primarykeys PATIENTS",
          "!indexes PATIENTS",
          "!metadata getSchemas",
          "!dbinfo",
          "SELECT sex, COUNT(*) AS n FROM patients GROUP BY sex ORDER BY sex;",
          "SELECT * FROM diseases ORDER BY code;",
          "SELECT note FROM patients;",
          "SELECT SUM(salary) FROM patients;",
          "SELEC 1;",
          "DELETE FROM patients;",
          "EXPLAIN PRIVACY FOR SELECT AVG(age) FROM patients;",
          "SELECT * FROM DP.BUDGET;",
          "SELECT query, epsilon FROM DP.SPENDING;",
          "!quit");

  @TempDir Path folder;

  @Test
  void aSession() throws Exception {
    String url;
    try (Clinic clinic = Clinic.inFile(folder)) {
      url = clinic.url();
    }
    Path script = Files.write(folder.resolve("script.sql"), SCRIPT);
    Path output = folder.resolve("output.txt");
    List<String> command = new ArrayList<>(Child.java());
    command.addAll(
        List.of(
            "sqlline.SqlLine",
            "-d",
            "org.dpjdbc.Driver",
            "-u",
            url,
            "-n",
            "sa",
            "-p",
            "sa",
            "--maxWidth=160",
            "--color=false"));
    ProcessBuilder builder = new ProcessBuilder(command);
    // Its history would otherwise go to the home of whoever builds.
    builder.environment().put("HOME", folder.toString());
    Process sqlline =
        builder
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(script.toFile()))
            .start();
    assertThat(sqlline.waitFor(120, TimeUnit.SECONDS)).isTrue();
    String text = Files.readString(output, UTF_8);
    assertThat(text)
        .contains("| PUBLIC      | PATIENTS")
        .containsPattern("\\| F +\\| +\\d+")
        .containsPattern("\\| A +\\| infection")
        .contains("DP-RAW-ROWS at line 1, column 8: the query would return rows of")
        .contains("(state=42501,code=1)")
        .contains("DP-NO-BOUNDS at line 1, column 12")
        .contains("DP-SYNTAX at line 1, column 1")
        .contains("DP-READ-ONLY at line 1, column 1")
        .contains("discrete Laplace")
        .doesNotContain("Zq7", "SSN", "SECRETS", "0A000", "\tat ", "the driver failed");
  }
}
