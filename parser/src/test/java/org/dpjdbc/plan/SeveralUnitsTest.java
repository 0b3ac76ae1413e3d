package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.commons.numbers.fraction.BigFraction;
import org.junit.jupiter.api.Test;

class SeveralUnitsTest {
  private final Clinic clinic = new Clinic();

  @Test
  void eachUnitOfARowTakesItsShareOfEpsilon() {
    PrivatePlan plan = clinic.plan("SELECT COUNT(*), SUM(price) FROM deals");

    assertThat(plan.epsilon()).isEqualByComparingTo("1");
    assertThat(plan.frontiers().get(0).releases())
        .extracting(Release::epsilon)
        .containsExactly(BigFraction.of(1, 4), BigFraction.of(1, 4));
  }

  @Test
  void theUnitThatTheDatabaseDoesNotBoundIsClamped() {
    PrivatePlan plan = clinic.plan("SELECT COUNT(*) FROM deals");

    Ask ask = plan.frontiers().get(0).asks().get(0);
    assertThat(ask.sql()).contains("GROUP BY \"BUYER_ID\"").contains("IS NOT NULL");
    assertThat(plan.frontiers().get(0).releases().get(0).l1()).isEqualTo(BigFraction.of(4));
  }
}
