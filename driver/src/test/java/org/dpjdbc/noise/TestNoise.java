package org.dpjdbc.noise;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Noise sources for tests of every package. They exist in the test classes alone: nothing in the
 * product leads to them.
 */
public final class TestNoise {
  private TestNoise() {}

  /** No noise at all: every draw is 0. A group is shown when its units are above the threshold. */
  public static NoiseSource zero() {
    return drawing(distribution -> BigInteger.ZERO);
  }

  /** Every additive draw is 0, and every group of at least one unit is shown. */
  public static NoiseSource zeroShowingEveryGroup() {
    return drawing(
        distribution ->
            distribution instanceof TruncatedLaplace truncated
                ? truncated.bound()
                : BigInteger.ZERO);
  }

  /** Every draw of a distribution is what {@code value} says of it. */
  public static NoiseSource drawing(Function<? super NoiseDistribution, BigInteger> value) {
    return new NoiseSource() {
      @Override
      BigInteger[] draw(NoiseDistribution distribution, int count) {
        BigInteger[] drawn = new BigInteger[count];
        Arrays.fill(drawn, value.apply(distribution));
        return drawn;
      }
    };
  }

  /** The exact samplers on a repeatable generator. Thread-safe, repeatable on one thread. */
  public static NoiseSource seeded(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return new NoiseSource() {
      @Override
      synchronized BigInteger[] draw(NoiseDistribution distribution, int count) {
        return SecureNoise.draw(
            Sampler.of(distribution), count, 0, new RandomBits(random::nextLong));
      }
    };
  }

  /** A block of draws, as it was asked for and as it came out. */
  public record Block(NoiseDistribution distribution, List<BigInteger> drawn) {}

  /** Passes the blocks of {@code source} on and appends each of them to {@code tape}. */
  public static NoiseSource recording(NoiseSource source, List<Block> tape) {
    return new NoiseSource() {
      @Override
      synchronized BigInteger[] draw(NoiseDistribution distribution, int count) {
        BigInteger[] drawn = source.draw(distribution, count);
        tape.add(new Block(distribution, List.of(drawn)));
        return drawn;
      }
    };
  }

  /** Hands out recorded blocks once more; asked for any other block, it fails the test. */
  public static NoiseSource replaying(List<Block> tape) {
    Queue<Block> rest = new ArrayDeque<>(tape);
    return new NoiseSource() {
      @Override
      synchronized BigInteger[] draw(NoiseDistribution distribution, int count) {
        Block block = rest.remove();
        if (!block.distribution().equals(distribution) || block.drawn().size() != count) {
          throw new AssertionError(
              "Recorded: " + block + "; asked for: " + count + " of " + distribution);
        }
        return block.drawn().toArray(new BigInteger[0]);
      }
    };
  }
}
