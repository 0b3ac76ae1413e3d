package org.dpjdbc.run.mechanism;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.noise.ClampChoice;
import org.dpjdbc.noise.ClampedSum;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.plan.model.AutoBoundRelease;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.RankGrid;

/**
 * A sum whose clamp is found, or a clamp, with its mechanism, calibrated once per plan. Totals
 * below 0 are a sum of their own, which is subtracted: a total is in one of the two.
 *
 * @param release what is released
 * @param grid by which the cells of its histogram are told
 * @param sum the mechanism of sums
 * @param choice of the clamp: that of the sum, or with the whole epsilon
 */
public record PreparedAutoBound(
    AutoBoundRelease release, RankGrid grid, ClampedSum sum, ClampChoice choice) {
  static PreparedAutoBound of(AutoBoundRelease release, RankGrid grid) {
    ClampedSum sum = ClampedSum.of(release.moves(), release.epsilon());
    ClampChoice choice =
        release.kind() == AutoBoundRelease.Kind.SUM
            ? sum.choice()
            : ClampChoice.of(release.moves(), release.epsilon());
    return new PreparedAutoBound(release, grid, sum, choice);
  }

  /** What the noise on sums spends; 0 where there is none. */
  public BigFraction noiseEpsilon() {
    return release.epsilon().subtract(choice.epsilon());
  }

  /** Gives the released integer of a group. */
  public interface Open {
    BigInteger release(List<KeyValue> group, AggregateRows histogram);
  }

  /** Draws the noise of choices for so many groups; as many look-ups for each, whatever it has. */
  public Open draw(NoiseSource noise, int groups) {
    if (release.kind() == AutoBoundRelease.Kind.SUM) {
      return sums(
          sum.draw(noise, Math.multiplyExact(groups, release.signed() ? 2 : 1), release.side()));
    }
    ClampChoice.Draws draws = choice.draw(noise, groups, release.side());
    boolean below = release.kind() == AutoBoundRelease.Kind.LEAST;
    return (group, histogram) -> {
      BigInteger power =
          BigInteger.ONE.shiftLeft(draws.choose(side(group, histogram, below).counts));
      return below ? power.negate() : power;
    };
  }

  private Open sums(ClampedSum.Draws draws) {
    return (group, histogram) -> {
      Side above = side(group, histogram, /* below= */ false);
      BigInteger released = draws.release(above.counts, above.totals);
      if (!release.signed()) {
        return released;
      }
      Side below = side(group, histogram, /* below= */ true);
      return released.subtract(draws.release(below.counts, below.totals));
    };
  }

  /** The totals on one side of 0, by powers of two: how many, and how far from 0 all together. */
  private static final class Side {
    private final BigInteger[] counts;
    private final BigInteger[] totals;

    Side(int powers) {
      counts = new BigInteger[powers];
      totals = new BigInteger[powers];
    }
  }

  private Side side(List<KeyValue> group, AggregateRows histogram, boolean below) {
    Side side = new Side(release.side());
    for (int power = 0; power < release.side(); power++) {
      List<KeyValue> key = new ArrayList<>(group);
      key.add(grid.key(release.cell(power, below)));
      BigInteger[] cell = histogram.of(key);
      side.counts[power] = cell[0];
      side.totals[power] = cell[1].abs();
    }
    return side;
  }
}
