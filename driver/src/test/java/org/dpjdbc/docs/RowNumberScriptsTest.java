package org.dpjdbc.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PolicyCheck;
import org.dpjdbc.policy.PolicyFile;
import org.dpjdbc.policy.TablePolicy;
import org.dpjdbc.run.schema.LiveSchemaReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** The script of each database numbers rows so that the driver relies on the numbers. */
@OnEachDatabase
class RowNumberScriptsTest {
  private static final String POSTGRES = "PostgreSQL";

  @Parameter private TestBackend backend;

  @Test
  void numbersAreEnforced() throws Exception {
    List<Block> scripts = Manual.read().page("docs/how-to/number-rows.md").in("sql");
    String policy =
        """
        version: 1
        schemas:
          PUBLIC:
            tables:
              PATIENTS: {privacy_unit: PATIENT_ID, columns: {PATIENT_ID: {}}}
              VISITS:
                privacy_unit: {column: PATIENT_ID, references: PATIENTS.PATIENT_ID}
                max_rows_contributed: 20
                row_number: VISIT_NO
                columns: {PATIENT_ID: {}}
        """;
    try (TestDatabase database = backend.create()) {
      run(database, scripts.get(0).text());
      database.run("INSERT INTO patients VALUES (1, 'a'), (2, 'b')");
      database.run("INSERT INTO loaded_visits VALUES (1, 'x', 1), (1, 'y', 2), (2, 'x', 3)");
      String mark =
          backend.product().equals(POSTGRES) ? "owner" : TutorialTest.ELSEWHERE + backend.product();
      run(
          database,
          scripts.stream()
              .skip(1)
              .filter(block -> block.mark().equals(mark))
              .findFirst()
              .orElseThrow()
              .text());
      LiveSchema live = LiveSchemaReader.read(database.owner(), List.of(database.schema()));
      Policy checked = PolicyCheck.check(PolicyFile.parse("page", database.policy(policy)), live);
      TablePolicy visits = checked.tables().get(1);
      assertThat(visits.numbers(live.table(visits.schema(), visits.name()).orElseThrow()))
          .isPresent();
      assertThat(numbers(database)).isEqualTo(3);
    }
  }

  private static void run(TestDatabase database, String script) throws SQLException {
    for (String statement : script.split(";\\R?")) {
      if (!statement.isBlank()) {
        database.run(statement);
      }
    }
  }

  /** How many numbers follow one another from 1 on. */
  private static int numbers(TestDatabase database) throws SQLException {
    try (Statement statement = database.owner().createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT patient_id, visit_no FROM visits ORDER BY patient_id, visit_no")) {
      int unit = 0;
      int expected = 0;
      int count = 0;
      while (rows.next()) {
        expected = rows.getInt(1) == unit ? expected + 1 : 1;
        unit = rows.getInt(1);
        count += rows.getInt(2) == expected ? 1 : 0;
      }
      return count;
    }
  }
}
