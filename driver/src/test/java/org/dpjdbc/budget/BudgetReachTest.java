package org.dpjdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.dpjdbc.budget.accountant.Accounting;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How many counts with noise of standard deviation 100 one budget answers: the table in the README.
 * By sequential composition Gaussian noise costs the ε that σ = 100 gives at δ = 10^-8.
 */
class BudgetReachTest {
  private static final BigDecimal DELTA = new BigDecimal("1e-6");

  @ParameterizedTest
  @CsvSource({
    "1, BASIC, laplace, 70",
    "1, BASIC, gaussian, 22",
    "1, ZCDP, laplace, 229",
    "1, ZCDP, gaussian, 458",
    "1, PLD, laplace, 248",
    "1, PLD, gaussian, 524",
    "10, BASIC, laplace, 707",
    "10, ZCDP, gaussian, 29568",
    "10, PLD, gaussian, 32693",
  })
  void answers(BigDecimal epsilon, Accounting accounting, String noise, int expected) {
    Limits limits = Limits.of(accounting, Cost.limitOf(epsilon, DELTA));
    ChargeRequest request =
        noise.equals("laplace")
            ? LedgerFixture.laplace("ann", "0.01414213")
            : LedgerFixture.gaussian("ann", "0.0443", 100);
    assertThat(answers(limits, request)).isEqualTo(expected);
  }

  private static long answers(Limits limits, ChargeRequest request) {
    Spend spend = Spend.of(limits.accounting(), request.cost(), request.mechanisms());
    long plain = limits.cost().epsilonNanos() / request.cost().epsilonNanos();
    if (limits.loss().signum() < 0) {
      return plain;
    }
    BigInteger max = limits.loss().subtract(spend.headroom());
    long byLoss = max.divide(spend.loss()).longValueExact();
    return request.cost().deltaYoctos().signum() == 0 ? Math.max(plain, byLoss) : byLoss;
  }
}
