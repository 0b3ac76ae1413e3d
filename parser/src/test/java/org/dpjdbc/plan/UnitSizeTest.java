package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.AutoBoundRelease;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.ModeRelease;
import org.dpjdbc.plan.model.QuantileRelease;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Selection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnitSizeTest {
  private final Clinic alone = new Clinic();
  private final Clinic households =
      Clinic.with(
          policy ->
              policy.replace(
                  "      PATIENTS:\n        privacy_unit: PATIENT_ID\n",
                  "      PATIENTS:\n        privacy_unit: PATIENT_ID\n        unit_size: 3\n"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(*), AVG(age), CORR(age, weight) FROM patients GROUP BY sex",
        "SELECT icd, COUNT(*), VAR_POP(cost) FROM visits GROUP BY icd",
        "SELECT sex, SUM(cost) FROM visits v JOIN patients p ON v.patient_id = p.patient_id"
            + " GROUP BY sex",
        "SELECT dish, SUM(grams) FROM meals GROUP BY dish",
        "SELECT COUNT(*), SUM(price) FROM deals",
        "SELECT icd, MEDIAN(cost), MIN(cost) FROM visits GROUP BY icd",
        "SELECT icd, SUM(amount), COUNT(*), AVG(balance) FROM bills GROUP BY icd",
        "SELECT icd, MODE(EXTRACT(YEAR FROM at)), COUNT(*) FROM visits GROUP BY icd",
        "SELECT n, COUNT(*) FROM (SELECT patient_id, COUNT(*) AS n FROM visits GROUP BY patient_id)"
            + " GROUP BY n"
      })
  void allReleasesMoveByAsMuchAsTheUnitsTogether(String sql) {
    Frontier one = alone.plan(sql).frontiers().get(0);
    Frontier three = households.plan(sql).frontiers().get(0);

    assertThat(one.unitSize()).isEqualTo(1);
    assertThat(three.unitSize()).isEqualTo(3);
    assertThat(three.asks()).isEqualTo(one.asks());
    assertThat(three.releases()).hasSameSizeAs(one.releases());
    for (int i = 0; i < one.releases().size(); i++) {
      Release ofOne = one.releases().get(i);
      Release ofThree = three.releases().get(i);
      assertThat(ofThree.l1()).isEqualTo(ofOne.l1().multiply(3));
      assertThat(ofThree.l2Squared()).isEqualTo(ofOne.l2Squared().multiply(9));
      assertThat(ofThree.epsilon()).isEqualTo(ofOne.epsilon());
    }
    assertThat(three.quantiles())
        .extracting(QuantileRelease::l1)
        .isEqualTo(
            one.quantiles().stream()
                .map(quantiles -> quantiles.l1().multiply(BigInteger.valueOf(3)))
                .toList());
    assertThat(three.clamps())
        .extracting(AutoBoundRelease::moves)
        .isEqualTo(
            one.clamps().stream()
                .map(clamp -> clamp.moves().multiply(BigInteger.valueOf(3)))
                .toList());
    assertThat(three.modes())
        .extracting(ModeRelease::l1)
        .isEqualTo(
            one.modes().stream().map(mode -> mode.l1().multiply(BigInteger.valueOf(3))).toList());
    assertThat(three.selection().map(Selection::unitSize))
        .isEqualTo(one.selection().map(selection -> 3));
  }

  @Test
  void aTableOfOtherPeopleIsLeftAsItIs() {
    Release release =
        households.plan("SELECT COUNT(*) FROM events").frontiers().get(0).releases().get(0);

    assertThat(release.l1()).isEqualTo(BigFraction.ONE);
  }
}
