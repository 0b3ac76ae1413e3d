package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.NoisyVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The database is asked for nothing that no release needs. */
final class QueriesSentTest {
  private final Clinic clinic = new Clinic();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT COUNT(DISTINCT icd) FROM visits | 1",
        "SELECT COUNT(DISTINCT icd), COUNT(DISTINCT at) FROM visits | 2",
        "SELECT COUNT(DISTINCT icd), COUNT(*) FROM visits | 2",
        "SELECT icd, COUNT(DISTINCT at) FROM visits GROUP BY icd | 2",
        "SELECT icd, cost > 9, COUNT(DISTINCT at) FROM visits GROUP BY icd, cost > 9 | 2",
        "SELECT COUNT(DISTINCT patient_id) FROM visits | 1",
      })
  void eachAskIsNeeded(String sql, int queries) {
    Frontier frontier = clinic.plan(sql).frontiers().get(0);
    assertThat(frontier.queries())
        .hasSize(queries)
        .allSatisfy(query -> assertThat(query.integers()).isPositive());
    List<Integer> used =
        frontier.releases().stream().flatMap(release -> release.queries().stream()).toList();
    assertThat(used).allSatisfy(query -> assertThat(query).isBetween(0, queries - 1));
    frontier.selection().ifPresent(s -> assertThat(s.units().query()).isBetween(0, queries - 1));
  }

  /** As many components as rows may have combinations of conditions, where that is better. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "COUNT(*), COUNT(*) FILTER (WHERE age > 50) | 2",
        "COUNT(*), COUNT(*) FILTER (WHERE age > 50), COUNT(*) FILTER (WHERE age < 20) | 3",
        "COUNT(*), COUNT(*) FILTER (WHERE age > 50), COUNT(*) FILTER (WHERE weight < 70) | 4",
        "COUNT(*) FILTER (WHERE age = 1), COUNT(*) FILTER (WHERE age = 2),"
            + " COUNT(*) FILTER (WHERE age = 3), COUNT(*) FILTER (WHERE age = 4) | 4",
      })
  void conditionsAreCountedTogether(String aggregates, int components) {
    Frontier frontier = clinic.plan("SELECT " + aggregates + " FROM patients").frontiers().get(0);

    assertThat(frontier.releases()).hasSize(1);
    NoisyVector counts = frontier.releases(NoisyVector.class).get(0);
    assertThat(counts.components()).hasSize(components);
    assertThat(counts.l1()).isEqualTo(BigFraction.ONE);
    assertThat(counts.l2Squared()).isEqualTo(BigFraction.ONE);
  }

  @Test
  void conditionsThatOverlapTooOftenAreCountedApart() {
    String aggregates =
        IntStream.rangeClosed(1, 8)
            .mapToObj(i -> "COUNT(*) FILTER (WHERE age <> " + i + ")")
            .collect(Collectors.joining(", "));
    assertThat(clinic.plan("SELECT " + aggregates + " FROM patients").frontiers().get(0).releases())
        .hasSize(8);
  }

  /** What tools cast to floating point is the number that it was. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SUM(age), AVG(CAST(age AS DOUBLE))",
        "AVG(CAST(age AS FLOAT)), COUNT(*), AVG(CAST(age AS DOUBLE)), SUM(CAST(age AS BIGINT))",
        "SUM(CASE WHEN age > 50 THEN age END), AVG(CAST(CASE WHEN age > 50 THEN age END AS FLOAT))",
        "VAR_POP(CAST(age AS DOUBLE)), SUM(age)",
      })
  void castsShareTheReleaseOfWhatIsCast(String aggregates) {
    Frontier frontier = clinic.plan("SELECT " + aggregates + " FROM patients").frontiers().get(0);

    assertThat(frontier.releases()).hasSize(1);
    assertThat(frontier.releases(NoisyVector.class).get(0).unit()).isEqualTo(BigFraction.ONE);
  }

  @Test
  void castsThatChangeValuesShareNothing() {
    assertThat(
            clinic
                .plan("SELECT SUM(weight), AVG(CAST(weight AS INTEGER)) FROM patients")
                .frontiers()
                .get(0)
                .releases())
        .hasSize(2);
  }

  /** What excludes what is not looked for in long conditions, as their simplification is work. */
  @Test
  void longConditionsAreNotTooComplexToCount() {
    String branches =
        IntStream.range(0, 60)
            .mapToObj(i -> "WHEN age = " + i + " THEN weight > " + i)
            .collect(Collectors.joining(" "));
    String aggregates =
        IntStream.range(0, 6)
            .mapToObj(
                i ->
                    "COUNT(*) FILTER (WHERE CASE "
                        + branches
                        + " ELSE smoker END AND age <> "
                        + i
                        + ")")
            .collect(Collectors.joining(", "));

    assertThat(clinic.plan("SELECT " + aggregates + " FROM patients").frontiers()).hasSize(1);
  }

  /** All of a person's groups together weigh as much as one then; none is dropped. */
  @Test
  void aNormIsClippedToOneGroupToo() {
    Clinic clinic =
        Clinic.with(
            policy ->
                policy.replaceFirst(
                    "(VISITS:(?s:.*?))max_groups_contributed: \\d+",
                    "$1max_groups_contributed: 1\n        contribution: clip"));
    Frontier frontier =
        clinic.plan("SELECT icd, COUNT(*) FROM visits GROUP BY icd").frontiers().get(0);

    assertThat(frontier.queries().get(0).strategy()).startsWith("per-unit L1 clip");
    assertThat(frontier.cut().orElseThrow().scaled()).isTrue();
    int rows = frontier.cut().orElseThrow().rows().orElseThrow().max();
    assertThat(frontier.releases(NoisyVector.class).get(0).l1())
        .isEqualTo(BigFraction.of(1024L * rows));
  }
}
