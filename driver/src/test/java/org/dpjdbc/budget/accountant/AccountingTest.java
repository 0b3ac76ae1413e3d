package org.dpjdbc.budget.accountant;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.commons.numbers.fraction.BigFraction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Against published values, sums over all outcomes, and an analyst who does the worst. */
class AccountingTest {
  private static final BigFraction DELTA = BigFraction.of(1, 1_000_000);

  /**
   * The standard deviation of one of k answers with Laplace noise, at (ε, 10^-6) for all of them.
   * By ρ it is that of ρ = ε²/2 for each answer (Bun and Steinke 2016). By μ² it is never below the
   * optimum over all accountants (Kairouz, Oh and Viswanath 2015), which holds for one fixed ε
   * only.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 10, 20.3, 14.1, 23",
    "1, 100, 64.1, 58.7, 62.5",
    "1, 1000, 203, 188.5, 194",
    "0.1, 100, 558, 507, 540",
    "0.1, 1000, 1765, 1622, 1670",
    "10, 100, 8.06, 7.25, 8.06",
    "10, 1000, 25.5, 23.9, 24.9"
  })
  void laplace(String epsilon, int answers, double published, double optimum, double max) {
    double byRho = laplaceDeviation(Accounting.ZCDP, epsilon, answers);
    assertThat(byRho).isBetween(published * 0.97, published * 1.005);
    double byMu = laplaceDeviation(Accounting.PLD, epsilon, answers);
    assertThat(byMu).isBetween(optimum, max);
  }

  private static double laplaceDeviation(Accounting accounting, String epsilon, int answers) {
    double limit = accounting.maxAmount(fraction(epsilon), DELTA).doubleValue();
    double low = 0;
    double high = 10;
    for (int i = 0; i < 50; i++) {
      double middle = (low + high) / 2;
      Loss all = accounting.ofPure(fraction(middle)).times(answers);
      if (all.amount().add(all.headroom()).doubleValue() <= limit) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Math.sqrt(2) / low;
  }

  /** Nothing is claimed that a sum over all outcomes contradicts. */
  @Property(tries = 40)
  void isNeverBelowTheTruth(
      @ForAll("responses") List<Double> responses,
      @ForAll("variances") double sigmaSquared,
      @ForAll("deltas") double delta) {
    ChargedMechanism gaussian =
        new ChargedMechanism.Gaussian(
            BigFraction.ONE,
            BigFraction.of(1, 2),
            BigFraction.ONE,
            fraction(sigmaSquared),
            fraction(sigmaSquared));
    double[] epsilons = responses.stream().mapToDouble(e -> e).toArray();
    for (Accounting accounting : List.of(Accounting.ZCDP, Accounting.PLD)) {
      Loss loss = accounting.of(gaussian);
      for (double epsilon : epsilons) {
        loss = loss.plus(accounting.ofPure(fraction(epsilon)));
      }
      BigFraction taken = loss.amount().add(loss.headroom());
      double claimed = accounting.epsilon(taken, fraction(delta)).doubleValue();
      assertThat(Brute.delta(epsilons, 1 / sigmaSquared, claimed))
          .as("%s of %s and %s", accounting, responses, sigmaSquared)
          .isLessThanOrEqualTo(delta * (1 + 1e-6));
    }
  }

  @Provide
  Arbitrary<List<Double>> responses() {
    return Arbitraries.doubles().between(0.001, 2).ofScale(4).list().ofMaxSize(9);
  }

  @Provide
  Arbitrary<Double> variances() {
    return Arbitraries.doubles().between(9, 400).ofScale(2);
  }

  @Provide
  Arbitrary<Double> deltas() {
    return Arbitraries.of(1e-2, 1e-4, 1e-6, 1e-8);
  }

