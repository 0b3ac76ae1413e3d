package org.dpjdbc.run.mechanism;

import java.math.BigInteger;
import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.budget.accountant.ChargedMechanism;
import org.dpjdbc.noise.ClampChoice;
import org.dpjdbc.noise.ClampedSum;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.plan.model.AutoBoundRelease;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.RankGrid;

/**
 * A sum under a privately chosen clipping bound, or such a bound, with its mechanism, calibrated
 * once per plan. Totals below 0 are a sum of their own, which is subtracted: a total is in one of
 * the two.
 *
 * @param release what is released
 * @param grid by which the cells of its histogram are told
 * @param sum the mechanism of sums
 * @param choice of the clamp: that of the sum, or with the whole epsilon
 */
public record PreparedAutoBound(
    AutoBoundRelease release, RankGrid grid, ClampedSum sum, ClampChoice choice)
    implements PreparedRelease {
  /** Groups to draw for ahead: each needs a draw for every power of two. */
  private static final int MAX_AHEAD = 1024;

  static PreparedAutoBound of(AutoBoundRelease release, RankGrid grid) {
    ClampedSum sum = ClampedSum.of(release.moves(), release.epsilon());
    ClampChoice choice =
        release.kind() == AutoBoundRelease.Kind.SUM
            ? sum.choice()
            : ClampChoice.of(release.moves(), release.epsilon());
    return new PreparedAutoBound(release, grid, sum, choice);
  }

  /** What the noise on sums spends; 0 if there is none. */
  private BigFraction noiseEpsilon() {
    return release.epsilon().subtract(choice.epsilon());
  }

  /**
   * Of the sparse vector technique nothing is known but its epsilon. Given the bounds, noise on all
   * sums of a plan is as that on a vector, each number of it on the scale of its bound.
   */
  @Override
  public List<ChargedMechanism> charged() {
    ChargedMechanism chosen =
        new ChargedMechanism.Other("sparse vector", choice.epsilon(), BigFraction.ZERO);
    if (noiseEpsilon().signum() == 0) {
      return List.of(chosen);
    }
    BigFraction moves = BigFraction.of(release.moves());
    return List.of(
        chosen, new ChargedMechanism.Laplace(noiseEpsilon(), moves, moves.multiply(moves)));
  }

  /** A clipping bound is chosen when the query runs, and the noise is scaled by it. */
  @Override
  public Explanation explain(Frontier frontier, int index) {
    boolean isSum = release.kind() == AutoBoundRelease.Kind.SUM;
    String chosen =
        "one of "
            + release.side()
            + " powers of two, with about "
            + choice.threshold()
            + " of the totals beyond it";
    BigFraction scale = BigFraction.of(release.moves());
    return new Explanation(
        release.what(),
        isSum ? "sparse vector, then discrete Laplace" : "sparse vector",
        SignificantDigits.plural(release.moves(), "total") + " per unit",
        isSum
            ? "clipping bound: "
                + chosen
                + ", for epsilon "
                + SignificantDigits.text(choice.epsilon())
                + "; noise: scale="
                + SignificantDigits.text(scale.divide(noiseEpsilon()))
                + " times the bound"
            : chosen);
  }

  /** Draws the noise of choices; as many look-ups for each group, whatever it has. */
  @Override
  public Draws draw(NoiseSource noise, int groups) {
    int ahead = Math.min(groups, MAX_AHEAD);
    if (release.kind() == AutoBoundRelease.Kind.SUM) {
      int sums = Math.multiplyExact(ahead, release.signed() ? 2 : 1);
      return sums(sum.draw(noise, sums, release.side()));
    }
    ClampChoice.Draws draws = choice.draw(noise, ahead, release.side());
    boolean below = release.kind() == AutoBoundRelease.Kind.LEAST;
    return exact -> {
      BigInteger power = BigInteger.ONE.shiftLeft(draws.choose(side(exact, below).counts));
      return List.of(below ? power.negate() : power);
    };
  }

  private Draws sums(ClampedSum.Draws draws) {
    return exact -> {
      Side above = side(exact, /* below= */ false);
      BigInteger released = draws.release(above.counts, above.totals);
      if (!release.signed()) {
        return List.of(released);
      }
      Side below = side(exact, /* below= */ true);
      return List.of(released.subtract(draws.release(below.counts, below.totals)));
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

  private Side side(GroupAnswers exact, boolean below) {
    Side side = new Side(release.side());
    for (int power = 0; power < release.side(); power++) {
      BigInteger[] cell = exact.cell(release.query(), grid.key(release.cell(power, below)));
      side.counts[power] = cell[0];
      side.totals[power] = cell[1].abs();
    }
    return side;
  }
}
