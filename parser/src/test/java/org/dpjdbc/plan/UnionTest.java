package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.Test;

/** A union of many branches is one union, however it was written. */
final class UnionTest {
  private static final int MANY = 200;
  private final Clinic clinic = new Clinic();

  private static String union(int branches, String branch) {
    return IntStream.range(0, branches)
        .mapToObj(i -> branch.formatted(i))
        .collect(Collectors.joining(" UNION ALL "));
  }

  private String pushed(String sql) {
    return clinic.plan(sql).frontiers().get(0).queries().get(0).sql();
  }

  @Test
  void branchesStandBesideEachOther() {
    String branches = union(MANY, "SELECT age FROM patients WHERE age <> %d");
    assertThat(pushed("SELECT COUNT(*) FROM (" + branches + ")"))
        .satisfies(sql -> assertThat(occurrences(sql, "UNION ALL")).isEqualTo(MANY - 1))
        .satisfies(sql -> assertThat(occurrences(sql, "(SELECT")).isEqualTo(1));
  }

  @Test
  void bracketsMakeNoDifference() {
    String branch = "SELECT age FROM patients";
    assertThat(
            pushed("SELECT COUNT(*) FROM (%1$s UNION ALL (%1$s UNION ALL %1$s))".formatted(branch)))
        .isEqualTo(
            pushed("SELECT COUNT(*) FROM (%1$s UNION ALL %1$s UNION ALL %1$s)".formatted(branch)));
  }

  @Test
  void aSideWithoutRowsIsNotAsked() {
    assertThat(
            pushed(
                "SELECT COUNT(age) FROM (SELECT age FROM patients UNION ALL (SELECT 1 LIMIT 0))"))
        .isEqualTo(pushed("SELECT COUNT(age) FROM (SELECT age FROM patients)"));
  }

  @Test
  void tooManyBranchesAreRefused() {
    for (int branches : new int[] {250, 600, 10_000}) {
      String sql = "SELECT COUNT(*) FROM (" + union(branches, "SELECT age FROM patients") + ")";
      assertThatThrownBy(() -> clinic.plan(sql))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining(branches < 500 ? "more than 250 levels" : "set operations");
    }
  }

  private static int occurrences(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }
}
