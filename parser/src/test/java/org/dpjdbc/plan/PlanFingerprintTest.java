package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Kept answers are found by it: what changes it makes everybody pay again. */
class PlanFingerprintTest {
  private static final List<String> ALL =
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

  private String of(String sql) {
    return clinic.plan(sql).fingerprint();
  }

  @Test
  void otherQuestionsHaveOtherFingerprints() {
    assertThat(ALL.stream().map(this::of)).doesNotHaveDuplicates();
  }

  @Test
  void namesOfColumnsDoNotMatter() {
    assertThat(of("SELECT COUNT(*) AS n, SUM(cost) AS s FROM visits"))
        .isEqualTo(of("SELECT COUNT(*), SUM(cost) FROM visits AS v"));
  }
}
