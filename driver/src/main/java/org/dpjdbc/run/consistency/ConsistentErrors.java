package org.dpjdbc.run.consistency;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.dpjdbc.noise.AdditiveNoise;
import org.dpjdbc.noise.error.WeightedNoise;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.run.mechanism.ErrorBars;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.statistic.HalfWidths;

/**
 * The errors of integers after {@link ConsistentTotals}. An estimate is a linear combination of the
 * noisy integers of all levels, each with its own draw; the factors are known, so the half-width is
 * that of the weighted sum of all these draws. Small factors are rounded up to steps of 1/64 of
 * themselves, so that equal ones are counted.
 *
 * <p>For marginals of a product one computation serves all groups of a level. Otherwise each group
 * needs its own; where there are too many of them they are given the width from before, which is
 * never too small: no linear unbiased estimate has a smaller variance than least squares.
 * Thread-safe.
 */
final class ConsistentErrors {
  private static final int MAX_COMPUTATIONS = 500;
  private static final double STEP = Math.log(65.0 / 64);

  /** Factors below this part of the largest, over the root of their number, are taken for it. */
  private static final double NEGLIGIBLE = 1e-3;

  private static final double TWO_SIGMA = 1.96;
  private static final double ROUNDING_VARIANCE = 1.0 / 6;

  private final ConsistentTotals totals;
  private final Map<List<Integer>, ErrorBars> known = new ConcurrentHashMap<>();

  ConsistentErrors(ConsistentTotals totals) {
    this.totals = totals;
  }

  /** The half-widths of a group. */
  HalfWidths of(int level, int group) {
    PreparedFrontier frontier = totals.level(level);
    return (refs, weights) -> {
      if (!frontier.vector(refs.get(0).release()).release().additive()) {
        return frontier.errors().halfWidth(refs, weights);
      }
      double noise = bars(level, group).halfWidth(refs, weights);
      double rounding = ROUNDING_VARIANCE * totals.rollUp().runs(level, group);
      double square = noise * noise;
      for (double weight : weights) {
        square += TWO_SIGMA * TWO_SIGMA * weight * weight * rounding;
      }
      return Math.sqrt(square);
    };
  }

  private ErrorBars bars(int level, int group) {
    List<Integer> alike = totals.symmetric() ? List.of(level) : List.of(level, group);
    ErrorBars bars = known.get(alike);
    if (bars == null) {
      if (known.size() >= MAX_COMPUTATIONS) {
        return totals.level(level).errors();
      }
      bars = new ErrorBars(new Estimate(level, group));
      known.put(alike, bars);
    }
    return bars;
  }

  /** The noise of an estimate. */
  private final class Estimate implements ErrorBars.Noises {
    private final int level;
    private final int group;
    private final Map<Release.Ref, Map<WeightedNoise, Integer>> terms = new ConcurrentHashMap<>();

    Estimate(int level, int group) {
      this.level = level;
      this.group = group;
    }

    @Override
    public double deviation(Release.Ref ref) {
      double square = 0;
      for (Map.Entry<WeightedNoise, Integer> term : of(ref).entrySet()) {
        double part = term.getKey().weight() * ErrorBars.deviationOf(term.getKey().noise());
        square += term.getValue() * part * part;
      }
      return Math.sqrt(square);
    }

    @Override
    public Map<WeightedNoise, Integer> of(Release.Ref ref) {
      return terms.computeIfAbsent(ref, this::compute);
    }

    private Map<WeightedNoise, Integer> compute(Release.Ref ref) {
      RollUp rollUp = totals.rollUp();
      LeastSquares problem = totals.problem(ref);
      double[] right = new double[rollUp.cells()];
      for (int cell = 0; cell < right.length; cell++) {
        right[cell] = rollUp.groupOf(level, cell) == group ? 1 : 0;
      }
      double[] solution = problem.solve(right);
      Map<WeightedNoise, Integer> found = new HashMap<>();
      for (int l = 0; l < rollUp.levels(); l++) {
        AdditiveNoise noise = totals.level(l).vector(ref.release()).noise(ref.component());
        add(problem.influence(l, solution), noise, found);
      }
      return found;
    }

    private static void add(
        double[] factors, AdditiveNoise noise, Map<WeightedNoise, Integer> found) {
      double max = 0;
      for (double factor : factors) {
        max = Math.max(max, Math.abs(factor));
      }
      double min = max * NEGLIGIBLE / Math.sqrt(factors.length);
      for (double factor : factors) {
        double counted = Math.max(min, Math.abs(factor));
        double rounded = max * Math.exp(STEP * Math.ceil(Math.log(counted / max) / STEP));
        if (rounded > 0) {
          found.merge(new WeightedNoise(rounded, noise), 1, Integer::sum);
        }
      }
    }
  }
}
