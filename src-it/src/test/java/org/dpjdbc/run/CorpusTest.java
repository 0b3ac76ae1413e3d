package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.questions.Difference;
import org.dpjdbc.run.questions.KnownVerdicts;
import org.dpjdbc.run.questions.Question;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The questions of tools and analysts to the shop: what is answered is without noise what the
 * database's own driver answers, and the rest is refused as {@code verdicts.txt} says.
 *
 * <p>The ordinary build asks H2 some of them, and the thorough one each database all of its own; or
 * those that {@code -Dquestions.databases} lists, with {@code -Pfast}. {@code
 * -Dquestions.write=true} writes that file anew, and why each is refused or wrong in {@code
 * target/questions.txt}.
 */
@Tag("more")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ParameterizedClass(allowZeroInvocations = true)
@MethodSource("databases")
class CorpusTest {
  private static final List<String> DATABASES =
      List.of(System.getProperty("questions.databases", "").split(","));

  /** Of so many questions one is asked. */
  private static final int SHARE = Integer.getInteger("questions.share", 1);

  private static final boolean WRITE = Boolean.getBoolean("questions.write");
  private static final KnownVerdicts KNOWN = KnownVerdicts.read();
  private static final StringBuilder REASONS = new StringBuilder();

  @TempDir private static Path folder;
  @Parameter private TestBackend backend;
  private TestDatabase database;
  private Connection raw;
  private Session session;

  static Stream<TestBackend> databases() {
    assertThat(Question.DATABASES).containsAll(DATABASES);
    return TestBackends.all().stream().filter(backend -> DATABASES.contains(backend.product()));
  }

  @BeforeParameterizedClassInvocation
  void open() throws SQLException, IOException {
    database = backend.create();
    for (String sql : Question.schema()) {
      database.run(sql);
    }
    raw = database.connect();
    Path policy = folder.resolve(backend.product() + ".yaml");
    Files.writeString(policy, database.policy(Question.policy()));
    session = Noiseless.connect(database, policy);
  }

  @AfterParameterizedClassInvocation
  void close() throws SQLException {
    session.close();
    raw.close();
    database.close();
  }

  @AfterAll
  static void write() throws IOException {
    if (WRITE) {
      KNOWN.write();
      Files.writeString(Path.of("target/questions.txt"), REASONS);
    }
  }

  Stream<Question> questions() {
    List<Question> own =
        Question.all().stream()
            .filter(question -> question.databases().contains(backend.product()))
            .toList();
    return IntStream.range(0, own.size()).filter(i -> i % SHARE == 0).mapToObj(own::get);
  }

  @ParameterizedTest
  @MethodSource("questions")
  void isAnsweredOrRefusedAsBefore(Question question) throws SQLException {
    String verdict = verdict(question);
    if (WRITE) {
      KNOWN.put(question.name(), backend.product(), verdict);
    }
    assertThat(verdict).isEqualTo(KNOWN.of(question.name(), backend.product()));
  }

  private String verdict(Question question) throws SQLException {
    String sql = question.sqlIn(database.schema());
    Answer answer;
    try {
      answer =
          session.prepare(sql).run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
    } catch (RefusedException e) {
      note(question, e.getMessage());
      return e.code().text();
    }
    String theirs = theirs(backend, sql);
    DesignedDifferences differences = new DesignedDifferences(question.differs());
    try (Statement statement = raw.createStatement();
        ResultSet rows = statement.executeQuery(theirs)) {
      RawComparison.check(
          differences.without(answer, raw, theirs),
          differences.readable(rows),
          isOrdered(sql) && !question.differs().contains(new Difference.OrderOfStrings()));
      return KnownVerdicts.ANSWERED;
    } catch (AssertionError e) {
      note(question, String.valueOf(e.getMessage()));
      if (question.wrong().isEmpty() && !WRITE) {
        throw new AssertionError(question.name(), e);
      }
      return KnownVerdicts.WRONG;
    }
  }

  private void note(Question question, String reason) {
    REASONS.append("== %s %s\n%s\n".formatted(backend.product(), question.name(), reason));
  }

  /** Weeks begin on Mondays; H2 asks the JVM where it is, but for those that are called so. */
  static String theirs(TestBackend backend, String sql) {
    return backend.product().equals("H2")
        ? sql.replaceAll("(?i)(?<=TRUNC\\(')week(?=')", "iso_week")
            .replaceAll("(?i)(?<=EXTRACT\\()week(?= FROM)", "iso_week")
        : sql;
  }

  /** Whether there is an {@code ORDER BY} outside all parentheses. */
  private static boolean isOrdered(String sql) {
    StringBuilder outside = new StringBuilder();
    int depth = 0;
    for (int i = 0; i < sql.length(); i++) {
      char c = sql.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth == 0) {
        outside.append(c);
      }
    }
    return outside.toString().toUpperCase(Locale.ROOT).contains("ORDER BY");
  }
}
