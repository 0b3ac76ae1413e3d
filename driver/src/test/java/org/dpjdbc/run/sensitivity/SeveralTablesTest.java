package org.dpjdbc.run.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.SuiteCases;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.policy.PolicyException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A person has rows in two to four tables, and what a plan claims holds when all of them are taken
 * out: schemas, policies, data and queries are drawn. Some queries mix people on purpose: they are
 * to be refused, or to keep what they claim all the same. Nothing is sampled: one violation is a
 * proof.
 *
 * <p>{@code -Dfuzz=100000} tries at least that many triples of query, database and unit, from a
 * random seed, which is told, or from {@code -Dfuzz.seed}. {@code -Dfuzz.refusals=true} lists what
 * was refused.
 */
@Tag("more")
@OnEachDatabase
class SeveralTablesTest {
  private static final int QUERIES = 8;
  private static final int DATABASES = 2;
  private static final int MAX_FAILURES = 30;

  /** Queries of which a share tells something. */
  private static final int MANY = 40;

  private static final double ACCEPTED = 0.5;
  private static final double HOSTILE = 0.15;

  /** What analysts write: a rule that comes to refuse all of one of them has lost it. */
  private static final List<String> OFFERED =
      List.of(
          "CUBE",
          "DISTINCT",
          "EXCEPT",
          "EXISTS",
          "FILTER",
          "FULL JOIN",
          "GROUP BY",
          "GROUPING SETS",
          "IN",
          "INTERSECT",
          "JOIN",
          "LEFT JOIN",
          "NATURAL JOIN",
          "NOT EXISTS",
          "NOT IN",
          "QUALIFY",
          "RIGHT JOIN",
          "ROLLUP",
          "SELECT DISTINCT",
          "UNION",
          "UNION ALL",
          "USING",
          "WITH",
          "correlated scalar",
          "dimension LEFT JOIN",
          "hostile values",
          "no keys",
          "per-unit GROUP BY",
          "public CROSS JOIN",
          "public IN",
          "public JOIN",
          "public LEFT JOIN",
          "two frontiers",
          "window");

  private final TestBackend backend;
  private final Map<String, int[]> shapes = new TreeMap<>();
  private final List<AssertionError> failures = new ArrayList<>();
  private int sound;
  private int soundAccepted;

  SeveralTablesTest(TestBackend backend) {
    this.backend = backend;
  }

  @Test
  void noUnitMovesAnythingFurtherThanClaimed() throws SQLException, PolicyException {
    Optional<Integer> fuzz = Optional.ofNullable(Integer.getInteger("fuzz"));
    long first = fuzz.isPresent() ? new Random().nextLong() : 20140919;
    long seed = TestBackends.seed("fuzz.seed", first, backend);
    System.out.println("seeds from " + seed);
    try (Claims claims = new Claims(backend)) {
      while (claims.triples() < fuzz.orElse(SuiteCases.SEVERAL_TABLES.on(backend))
          && failures.size() < MAX_FAILURES) {
        check(claims, seed++);
      }
      System.out.print(claims + table());
      if (claims.queries() >= MANY) {
        assertThat(claims.hostility()).as("of them hostile").isGreaterThan(HOSTILE);
      }
    }
    if (!failures.isEmpty()) {
      String all = failures.stream().map(Throwable::getMessage).collect(Collectors.joining("\n\n"));
      throw new AssertionError(failures.size() + " failures\n" + all, failures.get(0));
    }
    if (sound >= MANY) {
      assertThat((double) soundAccepted / sound).as("accepted queries").isGreaterThan(ACCEPTED);
    }
    // A database that is spared does not see every shape.
    if (fuzz.isEmpty() && TestBackends.isThorough() && backend.sparing() == 1) {
      assertThat(accepted()).containsAll(OFFERED);
    }
  }

  private List<String> accepted() {
    return shapes.keySet().stream().filter(shape -> shapes.get(shape)[1] > 0).toList();
  }

  /** One schema, a few queries over it, a few databases. */
  private void check(Claims claims, long seed) throws SQLException, PolicyException {
    Draw draw = new Draw(seed);
    DrawnSchema schema = DrawnSchema.draw(draw);
    List<Contents> databases = new ArrayList<>();
    for (int i = 0; i < DATABASES; i++) {
      databases.add(DrawnRows.draw(draw, schema));
    }
    for (int i = 0; i < QUERIES; i++) {
      Shapes of = new Shapes();
      Case tried = new Case(schema.schema(), DrawnQueries.draw(draw, schema, of), databases);
      try {
        count(of, claims.check(tried));
      } catch (AssertionError | RuntimeException e) {
        failures.add(new AssertionError("-Dfuzz.seed=" + seed + ": " + e.getMessage() + tried, e));
      }
    }
  }

  private void count(Shapes of, boolean accepted) {
    if (!of.isUnsound()) {
      sound++;
      soundAccepted += accepted ? 1 : 0;
    }
    for (String shape : of.all()) {
      int[] counts = shapes.computeIfAbsent(shape, s -> new int[2]);
      counts[0]++;
      counts[1] += accepted ? 1 : 0;
    }
  }

  private String table() {
    StringBuilder text = new StringBuilder();
    shapes.forEach(
        (shape, counts) ->
            text.append(String.format("%-40s %6d of %6d accepted%n", shape, counts[1], counts[0])));
    return text.append(soundAccepted + " of " + sound + " sound queries accepted\n").toString();
  }
}
