package org.dpjdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An answer that does not fit into the memory of the process, whether its rows come at once or some
 * at a time: one constant error, the charge stands, and the session goes on.
 */
@Tag("thorough")
class SmallHeapTest {
  private static final int GROUPS = 1_500_000;
  private static final String HEAP = "-Xmx96m";
  private static final String ANSWERED = "answered";
  private static final String CHARGED = "charged";

  /** Two, and the one that did not fit. */
  private static final int ANSWERS = 3;

  private static final int PATIENCE = 20;
  private static final int PAUSE_MILLIS = 500;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"", "1000"})
  @Tag("slow")
  @Timeout(600)
  void anAnswerThatDoesNotFitIsOneConstantError(String fetchSize) throws Exception {
    try (TestDatabase database = TestBackends.called("PostgreSQL").create()) {
      try (Statement statement = database.owner().createStatement()) {
        statement.execute(
            "CREATE TABLE people AS SELECT x AS id, 'key ' || x AS k FROM generate_series(1, "
                + GROUPS
                + ") AS x");
        statement.execute("ALTER TABLE people ADD PRIMARY KEY (id)");
      }
      Path policy = folder.resolve("people.yaml");
      Files.writeString(
          policy,
          database.policy(
              """
              version: 1
              defaults: {epsilon: 1, delta: 1.0e-8}
              budget: {epsilon: 1000, delta: 1.0e-3}
              limits: {timeout: PT100S}
              answers: {reuse_for: PT0S}
              schemas:
                PUBLIC:
                  tables:
                    people: {privacy_unit: id, columns: {id: {}, k: {}}}
              """));
      List<String> lines = linesOf(database.url(), policy, fetchSize);
      assertThat(lines).hasSize(4);
      assertThat(lines.get(0)).isEqualTo(ANSWERED);
      assertThat(lines.get(1)).startsWith("DP-BACKEND: the database failed");
      assertThat(lines.get(2)).isEqualTo(ANSWERED);
      assertThat(lines.get(3)).isEqualTo(CHARGED);
    }
  }

  private static List<String> linesOf(String url, Path policy, String fetchSize) throws Exception {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                SmallHeapTest.class.getName(),
                url,
                policy.toString(),
                fetchSize)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader output =
        new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
      List<String> lines = output.lines().toList();
      assertThat(child.waitFor(5, TimeUnit.MINUTES)).isTrue();
      return lines;
    } finally {
      child.destroyForcibly();
    }
  }

  /**
   * In the process with little memory.
   *
   * @param arguments URL of the database, policy, and fetch size, if any
   */
  public static void main(String[] arguments) throws SQLException, InterruptedException {
    Properties properties = new Properties();
    properties.setProperty("dp.policy", arguments[1]);
    properties.setProperty("dp.analyst", "ann");
    if (!arguments[2].isEmpty()) {
      properties.setProperty("dp.fetch_size", arguments[2]);
    }
    try (Connection connection =
        DriverManager.getConnection(arguments[0].replace("jdbc:", "jdbc:dp:"), properties)) {
      System.out.println(answer(connection, "SELECT COUNT(*) FROM people"));
      System.out.println(answer(connection, "SELECT k, COUNT(*) FROM people GROUP BY k"));
      // Until a connection is there in the place of the one that broke.
      String next = "";
      int asked = 2;
      while (!next.equals(ANSWERED) && asked < 2 + PATIENCE) {
        Thread.sleep(PAUSE_MILLIS);
        next = answer(connection, "SELECT COUNT(*) FROM people");
        asked++;
      }
      System.out.println(next);
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM DP.SPENDING")) {
        rows.next();
        System.out.println(rows.getInt(1) >= ANSWERS ? CHARGED : rows.getInt(1) + " charges");
      }
    }
  }

  private static String answer(Connection connection, String sql) {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() || sql.contains("GROUP") ? ANSWERED : "empty";
    } catch (SQLException e) {
      return e.getMessage();
    }
  }
}
