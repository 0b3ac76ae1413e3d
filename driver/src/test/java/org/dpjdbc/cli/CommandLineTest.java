package org.dpjdbc.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PolicyException;
import org.dpjdbc.policy.PolicyFile;
import org.h2.tools.TriggerAdapter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLineTest {
  private static final String URL = "jdbc:h2:mem:clinic_cli";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Connection owner;

  @TempDir private Path folder;

  @BeforeEach
  void createClinic() throws SQLException {
    owner = DriverManager.getConnection(URL);
    execute(
        """
        CREATE DOMAIN percent AS INT CHECK (VALUE BETWEEN 0 AND 100);
        CREATE TABLE diseases (icd CHAR(5) PRIMARY KEY, title VARCHAR(200));
        CREATE TABLE patients (
          patient_id BIGINT PRIMARY KEY,
          ssn VARCHAR(11) UNIQUE,
          age INT CHECK (age BETWEEN 0 AND 120),
          sex CHAR(1) CHECK (sex IN ('F', 'M')),
          blood ENUM('A', 'B', 'AB', '0'),
          weight DECIMAL(5, 2) CHECK (weight > 0 AND weight <= 300.5),
          height DOUBLE PRECISION CHECK (height >= 0.3),
          fitness percent,
          region VARCHAR(20),
          born DATE CHECK (born >= DATE '1900-01-01' AND born < DATE '2030-12-31'),
          "photo: # x" BLOB);
        CREATE TABLE visits (
          visit_id INT PRIMARY KEY,
          patient_id BIGINT NOT NULL CONSTRAINT visits_of REFERENCES patients,
          icd CHAR(5) REFERENCES diseases,
          at TIMESTAMP(0) CHECK (at BETWEEN TIMESTAMP '2020-01-01 00:00:00' AND TIMESTAMP '2026-12-31 23:59:59'),
          cost INT);
        CREATE TABLE visit_items (visit_id INT REFERENCES visits, grams INT);
        CREATE TABLE letters (patient_id BIGINT, sent DATE);
        CREATE VIEW adults AS SELECT * FROM patients WHERE age >= 18;
        """);
  }

  @AfterEach
  void dropClinic() throws SQLException {
    owner.close();
  }

  @Test
  void draftsWhatTheCatalogSays() {
    assertThat(run("init", URL)).isZero();

    assertThat(out.toString().lines().skip(8))
        .containsExactly(
            """
            schemas:
              PUBLIC:
                tables:
                  DISEASES:
                    privacy_unit: TODO  # the column that identifies the person (ICD is a key), or row, or replace this line by public: true
                    columns:
                      ICD:   {}
                      TITLE: {}  # TODO values: [...] if they are public; {access: none} if it identifies people
                  LETTERS:
                    privacy_unit: {column: PATIENT_ID, references: PATIENTS.PATIENT_ID}  # TODO guessed from the column's name: is this the person whom the row is about?
                    # max_rows_contributed: 20  # TODO how many rows of one person count in a query
                    columns:
                      PATIENT_ID: {}
                      SENT:       {}  # TODO {lower, upper}, from what is publicly known
                  PATIENTS:
                    privacy_unit: PATIENT_ID  # TODO guessed from the table's name: is each PATIENT_ID one person?
                    columns:
                      PATIENT_ID:   {}
                      SSN:          {access: none}  # unique: it identifies one row
                      AGE:          {lower: 0, upper: 120}
                      SEX:          {values: [F, M]}
                      BLOOD:        {values: [A, B, AB, "0"]}
                      WEIGHT:       {lower: 0, upper: 300.5}
                      HEIGHT:       {}  # TODO {lower: 0.3, upper}, from what is publicly known
                      FITNESS:      {lower: 0, upper: 100}
                      REGION:       {}  # TODO values: [...] if they are public; {access: none} if it identifies people
                      BORN:         {lower: 1900-01-01, upper: 2030-12-31}
                      "photo: # x": {access: none}  # type BINARY LARGE OBJECT is not supported
                  VISITS:
                    privacy_unit: {column: PATIENT_ID, references: PATIENTS.PATIENT_ID}  # TODO guessed from the foreign key: is this the person whom the row is about?
                    # max_rows_contributed: 20  # TODO how many rows of one person count in a query
                    columns:
                      VISIT_ID:   {}
                      PATIENT_ID: {}
                      ICD:        {}
                      AT:         {lower: 2020-01-01T00:00, upper: 2026-12-31T23:59:59}
                      COST:       {}  # TODO {lower, upper}, from what is publicly known
                  VISIT_ITEMS:
                    privacy_unit: {column: VISIT_ID, references: VISITS.VISIT_ID}  # TODO guessed from the foreign keys: is this the person whom the row is about?
                    # max_rows_contributed: 20  # TODO how many rows of one person count in a query
                    columns:
                      VISIT_ID: {}
                      GRAMS:    {}  # TODO {lower, upper}, from what is publicly known
                  # Left out, because a view's keys are not enforced: ADULTS
            """
                .lines()
                .toArray(String[]::new));
  }

  @Test
  void draftsAPolicyThatReportsOnlyWhatIsUndecided() {
    Path file = folder.resolve("clinic.yaml");

    assertThat(run("init", URL, "--out", file.toString())).isZero();

    List<Integer> undecided = lines(file, "privacy_unit: TODO");
    assertThat(undecided).hasSize(1);
    assertThatThrownBy(() -> PolicyFile.load(file.toString()))
        .isInstanceOfSatisfying(
            PolicyException.class,
            e ->
                assertThat(e.problems())
                    .extracting(p -> p.location().line())
                    .containsExactlyElementsOf(undecided));
    assertThat(out.toString())
        .contains(file + ": 5 tables")
        .contains(file + ":" + undecided.get(0) + ": decide about PUBLIC.DISEASES");
  }

  @Test
  void draftsAPolicyThatFitsOnceItIsDecided() throws Exception {
    Path file = folder.resolve("clinic.yaml");
    run("init", URL, "--out", file.toString());
    Files.writeString(file, Files.readString(file).replace("privacy_unit: TODO", "public: true"));

    assertThat(run("check", file.toString(), URL)).isZero();

    assertThat(out.toString()).contains(file + " can be used: 4 private and 1 public tables");
    Policy policy = PolicyFile.load(file.toString());
    assertThat(policy.tables()).hasSize(5);
  }

  @Test
  void neverLooksAtRows() throws SQLException {
    for (String table : List.of("diseases", "patients", "visits", "visit_items", "letters")) {
      execute(
          "CREATE TRIGGER watch_%s BEFORE SELECT ON %s CALL '%s'"
              .formatted(table, table, Watch.class.getName()));
    }
    execute("SELECT * FROM letters");
    assertThat(Watch.SELECTS).as("the trigger sees a query").hasValueGreaterThan(0);
    Watch.SELECTS.set(0);

    assertThat(run("init", URL)).isZero();

    assertThat(Watch.SELECTS).hasValue(0);
  }

  /** DuckDB's driver cannot make a connection read-only. */
  @Test
  void draftsAndChecksOnDuckDb() throws Exception {
    String url = "jdbc:duckdb:" + folder.resolve("clicks.duckdb");
    try (Connection duck = DriverManager.getConnection(url);
        Statement statement = duck.createStatement()) {
      statement.execute("CREATE TABLE users (user_id BIGINT PRIMARY KEY, w INT)");
    }
    Path file = folder.resolve("clicks.yaml");

    assertThat(run("init", url, "--out", file.toString())).as(err.toString()).isZero();
    assertThat(run("check", file.toString(), url)).as(err.toString()).isZero();

    assertThat(out.toString()).contains(file + " can be used: 1 private and 0 public tables");
  }

  /** A limit on rows is drafted unless the database keeps each person in one row. */
  @Test
  void draftsNoLimitWherePeopleHaveOneRow() throws Exception {
    execute(
        """
        CREATE TABLE cards (patient_id BIGINT PRIMARY KEY REFERENCES patients);
        CREATE TABLE badges (patient_id BIGINT UNIQUE REFERENCES patients);
        CREATE TABLE scans (patient_id BIGINT REFERENCES patients, n INT, UNIQUE (patient_id, n));
        CREATE TABLE bills (visit_id INT PRIMARY KEY REFERENCES visits);
        """);

    assertThat(run("init", URL)).isZero();

    assertThat(limited("CARDS")).isFalse();
    assertThat(limited("BADGES")).isFalse();
    assertThat(limited("SCANS")).isTrue();
    assertThat(limited("BILLS")).as("a person has several visits").isTrue();
  }

  private boolean limited(String table) {
    String draft = out.toString();
    String own = draft.substring(draft.indexOf("      " + table + ":"));
    return own.substring(0, own.indexOf("columns:\n")).contains("max_rows_contributed");
  }

  @Test
  void doesNotOverwriteUnasked() throws Exception {
    Path file = folder.resolve("clinic.yaml");
    Files.writeString(file, "mine");

    assertThat(run("init", URL, "--out", file.toString())).isEqualTo(3);
    assertThat(err.toString()).contains("already exists; --force replaces it");
    assertThat(file).hasContent("mine");
    assertThat(run("init", URL, "--force", "--out", file.toString())).isZero();
    assertThat(Files.readString(file)).contains("version: 1");
  }

  @Test
  void checksAgainstTheLiveSchema() throws Exception {
    Path file = folder.resolve("clinic.yaml");
    Files.writeString(
        file,
        """
        version: 1
        schemas:
          PUBLIC:
            tables:
              patients: {privacy_unit: patient_id, columns: {patient_id: {}, agee: {}}}
              adults: {public: true}
              nothing: {public: true}
        """);

    assertThat(run("check", file.toString(), URL)).isEqualTo(1);

    assertThat(out.toString())
        .isEqualToNormalizingNewlines(
            """
            %1$s:5: the database has no column 'PATIENTS.agee'; did you mean 'AGE'?
            %1$s:7: the database has no table 'PUBLIC.nothing'
            """
                .formatted(file));
  }

  @Test
  void countsRowsThatBelongToNobody() throws Exception {
    execute(
        """
        ALTER TABLE visits DROP CONSTRAINT visits_of;
        INSERT INTO patients (patient_id) VALUES (1), (2);
        INSERT INTO visits (visit_id, patient_id) VALUES (10, 1), (11, 1), (12, 9);
        INSERT INTO visit_items VALUES (10, 5), (NULL, 5), (NULL, 5);
        INSERT INTO letters (patient_id) VALUES (1), (1), (NULL);
        CREATE TABLE referrals (sender BIGINT, receiver BIGINT);
        INSERT INTO referrals VALUES (1, 2), (2, NULL);
        """);
    Path file = folder.resolve("clinic.yaml");
    Files.writeString(
        file,
        """
        version: 1
        schemas:
          PUBLIC:
            tables:
              patients: {privacy_unit: patient_id, columns: {patient_id: {}}}
              visits: {privacy_unit: {column: patient_id, references: patients.patient_id}, columns: {patient_id: {}}}
              visit_items: {privacy_unit: {column: visit_id, references: visits.visit_id}, columns: {visit_id: {}}}
              letters: {privacy_unit: patient_id, columns: {patient_id: {}}}
              referrals: {privacy_units: [sender, receiver], columns: {sender: {}, receiver: {}}}
        """);

    assertThat(run("check", file.toString(), URL)).isZero();

    assertThat(out.toString().lines())
        .containsExactly(
            file
                + ":6: note: 1 row of VISITS has a PATIENT_ID that is not in PATIENTS; it is a"
                + " separate person",
            file + ":7: note: 2 rows of VISIT_ITEMS have no VISIT_ID; they are ignored",
            file + ":8: note: 1 row of LETTERS has no PATIENT_ID; it is ignored",
            file + ":9: note: 1 row of REFERRALS has no RECEIVER; it is ignored",
            file + " can be used: 5 private and 0 public tables",
            "without max_rows_contributed: VISITS, VISIT_ITEMS, LETTERS, REFERRALS; queries over a"
                + " table without it must say OPTIONS (max_rows_contributed = n)",
            file + ":6" + missing("VISITS"),
            file + ":8" + missing("LETTERS"));
    out.getBuffer().setLength(0);
    assertThat(run("check", "--no-rows", file.toString(), URL)).isZero();
    assertThat(out.toString().lines().filter(line -> line.contains("note:")))
        .containsExactly(file + ":6" + missing("VISITS"), file + ":8" + missing("LETTERS"));

    // What is proposed is all that is missing.
    try (Statement statement = owner.createStatement()) {
      statement.execute("CREATE INDEX ON \"PUBLIC\".\"VISITS\" (\"PATIENT_ID\")");
      statement.execute("CREATE INDEX ON \"PUBLIC\".\"LETTERS\" (\"PATIENT_ID\")");
    }
    out.getBuffer().setLength(0);
    assertThat(run("check", "--no-rows", file.toString(), URL)).isZero();
    assertThat(out.toString()).doesNotContain("note");
  }

  /** H2 compares a UUID as a text, which its index does not find. */
  @Test
  void proposesNoIndexThatIsOfNoUse() throws Exception {
    execute("CREATE TABLE seen (who UUID, other BIGINT)");
    Path file = folder.resolve("seen.yaml");
    Files.writeString(
        file,
        """
        version: 1
        schemas: {PUBLIC: {tables: {seen: {privacy_unit: who, columns: {who: {}}}}}}
        """);

    assertThat(run("check", "--no-rows", file.toString(), URL)).isZero();
    assertThat(out.toString()).contains("can be used").doesNotContain("index");
  }

  private static String missing(String table) {
    return ": note: queries over %1$s may be several times as fast with an index on PATIENT_ID: CREATE INDEX ON \"PUBLIC\".\"%1$s\" (\"PATIENT_ID\")"
        .formatted(table);
  }

  @Test
  void draftsAndChecksReferencesOfSeveralColumns() throws Exception {
    execute(
        """
        CREATE TABLE beds (ward INT, bed INT, patient_id BIGINT REFERENCES patients, PRIMARY KEY (ward, bed));
        CREATE TABLE checks (b INT, w INT, pulse INT, CONSTRAINT of_bed FOREIGN KEY (w, b) REFERENCES beds (ward, bed));
        CREATE TABLE alarms (b INT, w INT);
        INSERT INTO patients (patient_id) VALUES (1);
        INSERT INTO beds VALUES (1, 1, 1);
        INSERT INTO checks VALUES (1, 1, 60), (NULL, 1, 70), (1, NULL, 80), (NULL, NULL, 90);
        INSERT INTO alarms VALUES (1, 1), (1, 2), (2, NULL);
        """);
    assertThat(run("init", URL)).isZero();
    assertThat(out.toString())
        .contains(
            "privacy_unit: {columns: [W, B], references: {table: BEDS, columns: [WARD, BED]}}  #"
                + " TODO guessed from the foreign keys");
    out.getBuffer().setLength(0);
    Path file = folder.resolve("clinic.yaml");
    String policy =
        """
        version: 1
        schemas:
          PUBLIC:
            tables:
              patients: {privacy_unit: patient_id, columns: {patient_id: {}}}
              beds: {privacy_unit: {column: patient_id, references: patients.patient_id}, columns: {patient_id: {}, ward: {}, bed: {}}}
              checks: {privacy_unit: {columns: [w, b], references: {table: beds, columns: [ward, bed]}}, columns: {b: {}, w: {}}}
              alarms: {privacy_unit: {columns: [b, w], references: {table: beds, columns: [bed, ward]}}, columns: {b: {}, w: {}}}
        """;
    Files.writeString(file, policy);

    assertThat(run("check", file.toString(), URL)).isZero();
    assertThat(out.toString().lines())
        .contains(
            file + ":7: note: 3 rows of CHECKS have no W or B; they are ignored",
            file + ":8: note: 1 row of ALARMS has no B or W; it is ignored",
            file + ":8: note: 1 row of ALARMS has a B and W that is not in BEDS; it is ignored");

    out.getBuffer().setLength(0);
    execute(
        """
        CREATE TABLE rooms (ward INT, bed INT, patient_id BIGINT);
        INSERT INTO rooms VALUES (1, 1, 1), (1, 1, 2), (1, 2, 1), (NULL, 1, 1), (NULL, 1, 2);
        """);
    Files.writeString(
        file,
        policy
            .replace("beds", "rooms")
            .lines()
            .filter(l -> !l.contains("checks"))
            .collect(Collectors.joining("\n")));
    assertThat(run("check", file.toString(), URL)).isEqualTo(1);
    assertThat(out.toString().lines())
        .contains(
            file
                + ":7: note: 1 value of ROOMS (BED, WARD) is in several rows of ROOMS; a row"
                + " that references one belongs to no single person",
            file
                + ":7: references ROOMS (BED, WARD), which the database does not keep unique: a row"
                + " could belong to several people; reference a primary key or a unique one, or"
                + " name a view with the person's key in each row and privacy_unit: {column: that"
                + " key}");
  }

  @Test
  void countsKeysOfSeveralOwners() throws Exception {
    execute(
        """
        CREATE TABLE people (pid INT, house INT);
        CREATE TABLE bills (pid INT, house INT);
        INSERT INTO people VALUES (1, 7), (1, 7), (2, 7), (3, 8), (NULL, 9), (NULL, 9);
        INSERT INTO bills VALUES (1, 7), (2, 8);
        """);
    Path file = folder.resolve("clinic.yaml");
    String policy =
        """
        version: 1
        schemas:
          PUBLIC:
            tables:
              people: {privacy_unit: pid, columns: {pid: {}, house: {}}}
              bills: {privacy_unit: {column: pid, references: people.pid}, columns: {pid: {}}}
        """;
    Files.writeString(file, policy);

    assertThat(run("check", file.toString(), URL)).isZero();

    assertThat(out.toString().lines())
        .containsExactly(
            file
                + ":6: note: 1 value of PEOPLE.PID is in several rows of PEOPLE; the rows of each"
                + " are one person",
            file + ":5: note: 2 rows of PEOPLE have no PID; they are ignored",
            file + " can be used: 2 private and 0 public tables",
            "without max_rows_contributed: PEOPLE, BILLS; queries over a table without it must say"
                + " OPTIONS (max_rows_contributed = n)",
            file
                + ":5: note: queries over PEOPLE may be several times as fast with an index on PID:"
                + " CREATE INDEX ON \"PUBLIC\".\"PEOPLE\" (\"PID\")",
            file
                + ":6: note: queries over BILLS may be several times as fast with an index on PID:"
                + " CREATE INDEX ON \"PUBLIC\".\"BILLS\" (\"PID\")");

    out.getBuffer().setLength(0);
    Files.writeString(
        file,
        policy
            .replace(
                "column: pid, references: people.pid", "column: house, references: people.house")
            .replace("{pid: {}}}\n", "{house: {}}}\n"));
    assertThat(run("check", file.toString(), URL)).isEqualTo(1);
    assertThat(out.toString().lines())
        .containsExactly(
            file
                + ":6: note: 2 values of PEOPLE.HOUSE are in several rows of PEOPLE; a row that"
                + " references one belongs to no single person",
            file
                + ":6: references PEOPLE.HOUSE, which the database does not keep unique: a row"
                + " could belong to several people; reference a primary key or a unique one, or"
                + " name a view with the person's key in each row and privacy_unit: {column: that"
                + " key}");

    out.getBuffer().setLength(0);
    assertThat(run("check", "--no-rows", file.toString(), URL)).isEqualTo(1);
    assertThat(out.toString()).doesNotContain("note");
  }

  @Test
  void warnsOfViews() throws Exception {
    Path file = folder.resolve("clinic.yaml");
    Files.writeString(file, "version: 1\nschemas: {PUBLIC: {tables: {adults: {public: true}}}}");

    assertThat(run("check", file.toString(), URL)).isZero();

    assertThat(out.toString())
        .contains(file + ":2: note: ADULTS is a view; make sure that no private table is behind");
  }

  @Test
  void saysWhatCannotBeDone() {
    assertThat(run("init", "jdbc:nobody:x")).isEqualTo(3);
    assertThat(err.toString()).contains("no driver accepts the URL").contains("--driver-jar");
    assertThat(run("init", "jdbc:nobody:x", "--driver-jar", "gone.jar")).isEqualTo(3);
    assertThat(err.toString()).contains("there is no readable driver jar gone.jar");
    assertThat(run("init", "jdbc:dp:" + URL.substring(5))).isEqualTo(3);
    assertThat(err.toString()).contains("has no dp:");
    assertThat(run("init", URL, "--schema", "NOWHERE")).isEqualTo(3);
    assertThat(err.toString()).contains("there are no tables in NOWHERE");
    assertThat(run("check", "gone.yaml", URL)).isEqualTo(1);
    assertThat(out.toString()).contains("gone.yaml: there is no such policy file");
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("name a command: init, check, suggest, explain");
    assertThat(run("int", URL)).isEqualTo(2);
  }

  /** Counts the queries that reach a table. */
  public static final class Watch extends TriggerAdapter {
    static final AtomicInteger SELECTS = new AtomicInteger();

    @Override
    public void fire(Connection connection, ResultSet before, ResultSet after) {
      SELECTS.incrementAndGet();
    }
  }

  private int run(String... arguments) {
    return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = owner.createStatement()) {
      statement.execute(sql);
    }
  }

  private static List<Integer> lines(Path file, String part) {
    try {
      List<String> lines = Files.readAllLines(file);
      return IntStream.range(0, lines.size())
          .filter(i -> lines.get(i).contains(part))
          .mapToObj(i -> i + 1)
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
