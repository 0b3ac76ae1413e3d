package org.dpjdbc.run.sensitivity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.SuiteCases;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestBackends;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Several numbers of rows, sums of 0 and 1 and means in one query, of people with far more rows
 * than count, also of several who are protected together: what a plan claims holds when all of
 * these are taken out. Nothing is sampled: one violation is a proof.
 *
 * <p>{@code -Dfuzz=100000} tries at least that many triples of query, database and household, from
 * {@code -Dfuzz.seed} on.
 */
@Tag("more")
@OnEachDatabase
class ManyRowsTest {
  private static final int QUERIES = 4;
  private static final double ACCEPTED = 0.7;
  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE T (RID INTEGER, U INTEGER, F INTEGER, G SMALLINT, X INTEGER, D DOUBLE"
              + " PRECISION, K VARCHAR(3), C VARCHAR(3), B BOOLEAN, NO INTEGER, UNIQUE (U, NO))",
          "CREATE TABLE P (PK INTEGER, PT VARCHAR(3))",
          "INSERT INTO P VALUES (1, 'x'), (1, 'y'), (1, 'z'), (2, 'x'), (7, 'x'), (NULL, 'n')");

  private final TestBackend backend;
  private Random random = new Random();

  ManyRowsTest(TestBackend backend) {
    this.backend = backend;
  }

  @Test
  void noHouseholdMovesAnythingFurtherThanClaimed() throws Exception {
    int triples = Integer.getInteger("fuzz", SuiteCases.MANY_ROWS.on(backend));
    try (Claims claims = new Claims(backend)) {
      for (long seed = TestBackends.seed("fuzz.seed", 1, backend);
          claims.triples() < triples;
          seed++) {
        random = new Random(seed);
        int household = one(1, 1, 2, 3);
        Schema schema = new Schema(TABLES, List.of("T"), policy(household));
        Contents contents = contents(household);
        for (int i = 0; i < QUERIES; i++) {
          Case tried = new Case(schema, query(), List.of(contents));
          try {
            claims.check(tried);
          } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + tried + e.getMessage(), e);
          }
        }
      }
      System.out.println(claims);
      assertThat(claims.acceptance()).as("accepted queries").isGreaterThan(ACCEPTED);
    }
  }

  @SafeVarargs
  private <V extends @Nullable Object> V one(V... of) {
    return of[random.nextInt(of.length)];
  }

  private String policy(int household) {
    String limits =
        "max_rows_contributed: %d\n        %s"
            .formatted(one(1, 2, 5, 20), one("", "", groups(), numbered()));
    return """
    version: 1
    defaults: {epsilon: 1, delta: 1.0e-6, noise: %s}
    schemas:
      PUBLIC:
        tables:
          T:
            privacy_unit: U
            unit_size: %d
            %s
            columns: {U: {}, F: {lower: 0, upper: 1}, G: {lower: 0, upper: 1}, X: {lower: -3, upper: 7}, D: {lower: 0, upper: 2.5}, K: {}, C: {values: [x, y]}, B: {values: [true, false]}}
          P: {public: true, columns: {PK: {lower: 0, upper: 9}, PT: {}}}
    """
        .formatted(one("laplace", "laplace", "gaussian", "best"), household, limits);
  }

  private String numbered() {
    return "row_number: NO" + one("", "\n        contribution: first_rows");
  }

  private String groups() {
    String groups = "max_groups_contributed: " + one(1, 2, 3);
    return one(groups, groups + "\n        contribution: clip");
  }

  private String query() {
    String from =
        one(
            "T",
            "T",
            "T JOIN P ON X = PK",
            "(SELECT * FROM T UNION ALL SELECT * FROM T WHERE " + condition() + ") AS V",
            "(SELECT U, K, C, B, MAX(G) AS G, COUNT(F) AS F, COUNT(*) AS X, SUM(D) AS D FROM T"
                + " GROUP BY U, K, C, B) AS V");
    String asked =
        IntStream.range(0, 2 + random.nextInt(3))
            .mapToObj(i -> aggregate())
            .collect(Collectors.joining(", "));
    return "SELECT " + asked + " FROM " + from + one("", "", " GROUP BY K", " GROUP BY C, B");
  }

  private String aggregate() {
    String filter = one("", "", " FILTER (WHERE " + condition() + ")");
    String ones = one("F", "G", "F * G", "CASE WHEN " + condition() + " THEN 1 ELSE 0 END");
    String number =
        one("F", "X", "D", "X * G", "CAST(X / 2.0 AS INTEGER)", "CAST(D / 0.3 AS INTEGER)");
    return one(
            "COUNT(*)",
            "COUNT(" + number + ")",
            "SUM(" + ones + ")",
            "SUM(" + ones + ")",
            "SUM(" + number + ")",
            "AVG(" + number + ")",
            "VAR_POP(" + number + ")",
            one("REGR_COUNT", "REGR_AVGX", "CORR") + "(" + number + ", " + ones + ")",
            "COUNT(DISTINCT U)")
        + filter;
  }

  private String condition() {
    return one("B", "F = 1", "X > 2", "G IS NULL", "C = 'x'", "K = 'a' OR B", "NOT (F = G)");
  }

  private Contents contents(int household) {
    Contents.Builder contents = new Contents.Builder();
    int people = 1 + random.nextInt(5);
    for (int person = 0; person < people; person++) {
      List<@Nullable Object> same = row(person);
      boolean mixed = random.nextBoolean();
      int rows = one(1, 2, 5, 21, 60);
      for (int i = 0; i < rows; i++) {
        List<@Nullable Object> values = new ArrayList<>(mixed ? row(person) : same);
        values.add(random.nextInt(4) == 0 ? null : (Integer) (i - person));
        contents.add("T", values, List.of("household " + person / household));
      }
    }
    return contents.build();
  }

  private List<@Nullable Object> row(int person) {
    return new ArrayList<>(
        Arrays.<@Nullable Object>asList(
            person,
            one(0, 1, 1, 5, -3, null, Integer.MAX_VALUE),
            one(0, 1, 1, 2, -1, null, (int) Short.MIN_VALUE),
            one(0, 1, 2, 7, 7, -3, null, Integer.MIN_VALUE),
            one(0.0, 1.0, 2.5, -1.0, null, Double.NaN, Double.POSITIVE_INFINITY, Double.MAX_VALUE),
            one("a", "b", "c", "d", null),
            one("x", "x", "y", "z", null),
            one(true, false, null)));
  }
}
