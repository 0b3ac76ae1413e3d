package org.dpjdbc.budget;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A clinic with its policy and its ledger in a folder, and all that the ledger tells, as lines of
 * text. {@link #keep} writes such a folder into the test resources, where a later version finds it;
 * {@link #copy} takes it out again.
 */
final class StoredLedger {
  /** The folders {@code version-1} and so on; what is in them is never written anew. */
  static final Path KEPT = Path.of("src/test/resources/org/dpjdbc/budget");

  private static final String POLICY = "clinic.yaml";
  private static final String ANCHOR = "clinic.ledger.anchor";
  private static final String DATABASE = "clinic.ledger.mv.db";

  /** The clinic's own database: its rows are no part of what is kept. */
  private static final List<String> CLINIC =
      List.of(
          "CREATE TABLE patients (patient_id INTEGER PRIMARY KEY, age INTEGER, sex VARCHAR(1),"
              + " town VARCHAR(20), born DATE, weight DOUBLE PRECISION)",
          "INSERT INTO patients SELECT x, MOD(x * 7, 100), CASE MOD(x, 2) WHEN 0 THEN 'F' ELSE 'M'"
              + " END, CASE MOD(x, 3) WHEN 0 THEN 'Köln' WHEN 1 THEN 'Łódź' END,"
              + " DATEADD(DAY, -MOD(x * 37, 30000), DATE '2020-01-01'), 45 + MOD(x * 13, 60)"
              + " FROM SYSTEM_RANGE(1, 2000)",
          "CREATE TABLE bills (patient_id INTEGER NOT NULL REFERENCES patients, amount INTEGER)",
          "INSERT INTO bills SELECT x, MOD(x * 41, 900) FROM SYSTEM_RANGE(1, 2000)");

  private static final String TERMS =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 100, delta: 1.0e-3, renews: never, composition: %s, per_analyst: {epsilon: 50, delta: 5.0e-4}}
      # A hundred years: what is kept here is still valid when it is read.
      answers: {reuse_for: P36500D}
      schemas:
        PUBLIC:
          tables:
            PATIENTS:
              privacy_unit: PATIENT_ID
              columns:
                PATIENT_ID: {}
                AGE: {lower: 0, upper: 110}
                SEX: {values: [F, M]}
                TOWN: {}
                BORN: {lower: 1900-01-01, upper: 2030-12-31}
                WEIGHT: {lower: 0, upper: 200, step: 0.5}
            BILLS:
              privacy_unit: {column: PATIENT_ID, references: PATIENTS.PATIENT_ID}
              max_rows_contributed: auto
              columns: {PATIENT_ID: {}, AMOUNT: {lower: 0, upper: auto}}
      """;

  /** By a theorem of composition, so that an account is left of each: the last is the policy's. */
  private static final List<Asked> HISTORY =
      List.of(
          new Asked("basic", "Zoë", "SELECT COUNT(*) AS n FROM patients"),
          new Asked("basic", "Zoë", "SELECT AVG(age) AS a FROM patients WHERE town = 'Łódź'"),
          new Asked("pld", "bob", "SELECT sex, COUNT(*) AS n FROM patients GROUP BY sex"),
          new Asked("pld", "bob", "SELECT /*+ DP(noise=gaussian) */ SUM(age) AS s FROM patients"),
          new Asked("zcdp", "ann", "SELECT COUNT(*) AS n FROM patients WHERE age > 65"),
          new Asked(
              "zcdp",
              "ann",
              "SELECT /*+ DP(epsilon=0.25, noise=gaussian) */ sex, SUM(age) AS s, COUNT(*) AS n"
                  + " FROM patients GROUP BY sex"),
          new Asked("zcdp", "ann", "SELECT town, COUNT(*) AS n FROM patients GROUP BY town"),
          new Asked("zcdp", "ann", "SELECT MEDIAN(age) AS m FROM patients"),
          new Asked(
              "zcdp",
              "ann",
              "SELECT PERCENTILE_DISC(0.25) WITHIN GROUP (ORDER BY born) AS q FROM patients"),
          new Asked("zcdp", "ann", "SELECT SUM(amount) AS s FROM bills"),
          new Asked("zcdp", "ann", "SELECT MODE(sex) AS m, AVG(weight) AS w FROM patients"));

  /** How many of them are asked before the ledger is moved, and accepted by the owner. */
  private static final int ASKED_BEFORE = 2;

  private final Path folder;

  private StoredLedger(Path folder) {
    this.folder = folder;
  }

  /** A question of an analyst, under a policy that composes so. */
  private record Asked(String composition, String analyst, String sql) {}

  /** The folders that are kept. */
  static List<Path> kept() throws IOException {
    try (var folders = Files.newDirectoryStream(KEPT, "version-*")) {
      List<Path> kept = new ArrayList<>();
      folders.forEach(kept::add);
      return kept.stream().sorted().toList();
    }
  }

  /** The files of a folder that is kept, in another one. */
  static StoredLedger copy(Path kept, Path to) throws IOException {
    for (String file : List.of(POLICY, DATABASE, ANCHOR)) {
      Files.copy(kept.resolve(file), to.resolve(file));
    }
    return new StoredLedger(to);
  }

  /**
   * Charges a new ledger as the driver now does, and keeps it: a history by all theorems, with a
   * note of the owner in its middle.
   *
   * @param target does not exist
   * @param work where to work
   */
  static void keep(Path target, Path work) throws Exception {
    StoredLedger before = new StoredLedger(Files.createDirectory(work.resolve("before")));
    try (Connection clinic = createClinic()) {
      before.askAll(HISTORY.subList(0, ASKED_BEFORE));
      StoredLedger ledger = copy(before.folder, Files.createDirectory(work.resolve("moved")));
      ledger.accept();
      ledger.askAll(HISTORY.subList(ASKED_BEFORE, HISTORY.size()));
      try (Connection c = ledger.database();
          Statement statement = c.createStatement()) {
        statement.execute("SHUTDOWN COMPACT");
      }
      Files.createDirectory(target);
      for (Map.Entry<String, List<String>> text : ledger.strings().entrySet()) {
        Files.write(target.resolve(text.getKey()), text.getValue(), UTF_8);
      }
      for (String file : List.of(POLICY, DATABASE, ANCHOR)) {
        Files.copy(ledger.folder.resolve(file), target.resolve(file));
      }
    }
  }

  private void askAll(List<Asked> questions) throws IOException, SQLException {
    for (Asked asked : questions) {
      Files.writeString(folder.resolve(POLICY), TERMS.formatted(asked.composition()), UTF_8);
      ask(asked.analyst(), asked.sql());
    }
  }

  /** The clinic that the analysts ask, for as long as it is open. */
  static Connection createClinic() throws SQLException {
    Connection clinic = DriverManager.getConnection("jdbc:h2:mem:stored_ledger", "sa", "sa");
    try (Statement statement = clinic.createStatement()) {
      for (String sql : CLINIC) {
        statement.execute(sql);
      }
    }
    return clinic;
  }

  /** Asks through the driver. */
  List<String> ask(String analyst, String sql) throws SQLException {
    try (Connection connection = connect(analyst);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.append(i == 1 ? "" : " | ").append(result.getString(i));
        }
        rows.add(row.toString());
      }
      return rows;
    }
  }

  Connection connect(String analyst) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:dp:h2:mem:stored_ledger;dp.policy="
            + folder.resolve(POLICY)
            + ";dp.analyst="
            + analyst,
        "sa",
        "sa");
  }

  /** What {@code dp-jdbc ledger accept} does. */
  void accept() throws LedgerException {
    JdbcLedger.accept(place(), Clock.systemUTC());
  }

  /** What {@code dp-jdbc ledger verify} does. */
  long verify() throws LedgerException {
    return JdbcLedger.verify(place());
  }

  LedgerLocation place() throws LedgerException {
    return LedgerLocation.beside(folder.resolve(POLICY));
  }

  /** The ledger's own database, past the ledger. */
  Connection database() throws LedgerException, SQLException {
    return H2Files.open(LedgerFiles.at(folder.resolve("clinic.ledger")), true);
  }

  /** All that the ledger tells, by the names of the files that it is kept in. */
  Map<String, List<String>> strings() throws LedgerException, SQLException {
    Map<String, List<String>> strings = new TreeMap<>();
    strings.put("entries.txt", rows("entries"));
    strings.put("accounts.txt", rows("accounts"));
    strings.put("budget.txt", budget());
    strings.put("answers.txt", answers().stream().map(KeptAnswer::line).toList());
    return strings;
  }

  /** What {@code dp-jdbc ledger export} writes of a table. */
  List<String> rows(String table) throws LedgerException {
    List<String> lines = new ArrayList<>();
    JdbcLedger.export(
        place(),
        (of, row) -> {
          if (of.equals(table)) {
            row.forEach((column, value) -> lines.add(column + ": " + value));
            lines.add("");
          }
        });
    return lines;
  }

  private List<String> budget() throws SQLException {
    List<String> lines = new ArrayList<>();
    for (String analyst : analysts()) {
      lines.addAll(
          ask(
              analyst,
              "SELECT '"
                  + analyst
                  + "' AS asks, analyst, spent_epsilon, spent_delta FROM DP.BUDGET"
                  + " ORDER BY 2"));
    }
    return lines;
  }

  static List<String> analysts() {
    return HISTORY.stream().map(Asked::analyst).distinct().toList();
  }

  /** The answers, as they lie in the table. */
  List<KeptAnswer> answers() throws LedgerException, SQLException {
    try (Connection c = database();
        Statement statement = c.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT answer_key, MIN(stored_at), MIN(digest), SUM(OCTET_LENGTH(content))"
                    + " FROM dp_answer GROUP BY answer_key ORDER BY answer_key")) {
      List<KeptAnswer> answers = new ArrayList<>();
      while (row.next()) {
        answers.add(
            new KeptAnswer(row.getString(1), row.getLong(2), row.getString(3), row.getLong(4)));
      }
      return answers;
    }
  }

  /** An answer in the table: its digest is over key, time and content. */
  record KeptAnswer(String key, long storedAtMicros, String digest, long bytes) {
    private String line() {
      return key + " " + storedAtMicros + " " + digest + " " + bytes;
    }

    /** What the ledger finds under the key: nothing, if the digest is not that of the content. */
    Optional<byte[]> find(Ledger ledger) throws LedgerException {
      return ledger.answers().find(key, Instant.EPOCH);
    }
  }
}
