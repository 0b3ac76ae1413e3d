package org.dpjdbc.noise;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.numbers.fraction.BigFraction;

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

  /** Every draw is 0, and every group of at least one unit is shown nevertheless. */
  public static NoiseSource zeroShowingEveryGroup() {
    return drawing(
        distribution ->
            distribution instanceof TruncatedLaplace ? new ShowingZero() : BigInteger.ZERO);
  }

  /** What is added to it is above any threshold. */
  private static final class ShowingZero extends BigInteger {
    ShowingZero() {
      super("0");
    }

    @Override
    public BigInteger add(BigInteger value) {
      return new Above(value);
    }
  }

  /** A number that says it is greater than any other. */
  private static final class Above extends BigInteger {
    Above(BigInteger value) {
      super(value.toByteArray());
    }

    @Override
    public int compareTo(BigInteger other) {
      return 1;
    }
  }

  /** Every draw of a distribution is what {@code value} says of it. */
  public static NoiseSource drawing(Function<? super NoiseDistribution, BigInteger> value) {
    return drawing(value, mechanism -> {});
  }

  /** No noise at all, and each choice tells the rate at which it would be made. */
  public static NoiseSource zeroTelling(Consumer<? super BigFraction> rate) {
    return drawing(
        distribution -> BigInteger.ZERO,
        mechanism ->
            rate.accept(
                mechanism instanceof ExponentialMechanism exponential
                    ? exponential.rate()
                    : ((PermuteAndFlip) mechanism).rate()));
  }

  /**
   * As above.
   *
   * @param chooses is given the mechanism of each choice; in the packaged driver its rate is a
   *     number of another class
   */
  private static NoiseSource drawing(
      Function<? super NoiseDistribution, BigInteger> value, Consumer<Object> chooses) {
    return new NoiseSource() {
      @Override
      BigInteger[] draw(NoiseDistribution distribution, int count) {
        BigInteger[] drawn = new BigInteger[count];
        Arrays.fill(drawn, value.apply(distribution));
        return drawn;
      }

      @Override
      public BigInteger below(BigInteger bound) {
        return bound.subtract(BigInteger.ONE).shiftRight(1);
      }

      /** The middle one of the best. */
      @Override
      int choose(ExponentialMechanism mechanism, BigInteger[] scores, BigInteger[] weights) {
        chooses.accept(mechanism);
        return best(scores);
      }

      @Override
      int choose(PermuteAndFlip mechanism, BigInteger[] scores) {
        chooses.accept(mechanism);
        return best(scores);
      }

      @Override
      <T> T toss(long words, Function<? super RandomBits, ? extends T> use) {
        throw new AssertionError("without noise nothing is tossed");
      }
    };
  }

  private static int best(BigInteger[] scores) {
    BigInteger max = Collections.max(Arrays.asList(scores));
    int[] all = IntStream.range(0, scores.length).filter(i -> scores[i].equals(max)).toArray();
    return all[(all.length - 1) / 2];
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

      @Override
      synchronized <T> T toss(long words, Function<? super RandomBits, ? extends T> use) {
        return use.apply(new RandomBits(random::nextLong));
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

      @Override
      <T> T toss(long words, Function<? super RandomBits, ? extends T> use) {
        return source.toss(words, use);
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

      @Override
      <T> T toss(long words, Function<? super RandomBits, ? extends T> use) {
        throw new AssertionError("Tosses are not recorded");
      }
    };
  }
}