  @Property(tries = 12)
  void moreLossIsMoreEpsilon(@ForAll("variances") double amount, @ForAll("variances") double more) {
    for (Accounting accounting : List.of(Accounting.ZCDP, Accounting.PLD)) {
      BigFraction less = fraction(Math.min(amount, more)).divide(1_000);
      BigFraction greater = fraction(Math.max(amount, more)).divide(1_000);
      assertThat(accounting.epsilon(less, DELTA))
          .isLessThanOrEqualTo(accounting.epsilon(greater, DELTA).add(new BigDecimal("1e-9")));
      assertThat(accounting.epsilon(greater, DELTA.divide(2)))
          .isGreaterThanOrEqualTo(
              accounting.epsilon(greater, DELTA).subtract(new BigDecimal("1e-9")));
    }
  }

  /** What a limit allows, an ε of that limit is claimed for. */
  @ParameterizedTest
  @EnumSource(names = {"ZCDP", "PLD"})
  void theMaxAmountIsOfTheLimit(Accounting accounting) {
    for (String epsilon : new String[] {"0.000000001", "0.01", "1", "10", "100", "9000000000"}) {
      BigFraction max = accounting.maxAmount(fraction(epsilon), DELTA);
      double claimed = accounting.epsilon(max, DELTA).doubleValue();
      double limit = Double.parseDouble(epsilon);
      assertThat(claimed).isLessThanOrEqualTo(limit * (1 + 1e-6) + 1e-8);
    }
  }

  /**
   * An analyst who knows the true privacy loss after every answer, and chooses the next ε of 0.05,
   * 0.1 and 0.2 accordingly, to make δ as great as can be. All that may be asked is what the filter
   * lets through; what may be asked as pure mechanisms alone counts too.
   */
  @ParameterizedTest
  @EnumSource(names = {"ZCDP", "PLD"})
  void holdsAgainstTheWorstAnalyst(Accounting accounting) {
    double epsilon = 1;
    double delta = 1e-3;
    double limit = accounting.maxAmount(fraction(epsilon), fraction(delta)).doubleValue();
    double worst = new WorstAnalyst(accounting, 0.05, epsilon, limit).delta();
    assertThat(worst).isLessThanOrEqualTo(delta).isGreaterThan(delta / 5);
  }

  /** The same analyst breaks a filter that lets a tenth more through: the test has teeth. */
  @Test
  void theWorstAnalystFindsWhatIsTooMuch() {
    double limit = 1.4 * Accounting.PLD.maxAmount(fraction(1), fraction(1e-3)).doubleValue();
    assertThat(new WorstAnalyst(Accounting.PLD, 0.05, 1, limit).delta()).isGreaterThan(1e-3);
  }

  /** Each unit in one of ten groups costs less than ten units' worth in one. */
  @ParameterizedTest
  @EnumSource(names = {"ZCDP", "PLD"})
  void countsSpreadContributionsByTheirSquares(Accounting accounting) {
    BigFraction epsilon = BigFraction.of(1, 10);
    Loss spread =
        accounting.of(
            new ChargedMechanism.Laplace(epsilon, BigFraction.of(10), BigFraction.of(10)));
    Loss one =
        accounting.of(
            new ChargedMechanism.Laplace(epsilon, BigFraction.of(10), BigFraction.of(100)));
    assertThat(one.amount().divide(spread.amount()).doubleValue()).isBetween(9.98, 10.0);
    Loss selection =
        accounting.of(new ChargedMechanism.Selection(epsilon, BigFraction.of(1, 1_000), 10));
    assertThat(one.amount().divide(selection.amount()).doubleValue()).isBetween(9.98, 10.01);
    assertThat(selection.failure()).isEqualTo(BigFraction.of(1, 1_000));
  }

  /** A threshold fails with its probability, and costs nothing else. */
  @ParameterizedTest
  @EnumSource(names = {"ZCDP", "PLD"})
  void aThresholdIsAFailure(Accounting accounting) {
    Loss loss = accounting.of(new ChargedMechanism.Threshold(BigFraction.of(1, 1_000)));
    assertThat(loss).isEqualTo(Loss.NONE.withFailure(BigFraction.of(1, 1_000)));
  }

  private static BigFraction fraction(String decimal) {
    BigDecimal value = new BigDecimal(decimal);
    return BigFraction.of(value.unscaledValue()).divide(BigFraction.of(10).pow(value.scale()));
  }

  private static BigFraction fraction(double value) {
    return fraction(BigDecimal.valueOf(value).toPlainString());
  }
}
