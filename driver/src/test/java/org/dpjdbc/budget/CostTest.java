package org.dpjdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.dpjdbc.budget.LedgerFixture.cost;
import static org.dpjdbc.budget.LedgerFixture.limit;

import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.LongRange;
import org.apache.commons.numbers.fraction.BigFraction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CostTest {
  @ParameterizedTest
  @CsvSource({
    "1, 1e-8, 1000000000, 10000000000000000",
    "0.1, 0, 100000000, 0",
    "1e-9, 1e-24, 1, 1",
    "1e-300, 1e-300, 1, 1",
    "1e-2000000000, 1e-2000000000, 1, 1",
    "1.0000000001, 1.5e-24, 1000000001, 2",
    "0, 1, 0, 1000000000000000000000000",
    "9223372036.854775807, 0, 9223372036854775807, 0"
  })
  void isRoundedUpToWholeUnits(String epsilon, String delta, long nanos, BigInteger yoctos) {
    assertThat(cost(epsilon, delta)).isEqualTo(new Cost(nanos, yoctos));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "-1e-300", "1e300", "1e2000000000", "9223372036.8547758071"})
  void refusesAnEpsilonOutOfRange(String epsilon) {
    assertThatIllegalArgumentException().isThrownBy(() -> cost(epsilon, "0"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1.000000000000000000000001", "1e300"})
  void refusesADeltaOutOfRange(String delta) {
    assertThatIllegalArgumentException().isThrownBy(() -> cost("1", delta));
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "Infinity", "-Infinity"})
  void hasNoWayInForWhatIsNoNumber(String text) {
    assertThatThrownBy(() -> cost(text, "0")).isInstanceOf(NumberFormatException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "1e-10, 1e-25, 0, 0",
    "1.9999999999, 0, 1999999999, 0",
    "1e300, 5, 9223372036854775807, 1000000000000000000000000"
  })
  void limitsAreRoundedDown(String epsilon, String delta, long nanos, BigInteger yoctos) {
    assertThat(limit(epsilon, delta)).isEqualTo(new Cost(nanos, yoctos));
  }

  @ParameterizedTest
  @CsvSource({"1, 3, 333333334", "1, 10, 100000000", "2, 7, 285714286", "0, 5, 0"})
  void fractionsAreRoundedUp(int numerator, int denominator, long nanos) {
    BigFraction share = BigFraction.of(numerator, denominator);
    assertThat(Cost.of(share, BigFraction.ZERO).epsilonNanos()).isEqualTo(nanos);
    assertThat(Cost.of(share.negate().negate(), BigFraction.ZERO).epsilonNanos()).isEqualTo(nanos);
  }

  @Test
  void tenTenthsAreOne() {
    Cost sum = Cost.FREE;
    for (int i = 0; i < 10; i++) {
      sum = sum.plus(cost("0.1", "1e-7"));
    }
    assertThat(sum).isEqualTo(limit("1", "1e-6"));
    assertThat(sum.fitsIn(limit("1", "1e-6"))).isTrue();
    assertThat(sum.plus(cost("1e-300", "0")).fitsIn(limit("1", "1e-6"))).isFalse();
    assertThat(sum.plus(cost("0", "1e-300")).fitsIn(limit("1", "1e-6"))).isFalse();
  }

  @Test
  void doesNotWrapAround() {
    Cost most = new Cost(Long.MAX_VALUE, BigInteger.ZERO);
    assertThatThrownBy(() -> most.plus(cost("1e-9", "0"))).isInstanceOf(ArithmeticException.class);
    Cost delta = new Cost(0, BigInteger.TEN.pow(38).subtract(BigInteger.ONE));
    assertThatThrownBy(() -> delta.plus(cost("0", "1e-24")))
        .isInstanceOf(ArithmeticException.class);
    assertThatIllegalArgumentException().isThrownBy(() -> new Cost(-1, BigInteger.ZERO));
    assertThatIllegalArgumentException().isThrownBy(() -> new Cost(0, BigInteger.ONE.negate()));
  }

  @Test
  void whatRemainsIsNeverBelowNothing() {
    assertThat(limit("1", "1e-6").minus(cost("0.4", "1e-7"))).isEqualTo(cost("0.6", "9e-7"));
    assertThat(limit("1", "1e-6").minus(cost("2", "1e-7"))).isEqualTo(cost("0", "9e-7"));
    assertThat(cost("1", "1e-7").min(cost("2", "1e-8"))).isEqualTo(cost("1", "1e-8"));
    assertThat(Cost.FREE.isFree()).isTrue();
    assertThat(cost("0", "1e-24").isFree()).isFalse();
  }

  @Test
  void readsWell() {
    assertThat(cost("0.50", "1e-8")).hasToString("ε = 0.5, δ = 1E-8");
    assertThat(cost("10", "0")).hasToString("ε = 10, δ = 0");
  }

  @Property
  void roundingNeverForgives(
      @ForAll @BigRange(min = "0", max = "1") BigDecimal epsilon,
      @ForAll @BigRange(min = "0", max = "1") BigDecimal delta) {
    assertThat(Cost.of(epsilon, delta).epsilon()).isGreaterThanOrEqualTo(epsilon);
    assertThat(Cost.of(epsilon, delta).delta()).isGreaterThanOrEqualTo(delta);
    assertThat(Cost.limitOf(epsilon, delta).epsilon()).isLessThanOrEqualTo(epsilon);
    assertThat(Cost.limitOf(epsilon, delta).delta()).isLessThanOrEqualTo(delta);
  }

  @Property
  void decimalsAndFractionsAgree(
      @ForAll @LongRange(min = 0, max = 1_000_000_000_000_000L) long numerator) {
    BigDecimal decimal = BigDecimal.valueOf(numerator, 15);
    BigFraction fraction = BigFraction.of(BigInteger.valueOf(numerator), BigInteger.TEN.pow(15));
    assertThat(Cost.of(fraction, fraction)).isEqualTo(Cost.of(decimal, decimal));
  }
}
