package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.Release;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Which groups are released where a query asks for some of those of a public list. */
class WideningTest {
  private static final String FEMALE = "SELECT COUNT(*) FROM patients WHERE sex = 'F'";
  private static final String MALE = "SELECT COUNT(*) FROM patients WHERE sex = 'M'";

  private final Clinic clinic = new Clinic();

  private static Stream<String> lines() {
    try (InputStream in = WideningTest.class.getResourceAsStream("widened_questions.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isEmpty() && !line.startsWith("#"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @TestFactory
  Stream<DynamicTest> keys() {
    return lines()
        .map(
            line ->
                DynamicTest.dynamicTest(
                    line,
                    () -> {
                      String keys = line.substring(0, line.indexOf(' '));
                      String sql = line.substring(keys.length() + 1);
                      assertThat(keys(clinic, sql))
                          .isEqualTo(keys.equals("-") ? List.of() : List.of(keys.split(",", -1)));
                    }));
  }

  /** What is released of a group, and at what cost, is what it was without the others. */
  @TestFactory
  Stream<DynamicTest> noiseIsTheSame() {
    Clinic narrow = answering("{widen_to: 1}");
    return lines()
        .map(line -> line.substring(line.indexOf(' ') + 1))
        .map(
            sql ->
                DynamicTest.dynamicTest(
                    sql,
                    () -> {
                      assertThat(releases(clinic, sql)).isEqualTo(releases(narrow, sql));
                      assertThat(clinic.plan(sql).epsilon()).isEqualTo(narrow.plan(sql).epsilon());
                      assertThat(clinic.plan(sql).delta()).isEqualTo(narrow.plan(sql).delta());
                      assertThat(clinic.plan(sql).notes()).isEqualTo(narrow.plan(sql).notes());
                      assertThat(clinic.plan(sql).finish().getRowType().getFieldNames())
                          .isEqualTo(narrow.plan(sql).finish().getRowType().getFieldNames());
                    }));
  }

  @Test
  void slicesAreOneQuestion() {
    String all = clinic.plan("SELECT sex, COUNT(*) FROM patients GROUP BY sex").question(List.of());
    assertThat(clinic.plan(FEMALE).question(List.of())).isEqualTo(all);
    assertThat(clinic.plan(MALE).question(List.of())).isEqualTo(all);
  }

  /** What a database says of other strings than the listed ones is up to its collations. */
  @Test
  void conditionsOnStringsThatAreNotListedAreTheDatabases() {
    String all = question("SELECT sex, COUNT(*) FROM patients GROUP BY sex");
    for (String same : List.of("sex <> 'F'", "sex IN ('F', 'M')", "sex IS NOT NULL", "sex = 'M'")) {
      assertThat(question("SELECT sex, COUNT(*) FROM patients WHERE " + same + " GROUP BY sex"))
          .as(same)
          .isEqualTo(all);
    }
    for (String other : List.of("sex <> 'f'", "sex LIKE 'F'", "LOWER(sex) = 'f'", "sex < 'G'")) {
      assertThat(question("SELECT sex, COUNT(*) FROM patients WHERE " + other + " GROUP BY sex"))
          .as(other)
          .isNotEqualTo(all);
    }
  }

  private String question(String sql) {
    return clinic.plan(sql).question(List.of());
  }

  @Test
  void thePolicyLimitsTheGroups() {
    assertThat(keys(answering("{widen_to: 3}"), FEMALE)).containsExactly("SEX");
    assertThat(keys(answering("{widen_to: 2}"), FEMALE)).isEmpty();
    assertThat(keys(answering("{widen_to: 1}"), FEMALE)).isEmpty();
  }

  @Test
  void nothingIsWidenedIfNoAnswerIsKept() {
    assertThat(keys(answering("{reuse_for: PT0S}"), FEMALE)).isEmpty();
  }

  private static Clinic answering(String terms) {
    return Clinic.with(policy -> policy.replaceFirst("limits:", "answers: " + terms + "\nlimits:"));
  }

  private static List<String> keys(Clinic clinic, String sql) {
    return clinic.plan(sql).frontiers().get(0).keys();
  }

  private static List<List<Release>> releases(Clinic clinic, String sql) {
    return clinic.plan(sql).frontiers().stream().map(Frontier::releases).toList();
  }
}
