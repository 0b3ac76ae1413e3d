package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An answer says that rows with unlisted values are left out, unless a CHECK constraint admits
 * none.
 */
@OnEachDatabase
class CheckedValuesTest {
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 1000, delta: 0.1}
      schemas:
        PUBLIC:
          tables:
            people:
              privacy_unit: id
              columns:
                id: {}
                sex: {values: [F, M]}
                grade: {values: [1, 2, 3]}
                few: {values: [1, 2]}
                other: {values: [1, 2]}
                span: {values: [1, 2]}
                half: {values: [1, 2]}
                either: {values: [1, 2, 3]}
      """;

  @TempDir private Path folder;
  private final TestBackend backend;

  CheckedValuesTest(TestBackend backend) {
    this.backend = backend;
  }

  @Test
  void areAllListed() throws Exception {
    assumeTrue(!backend.product().equals("MariaDB"), "its constraints are not read");
    try (TestDatabase database = backend.create()) {
      database.run(
          backend.spell(
              "CREATE TABLE people (id INTEGER PRIMARY KEY, sex CHAR(1) CHECK (sex IN ('F', 'M')),"
                  + " grade INTEGER NOT NULL CHECK (grade IN (1, 2)), few INTEGER CHECK (few IN (1,"
                  + " 2, 3)), other INTEGER, span INTEGER CHECK (span >= 1 AND span <= 2), half DECIMAL(3, 1) CHECK (half >= 1 AND half <= 2), either"
                  + " INTEGER CHECK (either = 1 OR either = 2 OR either IS NULL))"));
      database.run(
          "INSERT INTO people VALUES (1, 'F', 1, 3, 3, 1, 1.5, 2), (2, NULL, 2, 1, 1, 2, 1, NULL)");
      Path policy = folder.resolve("people.yaml");
      Files.writeString(policy, database.policy(POLICY));
      try (Session session = Noiseless.connect(database, policy)) {
        assertThat(leftOut(session, "sex")).isEmpty();
        assertThat(leftOut(session, "grade")).isEmpty();
        assertThat(leftOut(session, "either")).isEmpty();
        assertThat(leftOut(session, "few")).hasSize(1);
        assertThat(leftOut(session, "other")).hasSize(1);
        assertThat(leftOut(session, "span")).isEmpty();
        assertThat(leftOut(session, "half")).hasSize(1);
        assertThat(answer(session, "few").rows().size()).as("1, 2, NULL").isEqualTo(3);
      }
    }
  }

  private static List<String> leftOut(Session session, String key) {
    return answer(session, key).warnings().stream()
        .filter(warning -> warning.startsWith("DP-LEFT-OUT"))
        .toList();
  }

  private static Answer answer(Session session, String key) {
    return session
        .prepare("SELECT " + key + ", COUNT(*) FROM people GROUP BY " + key)
        .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
  }
}
