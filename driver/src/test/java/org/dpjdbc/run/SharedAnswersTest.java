package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.query.DpSession;
import org.dpjdbc.run.rows.Cancellation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who gets the answers that an analyst paid for, in whatever form they answer a query. */
class SharedAnswersTest {
  @TempDir private Path folder;
  private TestDatabase database;
  private Engine engine;
  private final List<DpSession> sessions = new ArrayList<>();

  @BeforeEach
  void load() throws Exception {
    database = TestBackends.called("H2").create();
    database.load(
        """
        CREATE TABLE PEOPLE (ID INTEGER PRIMARY KEY, REGION VARCHAR(9), SEX VARCHAR(1), AGE INTEGER);
        INSERT INTO PEOPLE SELECT X, CASE MOD(X, 2) WHEN 0 THEN 'East' ELSE 'West' END,
          CASE MOD(X, 3) WHEN 0 THEN 'F' ELSE 'M' END, MOD(X, 90) FROM SYSTEM_RANGE(1, 300);
        """);
    engine = new Engine(TestNoise.zeroShowingEveryGroup(), Clock.systemUTC());
  }

  @AfterEach
  void close() throws Exception {
    sessions.forEach(DpSession::close);
    database.close();
  }

  private DpSession of(String analyst, boolean shared) throws Exception {
    Path policy = folder.resolve("people.yaml");
    Files.writeString(
        policy,
        database.policy(
            """
            version: 1
            budget: {epsilon: 1000, delta: 0.9}
            answers: {shared: %s}
            schemas:
              PUBLIC:
                tables:
                  PEOPLE:
                    privacy_unit: ID
                    columns:
                      ID: {}
                      REGION: {values: [East, West]}
                      SEX: {values: [F, M]}
                      AGE: {lower: 0, upper: 120}
            """
                .formatted(shared)));
    DpSession session =
        (DpSession) engine.connect(Noiseless.settings(database, policy).chargedTo(analyst));
    sessions.add(session);
    return session;
  }

  private static boolean isCharged(DpSession session, String sql) throws Exception {
    int before = session.ledger().spending().size();
    session.prepare(sql).run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
    return session.ledger().spending().size() > before;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT COUNT(*) FROM people | SELECT COUNT(*) FROM people
          SELECT region, COUNT(*) FROM people GROUP BY region | SELECT COUNT(1), region AS r FROM people WHERE 1 = 1 GROUP BY 2
          SELECT COUNT(*) FROM people WHERE region = 'East' | SELECT COUNT(*) FROM people WHERE region = 'West'
          SELECT COUNT(*) FROM people WHERE region = 'East' | SELECT region, COUNT(*) FROM people GROUP BY region
          SELECT region, sex, COUNT(*), SUM(age) FROM people GROUP BY region, sex | SELECT sex, SUM(age) FROM people WHERE region = 'West' GROUP BY sex
          SELECT AVG(age) FROM people | SELECT SUM(age) FROM people
          SELECT age, COUNT(*) FROM people GROUP BY age | SELECT age, COUNT(*) FROM people GROUP BY age
          SELECT MEDIAN(age) FROM people | SELECT MEDIAN(age) FROM people
          """)
  void othersGetThemIfThePolicySharesThem(String paid, String asked) throws Exception {
    assertThat(isCharged(of("ann", true), paid)).isTrue();
    assertThat(isCharged(of("bob", true), asked)).isFalse();
    for (DpSession known : List.of(of("ann", false), of("bob", false))) {
      assertThat(isCharged(known, paid)).as("what was shared before").isTrue();
      assertThat(isCharged(known, asked)).isFalse();
    }
    assertThat(isCharged(of(" ANN", false), asked)).as("one analyst").isFalse();
    assertThat(isCharged(of("cid", false), asked)).isTrue();
    assertThat(of("dan", false).dryRun(List.of(asked)).asWritten().statements().get(0).isCharged())
        .isTrue();
  }
}
