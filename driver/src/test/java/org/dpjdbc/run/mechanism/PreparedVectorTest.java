package org.dpjdbc.run.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.noise.TestNoise;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.policy.NoiseKind;
import org.junit.jupiter.api.Test;

class PreparedVectorTest {
  /** Two sums with the same noise would give their difference away. */
  @Test
  void eachComponentHasNoiseOfItsOwn() {
    AtomicLong tapes = new AtomicLong();
    NoiseSource noise =
        TestNoise.drawing(distribution -> BigInteger.valueOf(tapes.incrementAndGet()));
    NoisyVector.Component zero = new NoisyVector.Component(List.of(), BigFraction.ONE);
    NoisyVector three =
        new NoisyVector(
            "SUM(X)",
            Collections.nCopies(3, zero),
            BigFraction.ONE,
            BigFraction.ONE,
            NoiseKind.LAPLACE,
            BigFraction.ONE,
            BigFraction.ZERO,
            BigFraction.ONE,
            false,
            BigFraction.ONE);
    List<BigInteger> released =
        PreparedVector.of(three, JointGaussian.of(List.of()))
            .draw(noise, 1)
            .release(new GroupAnswers(List.of(), List.of()));
    assertThat(released).containsExactly(BigInteger.ONE, BigInteger.TWO, BigInteger.valueOf(3));
  }
}
