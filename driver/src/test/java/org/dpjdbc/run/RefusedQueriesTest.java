package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.plan.AppliedRewrite;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.questions.KnownVerdicts;
import org.dpjdbc.run.questions.Question;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.parse.ParsedQuery;
import org.dpjdbc.sql.parse.QueryReader;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.Rewrite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whoever asks a question of the shop that is refused is told what to write, and is answered when
 * it is written; or the question is of those in {@code hopeless.txt}, beside the reason.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ParameterizedClass(allowZeroInvocations = true)
@MethodSource("databases")
class RefusedQueriesTest {
  /** So many more refusals than the first one are answered by a rewrite of each. */
  private static final int STEPS = 2;

  private static final KnownVerdicts KNOWN = KnownVerdicts.read();

  @TempDir private static Path folder;
  @Parameter private TestBackend backend;
  private TestDatabase database;
  private Session session;

  static Stream<TestBackend> databases() {
    return TestBackends.all().stream()
        .filter(backend -> Question.DATABASES.contains(backend.product()));
  }

  @BeforeParameterizedClassInvocation
  void open() throws SQLException, IOException {
    database = backend.create();
    for (String sql : Question.schema()) {
      database.run(sql);
    }
    Path policy = folder.resolve(backend.product() + ".yaml");
    Files.writeString(policy, database.policy(Question.policy()));
    session = Noiseless.connect(database, policy);
  }

  @AfterParameterizedClassInvocation
  void close() throws SQLException {
    session.close();
    database.close();
  }

  Stream<Question> refused() {
    return refused(backend.product());
  }

  private static Stream<Question> refused(String product) {
    return Question.all().stream()
        .filter(question -> question.databases().contains(product))
        .filter(question -> KNOWN.of(question.name(), product).startsWith("DP-"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void hasARewriteThatIsAnsweredOrIsHopeless(Question question) throws IOException {
    String sql = question.sqlIn(database.schema());
    RefusedException refusal = catchThrowableOfType(RefusedException.class, () -> answer(sql));
    assertThat(refusal).as("refusal of %s", question).isNotNull();
    assertThat(refusal.rewrites().isEmpty())
        .as("no rewrite, and of hopeless.txt: %s", refusal.getMessage())
        .isEqualTo(hopeless().containsKey(question.name()));
    for (Rewrite rewrite : refusal.rewrites()) {
      String written = written(sql, refusal, rewrite);
      assertThatCode(() -> follow(written, STEPS))
          .as("%s, as %s says", written, refusal.getMessage())
          .doesNotThrowAnyException();
    }
  }

  /** Takes the first rewrite of what is still refused, as of the next column without bounds. */
  private void follow(String sql, int steps) throws SQLException {
    try {
      answer(sql);
    } catch (RefusedException e) {
      if (steps == 0 || e.rewrites().isEmpty()) {
        throw e;
      }
      follow(written(sql, e, e.rewrites().get(0)), steps - 1);
    }
  }

  private String written(String sql, RefusedException refusal, Rewrite rewrite) {
    ParsedQuery query =
        new QueryReader(BackendDialects.called(backend.product()).orElseThrow().parserSettings())
            .read(sql);
    return new AppliedRewrite(sql, query, AppliedRewrite.place(refusal.position(), sql))
        .of(rewrite);
  }

  private void answer(String sql) throws SQLException {
    session.prepare(sql).run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
  }

  /** Each is still there, and refused. */
  @Test
  void nothingIsHopelessThatIsAnswered() throws IOException {
    Set<String> refused =
        Question.DATABASES.stream()
            .flatMap(RefusedQueriesTest::refused)
            .map(Question::name)
            .collect(Collectors.toSet());
    assertThat(refused).containsAll(hopeless().keySet());
  }

  /** The questions without a rewrite, and the reason why there is none. */
  private static Map<String, String> hopeless() throws IOException {
    Map<String, String> reasons = new TreeMap<>();
    String reason = "";
    for (String line : Files.readAllLines(Question.folder().resolve("hopeless.txt"))) {
      if (line.startsWith("# ")) {
        reason = line.substring(2);
      } else if (!line.isBlank()) {
        assertThat(reason).as("why there is no rewrite of %s", line).isNotEmpty();
        assertThat(reasons.put(line, reason)).as(line).isNull();
      }
    }
    return reasons;
  }
}
