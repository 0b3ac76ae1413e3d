package org.dpjdbc.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.Scale;
import org.apache.commons.numbers.fraction.BigFraction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalMathTest {
  private static final IntervalMath MATH = new IntervalMath(40);

  /** Known digits: the interval holds the number, and nothing 10^-40 away from it. */
  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "1, 2.71828182845904523536028747135266249775724709369995957496697",
    "-1, 0.36787944117144232159552377016146086744581113103176783450783",
    "0.5, 1.64872127070012814684865078781416357165377610071014801157507",
    "10, 22026.4657948067165169579006452842443663535126185567810742354",
    "-100, 3.72007597602083596295969580386311833735889229237678e-44",
  })
  void exp(BigDecimal x, BigDecimal known) {
    assertHolds(MATH.exp(RealInterval.exactly(x)), known);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0",
    "2, 0.693147180559945309417232121458176568075500134360255254120680",
    "10, 2.30258509299404568401799145468436420760110148862877297603333",
    "0.01, -4.60517018598809136803598290936872841520220297725754595206666",
    "1e30, 69.0775527898213705205397436405309262280330446588631892810000",
    "1e-30, -69.0775527898213705205397436405309262280330446588631892810000",
  })
  void log(BigDecimal x, BigDecimal known) {
    assertHolds(MATH.log(RealInterval.exactly(x)), known);
  }

  @Property(tries = 200)
  void expUndoesLog(@ForAll @BigRange(min = "1e-30", max = "1e30") @Scale(40) BigDecimal x) {
    RealInterval back = MATH.exp(MATH.log(RealInterval.exactly(x)));
    assertBetween(back, x);
    assertThat(width(back)).isLessThan(x.movePointLeft(37));
  }

  @Property(tries = 200)
  void logUndoesExp(@ForAll @BigRange(min = "-300", max = "300") @Scale(20) BigDecimal x) {
    RealInterval back = MATH.log(MATH.exp(RealInterval.exactly(x)));
    assertBetween(back, x);
    assertThat(width(back)).isLessThan(new BigDecimal("1e-37"));
  }

  @Property
  void arithmeticHoldsTheExactResult(
      @ForAll @BigRange(min = "-1e6", max = "1e6") @Scale(30) BigDecimal x,
      @ForAll @BigRange(min = "-1e6", max = "1e6") @Scale(30) BigDecimal y,
      @ForAll @BigRange(min = "1e-6", max = "1e6") @Scale(30) BigDecimal divisor) {
    IntervalMath rough = new IntervalMath(2); // so that every operation rounds
    RealInterval a = rough.divide(RealInterval.exactly(x), RealInterval.exactly(divisor));
    RealInterval b = RealInterval.exactly(y);
    assertBetween(
        rough.multiply(rough.add(a, b), RealInterval.exactly(divisor)), x.add(y.multiply(divisor)));
    assertBetween(rough.multiply(a, RealInterval.exactly(divisor)), x);
    assertBetween(
        rough.multiply(rough.subtract(a, b), RealInterval.exactly(divisor)),
        x.subtract(y.multiply(divisor)));
    BigFraction exact = SigmaGrid.fraction(x);
    assertBetween(rough.of(exact), x);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1"})
  void whatHasNoResultIsRefused(BigDecimal x) {
    RealInterval bad = RealInterval.exactly(x);
    assertThatThrownBy(() -> MATH.log(bad)).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> MATH.divide(RealInterval.ONE, bad))
        .isInstanceOf(ArithmeticException.class);
  }

  private static void assertBetween(RealInterval interval, BigDecimal value) {
    assertThat(value).isBetween(interval.low(), interval.high());
  }

  /** Certain up to the last of the known digits, of which there are at least 50. */
  private static void assertHolds(RealInterval interval, BigDecimal known) {
    BigDecimal size = known.abs().max(BigDecimal.ONE.movePointLeft(60));
    assertThat(width(interval)).isLessThan(size.movePointLeft(37));
    assertThat(interval.low()).isLessThanOrEqualTo(known.add(size.movePointLeft(48)));
    assertThat(interval.high()).isGreaterThanOrEqualTo(known.subtract(size.movePointLeft(48)));
  }

  private static BigDecimal width(RealInterval interval) {
    return interval.high().subtract(interval.low());
  }
}
