package org.dpjdbc.cli.advice;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PolicyCheck;
import org.dpjdbc.policy.PolicyException;
import org.dpjdbc.policy.PolicyFile;
import org.dpjdbc.run.schema.LiveSchemaReader;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Whoever does what the notes propose has numbers that the driver relies on. */
@OnEachDatabase
class RowNumberNotesTest {
  private static final String POLICY =
      """
      version: 1
      schemas:
        PUBLIC:
          tables:
            O: {privacy_unit: WHO, max_rows_contributed: 1, columns: {ID: {}, WHO: {}}}
            ITEM:
              privacy_unit: {column: O, references: O.ID}
              %s
              columns: {O: {}}
            STAYS:
              privacy_unit: PID
              max_rows_contributed: 5
              %s
              columns: {PID: {}, COST: {lower: 0, upper: 900}}
      """;

  @Parameter private TestBackend backend;
  private TestDatabase database;

  @BeforeEach
  void createTables() throws SQLException {
    database = backend.create();
    database.run("CREATE TABLE o (id INTEGER PRIMARY KEY, who INTEGER NOT NULL UNIQUE)");
    database.run("CREATE TABLE item (o INTEGER REFERENCES o(id), n INTEGER, UNIQUE (o, n))");
    database.run("CREATE TABLE stays (pid INTEGER, name VARCHAR(9), cost INTEGER)");
  }

  @AfterEach
  void dropTables() throws SQLException {
    database.close();
  }

  @Test
  void aNumberIsProposedWhereAPersonMayHaveSeveralRows() throws Exception {
    List<String> notes = notes("", "");
    assertThat(notes).hasSize(1);
    assertThat(notes.get(0))
        .startsWith("queries over stays may be faster still if each person's rows are numbered: ");
    if (backend.product().equals("DuckDB")) {
      assertThat(notes.get(0)).contains("in a new table like", "UNIQUE (\"pid\", row_no)");
      database.run("DROP TABLE stays");
      database.run(
          "CREATE TABLE stays (pid INTEGER, cost INTEGER, row_no INTEGER, UNIQUE (pid, row_no))");
    } else {
      database.run("ALTER TABLE stays ADD row_no INTEGER");
      database.run("CREATE UNIQUE INDEX stays_row_no ON stays (pid, row_no)");
      assertThat(notes.get(0)).contains("ADD row_no INTEGER, and CREATE UNIQUE INDEX ");
    }
    assertThat(notes("", ""))
        .hasSize(1)
        .allMatch(note -> note.matches("(?i).*: row_number: row_no"));
    assertThat(notes("", "row_number: ROW_NO")).isEmpty();
    assertThat(notes("", "row_number: PID"))
        .singleElement()
        .asString()
        .matches("(?i)row_number pid of stays is ignored: .* no key UNIQUE \\(pid, pid\\)");
  }

  @Test
  void whyANumberIsIgnoredIsSaid() throws Exception {
    assertThat(notes("", "row_number: NAME"))
        .singleElement()
        .asString()
        .matches("(?i)row_number name of stays is ignored: it is not of an integer type");
    assertThat(notes("", "row_number: COST"))
        .singleElement()
        .asString()
        .matches("(?i)row_number cost of stays is ignored: .* no key UNIQUE \\(pid, cost\\)");
    assertThat(notes("row_number: N", "row_number: COST").get(0))
        .matches("(?i)row_number n of item is ignored: the person is in the rows that .*");
  }

  private List<String> notes(String ofItems, String ofStays) throws SQLException, PolicyException {
    LiveSchema live = LiveSchemaReader.read(database.owner(), List.of(database.schema()));
    String text = database.policy(POLICY.formatted(ofItems, ofStays));
    Policy policy = PolicyCheck.check(PolicyFile.parse("stays.yaml", text), live);
    BackendDialect dialect = BackendDialects.called(backend.product()).orElseThrow();
    return new RowNumberNotes(policy, live, name -> '"' + name + '"')
        .notes(dialect).stream()
            .map(
                note -> note.replaceFirst("^stays.yaml:\\d+: note: ", "").replace("STAYS", "stays"))
            .toList();
  }
}
