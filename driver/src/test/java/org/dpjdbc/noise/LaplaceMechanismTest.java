package org.dpjdbc.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.dpjdbc.noise.Rationals.rational;

import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.Scale;
import org.apache.commons.numbers.fraction.BigFraction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LaplaceMechanismTest {
  @Property(tries = 10_000)
  void scaleTimesEpsilonIsTheSensitivityExactly(
      @ForAll @BigRange(min = "1e-9", max = "1e6") @Scale(9) BigDecimal epsilon,
      @ForAll @BigRange(min = "1", max = "1e24") BigInteger sensitivity) {
    BigFraction exact = BigFraction.of(sensitivity);
    LaplaceMechanism mechanism = new LaplaceMechanism(exact, SigmaGrid.fraction(epsilon));
    BigFraction product = mechanism.noise().scale().multiply(mechanism.epsilon());
    assertThat(product).isEqualTo(exact);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "2147483648", "9007199254740991", "9007199254740993"})
  void theReleaseMinusTheNoiseIsTheValue(String value) {
    BigInteger exact = new BigInteger(value);
    LaplaceMechanism mechanism = new LaplaceMechanism(rational("3"), rational("0.1"));
    NoiseTape tape = TestNoise.seeded(7).tape(mechanism.noise(), 1000);
    NoiseTape same = TestNoise.seeded(7).tape(mechanism.noise(), 1000);
    for (int i = 0; i < 1000; i++) {
      assertThat(mechanism.release(exact, tape).subtract(same.next())).isEqualTo(exact);
    }
  }

  @Test
  void aWeightWidensTheNoise() {
    LaplaceMechanism mechanism = new LaplaceMechanism(rational("2"), rational("0.5"));
    assertThat(mechanism.noise(rational("1.5"))).isEqualTo(new DiscreteLaplace(rational("6")));
    assertThatThrownBy(() -> mechanism.noise(rational("0")))
        .isInstanceOf(IllegalArgumentException.class);
    NoiseTape tape = TestNoise.zero().tape(mechanism.noise(), 2);
    assertThat(mechanism.release(BigInteger.ONE, tape)).isEqualTo(BigInteger.ONE);
    assertThatThrownBy(() -> mechanism.release(BigInteger.ONE, rational("1.5"), tape))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void deltaIsZero() {
    assertThat(new LaplaceMechanism(rational("1"), rational("1")).delta())
        .isEqualTo(BigFraction.ZERO);
  }

  @Test
  void fractionsWithTwoNegativeSignsAreTheSameMechanism() {
    BigFraction half = BigFraction.of(-1, -2);
    LaplaceMechanism mechanism = new LaplaceMechanism(half, half);
    assertThat(mechanism.noise()).isEqualTo(new DiscreteLaplace(BigFraction.ONE));
    assertThat(mechanism.epsilon().getDenominator()).isPositive();
  }

  @ParameterizedTest
  @CsvSource({"0,1", "-1,1", "1,0", "1,-0.5"})
  void badParametersAreRefused(String sensitivity, String epsilon) {
    assertThatThrownBy(() -> new LaplaceMechanism(rational(sensitivity), rational(epsilon)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be positive");
  }

  @Test
  void noiseOfAnotherScaleIsRefused() {
    LaplaceMechanism mechanism = new LaplaceMechanism(rational("2"), rational("1"));
    NoiseTape tape = TestNoise.zero().tape(new DiscreteLaplace(rational("1")), 1);
    assertThatThrownBy(() -> mechanism.release(BigInteger.ONE, tape))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
