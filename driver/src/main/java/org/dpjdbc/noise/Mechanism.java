package org.dpjdbc.noise;

import java.math.BigInteger;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * An additive mechanism: its guarantee, and the noise that provides it.
 *
 * <p>The guarantee is about a <em>vector</em> of integers, all coordinates together: every value
 * that one unit can move and that is released under this mechanism. Each coordinate has a weight, 1
 * unless said otherwise; sensitivities are those of the vector with each coordinate divided by its
 * weight. If adding or removing one unit moves that vector by at most the stated sensitivity, then
 * releasing every coordinate once, each with its own draw of {@link #noise(BigFraction)} for its
 * weight, is ({@link #epsilon}, {@link #delta})-differentially private.
 */
public sealed interface Mechanism permits LaplaceMechanism, GaussianMechanism {
  /** ε of the whole vector, exactly as requested. */
  BigFraction epsilon();

  /** δ of the whole vector, exactly as requested; 0 for pure differential privacy. */
  BigFraction delta();

  /** The distribution of the noise of a coordinate of weight 1. */
  AdditiveNoise noise();

  /**
   * The distribution of the noise of a coordinate: {@code weight} times as wide as that of weight
   * 1.
   *
   * @param weight positive
   * @throws IllegalArgumentException if the weight is not positive
   */
  AdditiveNoise noise(BigFraction weight);

  /**
   * Releases one coordinate of weight 1: {@code exact} plus the next draw of the tape. The addition
   * is exact.
   *
   * @param exact the value before noise, in units of the integer grid
   * @param tape a tape of {@link #noise()}
   * @throws IllegalArgumentException if the tape holds other noise
   */
  default BigInteger release(BigInteger exact, NoiseTape tape) {
    return release(exact, BigFraction.ONE, tape);
  }

  /**
   * Releases one coordinate: {@code exact} plus the next draw of the tape. The addition is exact.
   *
   * @param exact the value before noise, in units of the integer grid
   * @param weight the weight of the coordinate
   * @param tape a tape of {@link #noise(BigFraction) noise(weight)}
   * @throws IllegalArgumentException if the tape holds other noise
   */
  default BigInteger release(BigInteger exact, BigFraction weight, NoiseTape tape) {
    tape.require(this, weight);
    return exact.add(tape.next());
  }
}
