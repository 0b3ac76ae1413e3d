package org.dpjdbc.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Without its ledger nothing private is answered, and what was charged is not forgotten. */
class LedgerFaultTest {
  @TempDir Path folder;
  private Clinic clinic;

  /** With one charge of epsilon 1, and closed again. */
  @BeforeEach
  void open() throws Exception {
    clinic = Clinic.open(folder.resolve("clinic"), "ledger_fault");
    charge();
  }

  @AfterEach
  void close() throws Exception {
    clinic.close();
  }

  private void charge() throws SQLException {
    try (Connection connection = clinic.connect()) {
      Clinic.number(connection, Clinic.COUNT);
    }
  }

  private void refusesToConnect(String reason) throws Exception {
    Refusal refusal = Refusal.required(reason, clinic::connect);
    assertThat(refusal.state()).isEqualTo("08001");
    assertThat(refusal.type()).isEqualTo("SQLNonTransientConnectionException");
    assertThat(refusal.message())
        .startsWith("DP-POLICY: the ledger")
        .contains(reason)
        .doesNotContain(folder.toString());
  }

  private void hasSpent(String epsilon) throws SQLException {
    try (Connection connection = clinic.connect()) {
      assertThat(Clinic.spent(connection)).isEqualByComparingTo(epsilon);
    }
  }

  @Test
  void lost() throws Exception {
    Path away = Files.move(clinic.ledger("mv.db"), folder.resolve("away"));
    refusesToConnect("is missing");
    assertThat(clinic.ledger("mv.db")).doesNotExist();
    Files.move(away, clinic.ledger("mv.db"));
    hasSpent("1");
  }

  @Test
  void lostAnchor() throws Exception {
    Files.delete(clinic.ledger("anchor"));
    refusesToConnect("anchor is missing");
  }

  @Test
  void lostUnderAnOpenConnection() throws Exception {
    try (Connection connection = clinic.connect()) {
      Files.delete(clinic.ledger("anchor"));
      Refusal refusal = Refusal.required("count", () -> Clinic.number(connection, Clinic.COUNT));
      assertThat(refusal.state()).isEqualTo("08001");
      assertThat(refusal.message()).contains("anchor is missing", "so no query is answered");
      assertThat(Clinic.number(connection, "SELECT COUNT(*) FROM diseases")).isEqualTo("4");
    }
  }

  @Test
  void copied() throws Exception {
    try (Clinic copy = Clinic.open(folder.resolve("copy"), "ledger_copy")) {
      for (String file : List.of("mv.db", "anchor")) {
        Files.copy(clinic.ledger(file), copy.ledger(file));
      }
      Refusal refusal = Refusal.required("copy", copy::connect);
      assertThat(refusal.state()).isEqualTo("08001");
      assertThat(refusal.message()).contains("moved or copied");
    }
    hasSpent("1");
  }

  @Test
  void rolledBack() throws Exception {
    Path backup = Files.copy(clinic.ledger("mv.db"), folder.resolve("backup"));
    charge();
    Path newest = Files.move(clinic.ledger("mv.db"), folder.resolve("newest"));
    Files.copy(backup, clinic.ledger("mv.db"));
    refusesToConnect("was rolled back");
    Files.delete(clinic.ledger("mv.db"));
    Files.move(newest, clinic.ledger("mv.db"));
    hasSpent("2");
  }

  @Test
  void edited() throws Exception {
    String base = clinic.ledger("mv.db").toString().replace(".mv.db", "");
    try (Connection tool = insider("jdbc:h2:file:" + base);
        Statement statement = tool.createStatement()) {
      String table = chargesTable(tool);
      assertThat(statement.executeUpdate("DELETE FROM " + table)).isPositive();
    }
    refusesToConnect("was edited");
  }

  /** By the H2 inside the jar: another does not read what has its classes' names in it. */
  private static Connection insider(String url) throws ReflectiveOperationException {
    return Class.forName("org.dpjdbc.shaded.org.h2.jdbc.JdbcConnection")
        .asSubclass(Connection.class)
        .getConstructor(String.class, Properties.class, String.class, Object.class, boolean.class)
        .newInstance(url, new Properties(), "", "", false);
  }

  private static String chargesTable(Connection tool) throws SQLException {
    try (var tables = tool.getMetaData().getTables(null, "PUBLIC", "%ENTR%", null)) {
      tables.next();
      return tables.getString("TABLE_NAME");
    }
  }

  @Test
  void overwrittenWithOtherBytes() throws Exception {
    byte[] bytes = Files.readAllBytes(clinic.ledger("mv.db"));
    for (int i = 0; i < bytes.length; i += 7) {
      bytes[i] ^= 0x55;
    }
    Files.write(clinic.ledger("mv.db"), bytes);
    refusesToConnect("");
  }

  @Test
  void heldByAnotherProcess() throws Exception {
    Process tool = Child.start(List.of("hold", clinic.ledger("mv.db").toString()));
    try (BufferedReader output = Child.output(tool)) {
      assertThat(output.readLine()).isEqualTo(Child.READY);
      refusesToConnect("is locked");
    } finally {
      tool.destroyForcibly().waitFor();
    }
    hasSpent("1");
  }

  /** The child may write no file longer than 256 KiB, into which its ledger grows. */
  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void onADiskThatIsFull() throws Exception {
    Path place = folder.resolve("full");
    Process child =
        Child.start(
            List.of("ask", place.toString()), "bash", "-c", "ulimit -f 256; exec \"$0\" \"$@\"");
    List<String> lines;
    try (BufferedReader output = Child.output(child)) {
      lines = output.lines().toList();
    }
    assertThat(child.waitFor(5, TimeUnit.MINUTES)).isTrue();
    long answers = lines.stream().filter(Child.ANSWER::equals).count();
    assertThat(answers).isPositive();
    assertThat(lines.subList((int) answers, lines.size()))
        .containsExactly(
            "SQLNonTransientConnectionException 08001 DP-POLICY: the ledger's storage fails, so no"
                + " query is answered; the details are in the data owner's log",
            "4");
    try (Clinic again = Clinic.open(place, "child_again");
        Connection connection = again.connect()) {
      long charged = Clinic.number(connection, "SELECT COUNT(*) FROM DP.SPENDING").longValue();
      // The last charge may have been made, and its answer withheld.
      assertThat(charged).isBetween(answers, answers + 1);
      Clinic.number(connection, Clinic.COUNT);
    }
  }
}
