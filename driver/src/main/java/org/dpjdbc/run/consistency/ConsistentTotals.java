package org.dpjdbc.run.consistency;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.dpjdbc.plan.model.Consistency;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.run.mechanism.NoisyGroups;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.mechanism.PreparedRelease;
import org.dpjdbc.run.mechanism.PreparedVector;
import org.dpjdbc.run.statistic.HalfWidths;

/**
 * Makes the noisy integers of the levels of a family add up: weighted least squares over all of
 * them, each level weighted by the inverse of its noise variance. The integers of the finest level
 * become the estimate, rounded; those of the others become their sums. A function of released
 * values alone: free of privacy cost.
 *
 * <p>The corrections of neighbouring cells are rounded together (each cell gets what the rounded
 * running total grows by), so that a cell is off its estimate by less than 1, and so is every group
 * that is one run of neighbouring cells: all groups of a ROLLUP are where the keys stand in its
 * order. A group of r runs is off by a sum of r such errors, each of variance 1/6 or less; the
 * error bars contain it. Where the levels agree already nothing is changed. Thread-safe.
 */
public final class ConsistentTotals {
  private final List<PreparedFrontier> levels;
  private final RollUp rollUp;
  private final boolean symmetric;
  private final Map<List<Double>, LeastSquares> problems = new ConcurrentHashMap<>();
  private final ConsistentErrors errors = new ConsistentErrors(this);

  /**
   * Prepares a family.
   *
   * @param levels its frontiers, in the order of its levels
   * @param rollUp their groups
   */
  ConsistentTotals(Consistency family, List<PreparedFrontier> levels, RollUp rollUp) {
    this.levels = levels;
    this.rollUp = rollUp;
    this.symmetric =
        levels.get(0).frontier().domains().stream()
            .allMatch(domain -> family.levels().stream().allMatch(level -> whole(domain, level)));
  }

  /** Whether a level has all the keys of a domain, or none. */
  private static boolean whole(KeyDomain domain, Consistency.Level level) {
    return level.keys().containsAll(domain.keys())
        || level.keys().stream().noneMatch(domain.keys()::contains);
  }

  /** The half-widths of a group of a level. */
  public HalfWidths errors(int level, int group) {
    return errors.of(level, group);
  }

  RollUp rollUp() {
    return rollUp;
  }

  PreparedFrontier level(int level) {
    return levels.get(level);
  }

  /** Whether all groups of a level are alike: the levels are marginals of a product of domains. */
  boolean symmetric() {
    return symmetric;
  }

  /** Makes the additive integers of the levels add up, in place. */
  public void apply(List<NoisyGroups> noisy) {
    List<PreparedRelease> releases = levels.get(0).releases();
    for (int r = 0; r < releases.size(); r++) {
      if (releases.get(r) instanceof PreparedVector vector && vector.release().additive()) {
        for (int c = 0; c < vector.release().size(); c++) {
          apply(new Release.Ref(r, c), noisy);
        }
      }
    }
  }

  private void apply(Release.Ref ref, List<NoisyGroups> noisy) {
    LeastSquares problem = problem(ref);
    double[] right = new double[rollUp.cells()];
    for (int level = 1; level < levels.size(); level++) {
      BigInteger[] sums = sums(ref, noisy.get(0), level);
      double[] missing = new double[sums.length];
      for (int g = 0; g < sums.length; g++) {
        missing[g] = noisy.get(level).get(g, ref).subtract(sums[g]).doubleValue();
      }
      problem.spread(level, missing, right);
    }
    double[] corrections = problem.solve(right);
    BigInteger given = BigInteger.ZERO;
    double running = 0;
    for (int cell = 0; cell < corrections.length; cell++) {
      running += corrections[cell];
      BigInteger whole = new BigDecimal(running).setScale(0, RoundingMode.HALF_EVEN).toBigInteger();
      BigInteger value = noisy.get(0).get(cell, ref).add(whole.subtract(given));
      noisy.get(0).set(cell, ref, value);
      given = whole;
    }
    for (int level = 1; level < levels.size(); level++) {
      BigInteger[] sums = sums(ref, noisy.get(0), level);
      for (int g = 0; g < sums.length; g++) {
        noisy.get(level).set(g, ref, sums[g]);
      }
    }
  }

  private BigInteger[] sums(Release.Ref ref, NoisyGroups cells, int level) {
    BigInteger[] sums = new BigInteger[rollUp.size(level)];
    Arrays.fill(sums, BigInteger.ZERO);
    for (int cell = 0; cell < rollUp.cells(); cell++) {
      int group = rollUp.groupOf(level, cell);
      sums[group] = sums[group].add(cells.get(cell, ref));
    }
    return sums;
  }

  /** The smallest-squares problem of an integer; integers of like noise share it. */
  LeastSquares problem(Release.Ref ref) {
    List<Double> weights = new ArrayList<>();
    for (PreparedFrontier level : levels) {
      double deviation = level.errors().deviation(ref);
      weights.add(1 / (deviation * deviation));
    }
    double max = weights.stream().mapToDouble(w -> w).max().orElseThrow();
    List<Double> relative = weights.stream().map(w -> w / max).toList();
    return problems.computeIfAbsent(
        relative,
        w -> new LeastSquares(rollUp, w.stream().mapToDouble(Double::doubleValue).toArray()));
  }
}
