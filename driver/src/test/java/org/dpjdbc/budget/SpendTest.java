package org.dpjdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.dpjdbc.budget.LedgerFixture.cost;
import static org.dpjdbc.budget.LedgerFixture.fraction;
import static org.dpjdbc.budget.LedgerFixture.gaussian;
import static org.dpjdbc.budget.LedgerFixture.laplace;
import static org.dpjdbc.budget.LedgerFixture.mechanisms;

import java.math.BigInteger;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.budget.accountant.Accounting;
import org.dpjdbc.budget.accountant.ChargedMechanism;
import org.dpjdbc.budget.accountant.MechanismJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SpendTest {
  private static final BigInteger E21 = BigInteger.TEN.pow(21);

  @Test
  void roundsUpToWholeUnits() {
    // 1 / (2 · 7²) and 1 / (7² - 4.5)
    assertThat(of(Accounting.ZCDP, gaussian("ann", "1", 7)).loss())
        .isEqualTo(E21.divide(BigInteger.valueOf(98)).add(BigInteger.ONE));
    assertThat(of(Accounting.PLD, gaussian("ann", "1", 7)).loss())
        .isEqualTo(E21.multiply(BigInteger.TWO).divide(BigInteger.valueOf(89)).add(BigInteger.ONE));
    assertThat(of(Accounting.BASIC, gaussian("ann", "1", 7)).loss()).isZero();
    assertThat(of(Accounting.ZCDP, laplace("ann", "0.000000001")).loss())
        .isEqualTo(BigInteger.valueOf(500));
  }

  /** As where a row belongs to several people, or where more was charged for another reason. */
  @ParameterizedTest
  @EnumSource(names = {"ZCDP", "PLD"})
  void mechanismsThatAreNotTheCostDoNotCount(Accounting accounting) {
    String reported = laplace("ann", "0.1").mechanisms();
    Spend whole = Spend.of(accounting, cost("0.1", "0"), reported);
    Spend more = Spend.of(accounting, cost("0.2", "0"), reported);
    assertThat(more).isEqualTo(Spend.of(accounting, cost("0.2", "0"), MechanismJson.UNKNOWN));
    assertThat(more.loss()).isGreaterThan(whole.loss().multiply(BigInteger.valueOf(3)));
    assertThat(Spend.of(accounting, cost("0.1", "1e-7"), reported).failure())
        .isEqualTo(cost("0", "1e-7").deltaYoctos());
  }

  @ParameterizedTest
  @EnumSource(names = {"ZCDP", "PLD"})
  void mechanismsAddUp(Accounting accounting) {
    ChargedMechanism one =
        new ChargedMechanism.Laplace(fraction("0.1"), BigFraction.ONE, BigFraction.ONE);
    ChargedMechanism other =
        new ChargedMechanism.Selection(fraction("0.3"), fraction("0.00000001"), 3);
    Spend both = of(accounting, mechanisms("ann", one, other, one));
    BigInteger sum =
        of(accounting, mechanisms("ann", one))
            .loss()
            .multiply(BigInteger.TWO)
            .add(of(accounting, mechanisms("ann", other)).loss());
    assertThat(both.loss()).isBetween(sum.subtract(BigInteger.TWO), sum);
    assertThat(both.headroom()).isEqualTo(of(accounting, mechanisms("ann", one)).headroom());
    assertThat(both.failure()).isEqualTo(cost("0", "1e-8").deltaYoctos());
  }

  @ParameterizedTest
  @EnumSource
  void aNoteIsFree(Accounting accounting) {
    assertThat(Totals.ZERO.plus(Spend.of(accounting, Cost.FREE, "[]"))).isEqualTo(Totals.ZERO);
  }

  private static Spend of(Accounting accounting, ChargeRequest request) {
    return Spend.of(accounting, request.cost(), request.mechanisms());
  }
}
