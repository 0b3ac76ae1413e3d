package org.dpjdbc.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Calcite is slow to load, and connecting needs nothing of it: pools and tools connect often, from
 * threads that wait. A process of its own connects up to the ledger, the last step, and is refused
 * there, so that no warm-up begins; its classes are listed.
 */
class ConnectTest {
  /** Interfaces and exceptions that signatures name. */
  private static final int NAMED_BY_SIGNATURES = 40;

  @TempDir private static Path folder;

  @Test
  void connectingLoadsNothingOfCalcite() throws Exception {
    DriverJar.require();
    Path policy = folder.resolve("clinic.yaml");
    Files.writeString(
        policy,
        """
        version: 1
        defaults: {epsilon: 1.0, delta: 1.0e-9, noise: laplace}
        budget: {epsilon: 10, delta: 1.0e-3, renews: never}
        answers: {reuse_for: PT0S}
        schemas: {PUBLIC: {tables: {T: {privacy_unit: ID, columns: {ID: {}}}}}}
        """,
        UTF_8);
    Path classes = folder.resolve("classes.txt");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load:file=" + classes,
                "-cp",
                System.getProperty("java.class.path"),
                ConnectTest.class.getName(),
                policy.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    List<String> loaded = Files.readAllLines(classes);
    assertThat(loaded).anyMatch(line -> line.contains(" org.dpjdbc.budget.LedgerLocation "));
    assertThat(loaded)
        .filteredOn(line -> line.contains(".org.apache.calcite."))
        .hasSizeLessThan(NAMED_BY_SIGNATURES);
  }

  /** The process. */
  public static void main(String[] args) throws SQLException {
    try (Connection owner = DriverManager.getConnection("jdbc:h2:mem:t");
        Statement statement = owner.createStatement()) {
      statement.execute("CREATE TABLE T (ID INT PRIMARY KEY)");
      String url =
          "jdbc:dp:h2:mem:t;dp.analyst=ann;dp.policy=" + args[0] + ";dp.ledger=jdbc:h2:mem:forgets";
      try (Connection connection = DriverManager.getConnection(url)) {
        throw new IllegalStateException("a ledger in memory was taken");
      } catch (SQLException e) {
        System.out.println(e.getMessage());
      }
    }
  }
}
