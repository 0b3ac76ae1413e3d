package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.sql.parse.ParsedQuery;
import org.dpjdbc.sql.parse.QueryTemplate;
import org.dpjdbc.sql.refusal.Position;
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/**
 * The specification in examples: {@code verdicts.txt} has one SQL text a line after its verdict,
 * and carets around the span that the refusal points at. It holds on every database; a line that
 * begins with {@code @NAME} or {@code @NAME,NAME} on those, with {@code @!NAME} on all others.
 * Where not all questions are asked, one of so many lines is read, and those of that database
 * alone.
 */
@Tag("more")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
final class VerdictTest {
  /** So many lines and more are read where no line is left out. */
  private static final int ALL_EXAMPLES = 1_000;

  /** So many rewrites of refusals are tried on each database, by the refusal's code. */
  private static final Map<RefusalCode, Long> FLOORS =
      Map.of(
          RefusalCode.NO_BOUNDS, 95L,
          RefusalCode.RAW_ROWS, 18L,
          RefusalCode.UNSUPPORTED, 14L,
          RefusalCode.UNIT, 8L);

  @Parameter private TestBackend backend;
  private Clinic clinic;
  private @Nullable List<Way> ways;
  private String schema;

  @BeforeParameterizedClassInvocation
  void build() throws SQLException {
    try (TestDatabase database = backend.create()) {
      clinic = new Clinic(database);
      schema = database.schema();
    }
  }

  private record Example(String verdict, String sql) {}

  @TestFactory
  Stream<DynamicTest> verdicts() throws IOException {
    return examples().stream()
        .map(
            example ->
                DynamicTest.dynamicTest(
                    example.verdict() + " " + example.sql(),
                    () ->
                        assertThat(verdict(example.sql().replace("^", "")))
                            .isEqualTo(example.verdict() + " " + example.sql())));
  }

  @Test
  void thereAreEnough() throws IOException {
    assertThat(examples()).hasSizeGreaterThan(200);
  }

  /** Whoever takes the rewrite of a refusal literally is answered. */
  @TestFactory
  Stream<DynamicTest> rewritesAreAnswered() throws IOException {
    return rewritten().stream()
        .map(
            way ->
                DynamicTest.dynamicTest(
                    way.code() + " " + way.sql(),
                    () ->
                        assertThatCode(() -> clinic.plan(way.sql()))
                            .as(way.message())
                            .doesNotThrowAnyException()));
  }

  /** What is refused without its values, and not because of them, is refused so with any. */
  @TestFactory
  Stream<DynamicTest> refusalsForAllValuesAreThoseForEach() throws IOException {
    return examples().stream()
        .map(example -> example.sql().replace("^", ""))
        .flatMap(sql -> refusedForAllValues(sql).stream())
        .map(
            refused ->
                DynamicTest.dynamicTest(
                    refused.sql(),
                    () ->
                        assertThatThrownBy(() -> clinic.plan(refused.sql()))
                            .as(refused.sql())
                            .isInstanceOfSatisfying(
                                RefusedException.class,
                                own -> {
                                  assertThat(own).hasMessage(refused.message());
                                  assertThat(own.position()).isEqualTo(refused.position());
                                })));
  }

  private record Refused(String sql, @Nullable String message, Optional<Position> position) {}

  private Optional<Refused> refusedForAllValues(String sql) {
    Optional<QueryTemplate.Instance> given = Optional.empty();
    try {
      ParsedQuery query = clinic.read(sql);
      given = QueryTemplate.of(sql, query).values(List.of());
      if (given.isPresent()) {
        clinic.plan(query, given);
      }
      return Optional.empty();
    } catch (RefusedException e) {
      return given
          .filter(values -> !QueryTemplate.mayBeAnsweredWithValues(e))
          .map(values -> new Refused(sql, e.getMessage(), e.position()));
    }
  }

  /** So that no rewrite is lost unseen. */
  @Test
  void rewritesAreTried() throws IOException {
    Map<RefusalCode, Long> tried =
        rewritten().stream().collect(Collectors.groupingBy(Way::code, Collectors.counting()));
    if (examples().size() < ALL_EXAMPLES) {
      assertThat(tried).isNotEmpty();
      return;
    }
    FLOORS.forEach(
        (code, floor) -> assertThat(tried.getOrDefault(code, 0L)).isGreaterThanOrEqualTo(floor));
  }

  /**
   * A rewrite, done.
   *
   * @param message of the refusal
   */
  private record Way(RefusalCode code, String sql, String message) {}

  private List<Way> rewritten() throws IOException {
    if (ways == null) {
      ways =
          examples().stream()
              .filter(example -> example.verdict().startsWith("DP-"))
              .map(example -> example.sql().replace("^", ""))
              .flatMap(this::rewritten)
              .toList();
    }
    return ways;
  }

  private Stream<Way> rewritten(String sql) {
    try {
      clinic.plan(sql);
      return Stream.empty();
    } catch (RefusedException e) {
      return e.rewrites().stream()
          .map(
              rewrite ->
                  new Way(
                      e.code(),
                      new AppliedRewrite(
                              sql, clinic.read(sql), AppliedRewrite.place(e.position(), sql))
                          .of(rewrite),
                      e.getMessage()));
    }
  }

  private List<Example> examples() throws IOException {
    try (InputStream in = VerdictTest.class.getResourceAsStream("verdicts.txt");
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(Objects.requireNonNull(in), StandardCharsets.UTF_8))) {
      List<String> all =
          lines.lines().filter(line -> !line.startsWith("#") && !line.isBlank()).toList();
      return IntStream.range(0, all.size())
          .filter(i -> all.get(i).startsWith("@") || isAsked(i))
          .mapToObj(all::get)
          .filter(this::isHere)
          .map(line -> line.startsWith("@") ? line.substring(line.indexOf(' ') + 1) : line)
          .map(line -> backend.spell(line.replaceAll("\\bPUBLIC\\b", schema)).split(" ", 2))
          .map(parts -> new Example(parts[0], parts[1]))
          .toList();
    }
  }

  /**
   * All lines on H2. The others share them in the ordinary build, and the thorough one asks the
   * rest.
   */
  private boolean isAsked(int line) {
    return backend.product().equals("H2") || TestBackends.takes(backend, line);
  }

  private boolean isHere(String line) {
    if (!line.startsWith("@")) {
      return true;
    }
    boolean others = line.startsWith("@!");
    String names = line.substring(others ? 2 : 1, line.indexOf(' '));
    return others != List.of(names.split(",")).contains(backend.product());
  }

  private String verdict(String sql) {
    try {
      PrivatePlan plan = clinic.plan(sql);
      boolean free = plan.isFree() && plan.epsilon().signum() == 0;
      return (free ? "FREE " : "OK ") + sql;
    } catch (RefusedException e) {
      return e.code().text() + " " + e.position().map(p -> marked(sql, p)).orElse(sql);
    }
  }

  /** The text with carets around a span of its one line. */
  private static String marked(String sql, Position span) {
    int from = Math.min(span.column() - 1, sql.length());
    int to = Math.min(span.endColumn(), sql.length());
    return sql.substring(0, from) + "^" + sql.substring(from, to) + "^" + sql.substring(to);
  }
}
