package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.sql.parse.ParsedQuery;
import org.dpjdbc.sql.parse.QueryTemplate;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Kept answers are found by the question of a plan. {@code equal_questions.txt} has a query of each
 * kind, what asks the same in other words ({@code =}), and what asks nearly the same ({@code !}).
 */
class EqualQuestionsTest {
  private static final List<String> OTHERS =
      List.of(
          "SELECT COUNT(*) FROM visits",
          "SELECT /*+ DP(epsilon=0.5) */ COUNT(*) FROM visits",
          "SELECT /*+ DP(noise=gaussian) */ COUNT(*) FROM visits",
          "SELECT COUNT(cost) FROM visits",
          "SELECT SUM(cost) FROM visits",
          "SELECT AVG(cost) FROM visits",
          "SELECT VAR_POP(cost) FROM visits",
          "SELECT VAR_SAMP(cost) FROM visits",
          "SELECT STDDEV_POP(cost) FROM visits",
          "SELECT MEDIAN(cost) FROM visits",
          "SELECT PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY cost) FROM visits",
          "SELECT MIN(cost) FROM visits",
          "SELECT MAX(cost) FROM visits",
          "SELECT icd, COUNT(*) FROM visits GROUP BY icd",
          "SELECT COUNT(*) FROM visits WHERE icd = 'a'",
          "SELECT COUNT(*) FROM visits WHERE icd = 'b'");

  private final Clinic clinic = new Clinic();

  @TestFactory
  Stream<DynamicTest> questions() {
    List<DynamicTest> tests = new ArrayList<>();
    String base = "";
    for (String line : lines()) {
      String sql = line.length() < 2 ? "" : line.substring(2);
      if (line.startsWith("  ")) {
        base = sql;
      } else if (line.startsWith("=") || line.startsWith("!")) {
        String of = base;
        tests.add(
            DynamicTest.dynamicTest(
                line,
                () ->
                    assertThat(question(sql).equals(question(of)))
                        .as(() -> clinic.plan(of).frontiers() + "\n" + clinic.plan(sql).frontiers())
                        .isEqualTo(line.startsWith("="))));
      }
    }
    return tests.stream();
  }

  /** Each has a question of its own. */
  @Test
  void otherQuestionsDiffer() {
    List<String> questions = new ArrayList<>(OTHERS.stream().map(this::question).toList());
    for (String other : List.of("epsilon: 1.0", "upper: 120", "max_rows_contributed: 20")) {
      Clinic changed = Clinic.with(policy -> policy.replaceFirst(other, other + "1"));
      questions.add(changed.plan(OTHERS.get(0)).question(List.of()));
    }
    assertThat(questions).doesNotHaveDuplicates();
  }

  private static List<String> lines() {
    try (InputStream in = EqualQuestionsTest.class.getResourceAsStream("equal_questions.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As sessions do: without the values that the plan does not depend on, if that is possible. */
  private String question(String sql) {
    ParsedQuery query = clinic.read(sql);
    Optional<QueryTemplate.Instance> given = QueryTemplate.of(sql, query).values(List.of());
    if (given.isPresent()) {
      try {
        PrivatePlan plan = clinic.plan(query, given);
        if (plan.takesGivenValues()) {
          return plan.question(given.get().given());
        }
      } catch (RefusedException e) {
        // planned with its values below
      }
    }
    return clinic.plan(sql).question(List.of());
  }
}
