package org.dpjdbc.noise;

import java.math.BigInteger;
import org.apache.commons.numbers.fraction.BigFraction;

/**
 * An additive mechanism: what it promises, and the noise that keeps the promise.
 *
 * <p>The guarantee is about a <em>vector</em> of integers, all coordinates together: every value
 * that one unit can move and that is released under this mechanism. If adding or removing one unit
 * moves the vector by at most the stated sensitivity, then releasing every coordinate once, each
 * with its own draw, is ({@link #epsilon}, {@link #delta})-differentially private.
 */
public sealed interface Mechanism permits LaplaceMechanism, GaussianMechanism {
  /** ε of the whole vector, exactly as asked for. */
  BigFraction epsilon();

  /** δ of the whole vector, exactly as asked for; 0 for pure differential privacy. */
  BigFraction delta();

  /** The distribution of the noise of every coordinate. */
  AdditiveNoise noise();

  /**
   * Releases one coordinate: {@code exact} plus the next draw of the tape. The addition is exact.
   *
   * @param exact the value before noise, in units of the integer grid
   * @param tape a tape of {@link #noise()}
   * @throws IllegalArgumentException if the tape holds other noise
   */
  default BigInteger release(BigInteger exact, NoiseTape tape) {
    tape.require(noise());
    return exact.add(tape.next());
  }
}
