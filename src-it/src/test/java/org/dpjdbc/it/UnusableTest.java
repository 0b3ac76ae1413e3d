package org.dpjdbc.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Policies, drivers, names and schemas that a connection cannot be made with. */
class UnusableTest {
  @TempDir Path folder;
  private Clinic clinic;

  @BeforeEach
  void open() throws Exception {
    clinic = Clinic.open(folder, "unusable");
  }

  @AfterEach
  void close() throws Exception {
    clinic.close();
  }

  private Refusal refusedConnection() throws Exception {
    return refusedConnection(clinic.url());
  }

  private static Refusal refusedConnection(String url) throws Exception {
    Refusal refusal = Refusal.required(url, () -> DriverManager.getConnection(url, "sa", "sa"));
    assertThat(refusal.state()).isEqualTo("08001");
    assertThat(refusal.type()).isEqualTo("SQLNonTransientConnectionException");
    assertThat(refusal.message()).startsWith("DP-POLICY: ");
    return refusal;
  }

  private static int count(Connection connection) throws Exception {
    return Clinic.number(connection, Clinic.COUNT).intValue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "version: 1",
        "version: [",
        "version: 1\nversion: 1",
        "\t",
        "- 1\n- 2",
        "version: 1\ndefaults: {epsilon: -1}",
        "version: 1\ndefaults: &a {epsilon: *a}",
        "version: !!javax.script.ScriptEngineManager [x]",
        "a: &a [x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c]",
        "%PDF-1.4",
        "\u0000\u0001"
      })
  void aPolicyThatIsNone(String text) throws Exception {
    Files.writeString(clinic.policy(), text, UTF_8);
    assertThat(refusedConnection().message()).contains("clinic.yaml").doesNotContain("snakeyaml");
  }

  @Test
  void aPolicyNestedTooDeep() throws Exception {
    Files.writeString(clinic.policy(), "version: " + "[".repeat(100_000), UTF_8);
    assertThat(refusedConnection().message()).contains("clinic.yaml");
  }

  @Test
  void aPolicyOfOtherBytes() throws Exception {
    Files.write(clinic.policy(), new byte[] {(byte) 0xFF, (byte) 0xFE, (byte) 0xC3, 0x28});
    assertThat(refusedConnection().message()).contains("clinic.yaml");
  }

  @Test
  void noPolicy() throws Exception {
    Files.delete(clinic.policy());
    assertThat(refusedConnection().message()).contains(clinic.policy().toString());
    assertThat(clinic.ledger("mv.db")).doesNotExist();
  }

  @Test
  void everyProblemIsListedAtOnceWithItsLine() throws Exception {
    String text =
        Files.readString(clinic.policy())
            .replace("AGE: {lower: 0, upper: 120}", "AGE: {lower: 120, upper: 0}")
            .replace("REGION: {}", "REGION: {lower: 0, upper: 1}")
            .replace("NOTE: {}", "NOTES: {}");
    Files.writeString(clinic.policy(), text, UTF_8);
    assertThat(refusedConnection().message()).contains("clinic.yaml:13", "lower");
    Files.writeString(clinic.policy(), text.replace("lower: 120, upper: 0", "lower: 0, upper: 1"));
    assertThat(refusedConnection().message()).contains("clinic.yaml:15", "REGION", "NOTES");
  }

  @Test
  void noDriverForTheDatabase() throws Exception {
    String url = "jdbc:dp:nosuch://host/db;dp.policy=" + clinic.policy();
    assertThat(refusedConnection(url).message())
        .contains("jdbc:nosuch", "dp.driver", "searched", "org.h2.Driver", "DriverManager");
    assertThat(refusedConnection(clinic.url() + ";dp.driver=org.nosuch.Driver").message())
        .contains("org.nosuch.Driver (not on ");
    assertThat(refusedConnection(clinic.url() + ";dp.driver=java.lang.String").message())
        .contains("java.lang.String (is no driver of a database)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\u0000b", "a\nb", "a\u007Fb", "a\uD800b", "LONG"})
  void aNameThatTheLedgerCannotWrite(String name) throws Exception {
    Properties properties = new Properties();
    properties.setProperty("user", "sa");
    properties.setProperty("password", "sa");
    properties.setProperty("dp.analyst", name.equals("LONG") ? "x".repeat(201) : name);
    Refusal refusal =
        Refusal.required(name, () -> DriverManager.getConnection(clinic.url(), properties));
    assertThat(refusal.state()).isEqualTo("08001");
    assertThat(refusal.message()).contains("name", "1 to 200 characters");
    properties.setProperty("dp.analyst", "x".repeat(200));
    try (Connection connection = DriverManager.getConnection(clinic.url(), properties)) {
      assertThat(count(connection)).isBetween(100, 300);
    }
  }

  @Test
  void aSchemaThatChangedBeforeConnecting() throws Exception {
    clinic.asOwner("ALTER TABLE patients DROP COLUMN age");
    clinic.asOwner("ALTER TABLE patients ALTER COLUMN weight VARCHAR(10)");
    clinic.asOwner("DROP TABLE visits");
    assertThat(refusedConnection().message())
        .contains("AGE", "WEIGHT", "VISITS", "clinic.yaml:")
        .doesNotContain("Zq7");
    assertThat(clinic.ledger("mv.db")).doesNotExist();
  }

  /** What the database rejects costs nothing, nothing is said of why, and all else is answered. */
  @Test
  void aSchemaThatChangesUnderAnOpenConnection() throws Exception {
    try (Connection connection = clinic.connect()) {
      assertThat(count(connection)).isBetween(100, 300);
      clinic.asOwner("ALTER TABLE patients DROP COLUMN age");
      Refusal refusal =
          Refusal.required("sum", () -> Clinic.number(connection, "SELECT SUM(age) FROM patients"));
      assertThat(refusal.state()).isEqualTo("58000");
      assertThat(refusal.type()).isEqualTo("SQLNonTransientException");
      assertThat(refusal.message())
          .startsWith("DP-BACKEND: the database failed before anything was charged")
          .doesNotContain("AGE", "PATIENTS");
      assertThat(Clinic.spent(connection)).isEqualByComparingTo("1");
      assertThat(count(connection)).isBetween(100, 300);
      clinic.asOwner("DROP TABLE patients");
      assertThat(Refusal.required("count", () -> count(connection)).state()).isEqualTo("58000");
      assertThat(Clinic.number(connection, "SELECT COUNT(*) FROM diseases")).isEqualTo("4");
      assertThat(Clinic.spent(connection)).isEqualByComparingTo("2");
    }
    assertThat(refusedConnection().message()).contains("PATIENTS");
  }
}
