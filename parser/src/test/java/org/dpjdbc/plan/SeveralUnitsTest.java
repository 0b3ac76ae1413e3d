package org.dpjdbc.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.sql.refusal.RefusedException;
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

    AggregateQuery query = plan.frontiers().get(0).queries().get(0);
    assertThat(query.sql()).contains("GROUP BY \"BUYER_ID\"").contains("IS NOT NULL");
    assertThat(plan.frontiers().get(0).releases(NoisyVector.class).get(0).l1())
        .isEqualTo(BigFraction.of(4));
  }

  /** Which of the units is bounded by clamps follows from the keys, not from the order. */
  @Test
  void theOrderOfTheUnitsDoesNotMatter() {
    Clinic swapped =
        Clinic.with(
            policy ->
                policy
                    .replace("- {column: BUYER_ID,", "- {column: FIRST,")
                    .replace("- {column: SELLER_ID,", "- {column: BUYER_ID,")
                    .replace("- {column: FIRST,", "- {column: SELLER_ID,"));
    for (String sql :
        List.of(
            "SELECT COUNT(*) FROM deals",
            "SELECT COUNT(buyer_id), COUNT(seller_id) FROM deals",
            "SELECT SUM(price) FROM deals WHERE buyer_id IS NOT NULL AND seller_id > 3",
            "SELECT COUNT(*) FROM deals WHERE buyer_id = seller_id",
            "SELECT mode, COUNT(*) FROM deals GROUP BY mode",
            "SELECT COUNT(DISTINCT buyer_id) FROM deals",
            "SELECT COUNT(DISTINCT seller_id) FROM deals",
            "SELECT buyer_id, COUNT(*) FROM deals GROUP BY buyer_id",
            "SELECT seller_id, COUNT(*) FROM deals GROUP BY seller_id",
            "SELECT COUNT(*) FROM (SELECT buyer_id FROM deals GROUP BY buyer_id) t",
            "SELECT COUNT(*) FROM (SELECT seller_id FROM deals GROUP BY seller_id) t",
            "SELECT COUNT(*) FROM deals d JOIN patients p ON p.patient_id = d.buyer_id",
            "SELECT COUNT(*) FROM deals d JOIN patients p ON p.patient_id = d.seller_id")) {
      assertThat(outcome(swapped, sql)).as(sql).isEqualTo(outcome(clinic, sql));
    }
  }

  private static String outcome(Clinic clinic, String sql) {
    try {
      PrivatePlan plan = clinic.plan(sql);
      return plan.frontiers().stream()
          .map(f -> f.queries() + " " + f.releases() + " " + f.domains())
          .toList()
          .toString();
    } catch (RefusedException e) {
      return e.getMessage();
    }
  }
}
