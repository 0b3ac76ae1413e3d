package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.AutoBoundRelease;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.ModeRelease;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.model.QuantileRelease;
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
    assertThat(three.queries()).isEqualTo(one.queries());
    assertThat(three.releases()).hasSameSizeAs(one.releases());
    List<NoisyVector> vectors = one.releases(NoisyVector.class);
    for (int i = 0; i < vectors.size(); i++) {
      NoisyVector ofOne = vectors.get(i);
      NoisyVector ofThree = three.releases(NoisyVector.class).get(i);
      assertThat(ofThree.l1()).isEqualTo(ofOne.l1().multiply(3));
      assertThat(ofThree.l2Squared()).isEqualTo(ofOne.l2Squared().multiply(9));
      assertThat(ofThree.epsilon()).isEqualTo(ofOne.epsilon());
    }
    assertThat(three.releases(QuantileRelease.class))
        .extracting(QuantileRelease::l1)
        .isEqualTo(
            one.releases(QuantileRelease.class).stream()
                .map(quantiles -> quantiles.l1().multiply(BigInteger.valueOf(3)))
                .toList());
    assertThat(three.releases(AutoBoundRelease.class))
        .extracting(AutoBoundRelease::moves)
        .isEqualTo(
            one.releases(AutoBoundRelease.class).stream()
                .map(clamp -> clamp.moves().multiply(BigInteger.valueOf(3)))
                .toList());
    assertThat(three.releases(ModeRelease.class))
        .extracting(ModeRelease::l1)
        .isEqualTo(
            one.releases(ModeRelease.class).stream()
                .map(mode -> mode.l1().multiply(BigInteger.valueOf(3)))
                .toList());
    assertThat(three.selection().map(Selection::unitSize))
        .isEqualTo(one.selection().map(selection -> 3));
  }

  @Test
  void aTableOfOtherPeopleIsLeftAsItIs() {
    NoisyVector release =
        households
            .plan("SELECT COUNT(*) FROM events")
            .frontiers()
            .get(0)
            .releases(NoisyVector.class)
            .get(0);

    assertThat(release.l1()).isEqualTo(BigFraction.ONE);
  }
}
