package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.query.DpSession;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RunMessages;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables that change under an open connection: what cannot be answered any more is one constant
 * error, the charge stands, and what can be answered is.
 */
@OnEachDatabase
@Timeout(600)
class SchemaChangeTest {
  private static final String AGES = "SELECT SUM(age) FROM people";
  private static final String COUNT = "SELECT COUNT(*) FROM other";

  /** After so many uses a driver may have a statement prepared on the server. */
  private static final int USES = 7;

  @TempDir private Path folder;
  private final TestBackend backend;
  private TestDatabase database;
  private DpSession session;

  SchemaChangeTest(TestBackend backend) {
    this.backend = backend;
  }

  @BeforeEach
  void open() throws Exception {
    database = backend.create();
    make("INTEGER");
    database.run("CREATE TABLE other (id INTEGER PRIMARY KEY)");
    database.run("INSERT INTO other VALUES (1)");
    session = connect();
    for (int i = 0; i < USES; i++) {
      assertThat(ask(AGES)).isEqualTo(60);
    }
  }

  private void make(String type) throws SQLException {
    database.run("CREATE TABLE people (id INTEGER PRIMARY KEY, age " + type + ")");
    for (int i = 1; i <= 3; i++) {
      database.run("INSERT INTO people VALUES (" + i + ", " + 10 * i + ")");
    }
  }

  private DpSession connect() throws Exception {
    Path policy = folder.resolve("people.yaml");
    Files.writeString(
        policy,
        database.policy(
            """
            version: 1
            defaults: {epsilon: 1, delta: 1.0e-8}
            budget: {epsilon: 1000, delta: 1.0e-3}
            limits: {timeout: PT10S}
            answers: {reuse_for: PT0S}
            schemas:
              PUBLIC:
                tables:
                  people:
                    privacy_unit: id
                    columns: {id: {}, age: {lower: 0, upper: 120}}
                  other: {privacy_unit: id, columns: {id: {}}}
            """));
    return (DpSession) Noiseless.connect(database, policy);
  }

  @AfterEach
  void close() throws SQLException {
    session.close();
    database.close();
  }

  private long ask(String sql) {
    Rows rows =
        session
            .prepare(sql)
            .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
            .rows();
    return ((Number) rows.row(0)[0]).longValue();
  }

  private void asOwner(String sql) throws SQLException {
    try (Statement statement = database.owner().createStatement()) {
      statement.execute(sql);
    }
  }

  /** The database rejects it before it is charged. */
  private void failsPlainly() {
    assertThatThrownBy(() -> ask(AGES))
        .hasMessage(RunMessages.backendRejected().getMessage())
        .hasNoCause();
    assertThat(ask(COUNT)).isEqualTo(1);
  }

  private void charged(int times) throws Exception {
    assertThat(session.ledger().spending("analyst")).hasSize(USES + times);
  }

  @Test
  void aTableThatIsDroppedAndMadeAgain() throws Exception {
    asOwner("DROP TABLE people");
    failsPlainly();
    make("INTEGER");
    assertThat(ask(AGES)).isEqualTo(60);
    charged(2);
  }

  /** The first of two stages is fine; the second would fail. */
  @Test
  void aTableOfALaterStageThatIsDropped() throws Exception {
    String staged = AGES + " WHERE age > (SELECT COUNT(*) FROM other)";
    assertThat(ask(staged)).isEqualTo(60);
    asOwner("DROP TABLE people");
    assertThatThrownBy(() -> ask(staged)).hasMessage(RunMessages.backendRejected().getMessage());
    charged(1);
  }

  /** A column that holds other values of the same kind is summed within the same bounds. */
  @Test
  void aColumnOfAWiderType() throws Exception {
    asOwner("DROP TABLE people");
    make("BIGINT");
    database.run("INSERT INTO people VALUES (4, 4000000000)");
    assertThat(ask(AGES)).isEqualTo(180);
    charged(1);
  }

  /** Whatever the database makes of it: an error is the constant one, and an answer is bounded. */
  @Test
  void aColumnOfAnotherType() throws Exception {
    asOwner("DROP TABLE people");
    database.run("CREATE TABLE people (id INTEGER PRIMARY KEY, age VARCHAR(20))");
    database.run("INSERT INTO people VALUES (1, 'Zq7')");
    int rejected = 0;
    try {
      assertThat(ask(AGES)).isBetween(0L, 120L);
    } catch (RefusedException e) {
      rejected = e.getMessage().equals(RunMessages.backendRejected().getMessage()) ? 1 : 0;
      RefusedException constant =
          rejected == 1 ? RunMessages.backendRejected() : RunMessages.backendFailed();
      assertThat(e).hasMessage(constant.getMessage()).hasNoCause();
    }
    assertThat(ask(COUNT)).isEqualTo(1);
    charged(2 - rejected);
  }

  /** The next connection is planned without it. */
  @Test
  void aKeyThatIsDropped() throws Exception {
    asOwner("DROP TABLE people");
    database.run("CREATE TABLE people (id INTEGER, age INTEGER)");
    for (int i = 0; i < 5; i++) {
      database.run("INSERT INTO people VALUES (1, 100)");
    }
    session.close();
    session = connect();
    assertThatThrownBy(() -> ask(AGES)).hasMessageContaining("max_rows_contributed");
  }
}
