package org.dpjdbc.run.statistic;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Statistic;

/**
 * The half-width of a mean out of a pair, whose sums a and b have noises α and β: with t = a + b as
 * released, the part p = b/t of the range is off by ((1 − p)β − pα)/t, exactly and not to first
 * order, for the exact p. So the set of all p that are no further from the released one than the 95
 * % half-width of that holds the exact one with 95 % (E. C. Fieller, JRSS B 16(2), 1954). First
 * order takes the half-width at the released p for that at the others, which serves as well unless
 * the noise is a few steps: there it may end before the step that it should hold, and this looks
 * for the farthest p of the set.
 */
final class MeanErrors {
  /** Noise of fewer steps than these. */
  private static final double FEW_STEPS = 20;

  /** Each divides what is missing by the number of rows. */
  private static final int STEPS = 4;

  private final Statistic.Pair pair;
  private final HalfWidths errors;
  private final double width;
  private final double total;

  private MeanErrors(Statistic.Pair pair, HalfWidths errors, double total) {
    this.pair = pair;
    this.errors = errors;
    this.width = new BigDecimal(pair.width()).doubleValue();
    this.total = total;
  }

  /** Whether both sums have one noise each, of a few steps. */
  static boolean isOfFewSteps(Statistic.Pair pair, HalfWidths errors) {
    return pair.refs().size() == 2
        && pair.refs().stream()
            .allMatch(ref -> errors.halfWidth(List.of(ref), List.of(1.0)) < FEW_STEPS);
  }

  /** The half-width, of a mean that there is. */
  static double halfWidth(
      Statistic.Pair pair, StatisticValues.Released released, HalfWidths errors) {
    double below = released.value(pair.below(), pair.parts()).doubleValue();
    double total = below + released.value(pair.above(), pair.parts()).doubleValue();
    MeanErrors mean = new MeanErrors(pair, errors, total);
    double part = below / total;
    double off = Math.max(mean.farthest(part, -1), mean.farthest(part, 1));
    return off * mean.width * pair.step().doubleValue();
  }

  /** How far the farthest part on a side is. */
  private double farthest(double part, int side) {
    double off = 0;
    for (int i = 0; i < STEPS; i++) {
      off = off(Math.max(0, Math.min(1, part + side * off)));
    }
    return off;
  }

  private double off(double part) {
    Map<Release.Ref, Double> weights = new LinkedHashMap<>();
    pair.above().addTo(weights, -part / total / pair.parts());
    pair.below().addTo(weights, (1 - part) / total / pair.parts());
    List<Release.Ref> refs = new ArrayList<>(weights.keySet());
    return errors.halfWidth(refs, refs.stream().map(weights::get).toList());
  }
}
