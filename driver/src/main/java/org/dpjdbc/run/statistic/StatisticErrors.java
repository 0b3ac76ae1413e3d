package org.dpjdbc.run.statistic;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.dpjdbc.plan.model.PairFunction;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Statistic;
import org.jspecify.annotations.Nullable;

/**
 * The half-width of the 95 % interval of each released statistic: exact for what is linear in the
 * released integers, by first-order propagation at the released values for means, variances,
 * standard deviations and functions of pairs. A quantile has none: how far its value is off depends
 * on how near to each other the rows are, and to tell that would cost as much again; nor has one of
 * some values, nor a sum whose clamp was found, which leaves out what is beyond. An estimate by
 * randomized answers has the error of those besides. It depends on the plan and on released values
 * alone.
 */
public final class StatisticErrors {
  /** Of the standard deviations of a normal distribution, its 95 % interval's half-width. */
  private static final double NORMAL = 1.959964;

  /** Released integers whose noises are added up exactly. */
  private static final int MOST_EXACT = 2;

  private StatisticErrors() {}

  /** The half-width; {@code null} where the statistic has no value. */
  public static @Nullable Double halfWidth(
      Statistic statistic, StatisticValues.Released released, HalfWidths errors) {
    Map<Release.Ref, Double> weights = weights(statistic, released);
    if (weights.isEmpty()) {
      return null;
    }
    List<Release.Ref> refs = new ArrayList<>(weights.keySet());
    List<Double> factors = refs.stream().map(weights::get).toList();
    double width =
        refs.size() <= MOST_EXACT || isDebiased(statistic)
            ? errors.halfWidth(refs, factors)
            : ofSquares(refs, factors, errors);
    return rounded(statistic, Math.hypot(width, ofFlips(statistic, released, errors)));
  }

  /**
   * The part that the answers' own randomness has: normal, of the variance of a row times what the
   * squares of the rows add up to, by what was released and its error. Root of the sum of squares
   * of both half-widths is no less than the half-width of the sum, whose tails are no heavier than
   * those of the noise. Rows that were flipped together count as often as there may be of them.
   */
  private static double ofFlips(
      Statistic statistic, StatisticValues.Released released, HalfWidths errors) {
    if (statistic instanceof Statistic.NotNegative clamped) {
      return ofFlips(clamped.count(), released, errors);
    }
    if (!(statistic instanceof Statistic.Debiased debiased)) {
      return 0;
    }
    DebiasedValues.Flips flips = new DebiasedValues(debiased, released).flips();
    double squares = 0;
    for (Map.Entry<Release.Ref, Double> square : flips.squares().entrySet()) {
      squares += square.getValue() * released.get(square.getKey()).doubleValue();
    }
    List<Release.Ref> refs = new ArrayList<>(flips.squares().keySet());
    double most =
        Math.max(0, squares)
            + errors.halfWidth(refs, refs.stream().map(flips.squares()::get).toList());
    return NORMAL * Math.sqrt(flips.variance() * debiased.together() * most);
  }

  /**
   * The root of the summed squares of the half-widths: of Gaussian noise exactly that of the sum;
   * of Laplace noise it holds 95 % to 96.6 %, as the sum comes near to a Gaussian. Every group has
   * weights of its own, and to compute each exactly would take milliseconds.
   */
  private static double ofSquares(List<Release.Ref> refs, List<Double> weights, HalfWidths errors) {
    double squares = 0;
    for (int i = 0; i < refs.size(); i++) {
      double width = errors.halfWidth(List.of(refs.get(i)), List.of(weights.get(i)));
      squares += width * width;
    }
    return Math.sqrt(squares);
  }

  /**
   * By how much the statistic moves when each of its {@link #sources} moves by its own half-width:
   * signed, so that what several statistics have in common can be set off. The root of the summed
   * squares is {@link #halfWidth}; the parts are {@code null} where that is.
   */
  public static List<@Nullable Double> parts(
      Statistic statistic, StatisticValues.Released released, HalfWidths errors) {
    Double whole = halfWidth(statistic, released, errors);
    if (whole == null || isDebiased(statistic)) {
      return Collections.nCopies(sources(statistic).size(), whole);
    }
    List<Release.Ref> refs = refs(statistic);
    Map<Release.Ref, Double> weights = weights(statistic, released);
    double[] parts = new double[refs.size()];
    double squares = 0;
    for (int i = 0; i < parts.length; i++) {
      double weight = weights.getOrDefault(refs.get(i), 0.0);
      parts[i] = Math.signum(weight) * errors.halfWidth(List.of(refs.get(i)), List.of(weight));
      squares += parts[i] * parts[i];
    }
    List<@Nullable Double> scaled = new ArrayList<>();
    boolean known = squares > 0 && Double.isFinite(squares);
    for (int i = 0; i < parts.length; i++) {
      double other = i == 0 ? whole : 0;
      scaled.add(known ? (Double) (parts[i] * (whole / Math.sqrt(squares))) : (Double) other);
    }
    return scaled;
  }

  /**
   * What the parts of a statistic's error move with: each with one released integer, or, where the
   * answers' own randomness moves it besides, one with all of them.
   */
  public static List<List<Release.Ref>> sources(Statistic statistic) {
    List<Release.Ref> refs = refs(statistic);
    return isDebiased(statistic) ? List.of(refs) : refs.stream().map(List::of).toList();
  }

  /** Whether it is an estimate by randomized answers. */
  public static boolean isDebiased(Statistic statistic) {
    return statistic instanceof Statistic.Debiased
        || (statistic instanceof Statistic.NotNegative clamped && isDebiased(clamped.count()));
  }

  /** The released integers that a statistic is computed from. */
  private static List<Release.Ref> refs(Statistic statistic) {
    if (statistic instanceof Statistic.NotNegative clamped) {
      return refs(clamped.count());
    } else if (statistic instanceof Statistic.Count count) {
      return List.of(count.count());
    } else if (statistic instanceof Statistic.Sum sum) {
      return List.of(sum.sum());
    } else if (statistic instanceof Statistic.PairCount count) {
      return List.of(count.pair().above(), count.pair().below());
    } else if (statistic instanceof Statistic.PairSum sum) {
      return List.of(sum.pair().above(), sum.pair().below());
    } else if (statistic instanceof Statistic.Mean mean) {
      return List.of(mean.pair().above(), mean.pair().below());
    } else if (statistic instanceof Statistic.Quantile quantile) {
      return List.of(quantile.point());
    } else if (statistic instanceof Statistic.Listed listed) {
      return List.of(listed.place());
    } else if (statistic instanceof Statistic.Comoment comoment) {
      return JointErrors.refs(comoment.joint());
    } else if (statistic instanceof Statistic.Found found) {
      return List.of(found.sum());
    } else if (statistic instanceof Statistic.FoundMean mean) {
      return Stream.concat(refs(mean.sum()).stream(), refs(mean.count()).stream()).toList();
    } else if (statistic instanceof Statistic.Debiased debiased) {
      return debiased.reported().stream().flatMap(of -> refs(of.moments()).stream()).toList();
    }
    Statistic.Variance variance = (Statistic.Variance) statistic;
    return List.of(variance.pair().above(), variance.pair().below(), variance.spread());
  }

  private static List<Release.Ref> refs(Statistic.Debiased.Moments moments) {
    if (moments instanceof Statistic.Debiased.OfPair of) {
      return List.of(of.pair().above(), of.pair().below());
    }
    return List.of(((Statistic.Debiased.Number) moments).count());
  }

  /** How many columns the parts of all statistics take. */
  public static int width(List<Statistic> statistics) {
    return statistics.stream().mapToInt(statistic -> sources(statistic).size()).sum();
  }

  /**
   * Counts are rounded to whole numbers. Where the exact count is one, it is no further from the
   * rounded count than m if it is nearer to the other than m + 1/2; where rows are divided, it may
   * be no whole number itself. A count that is not negative is no further from 0 than from what is
   * below.
   */
  private static double rounded(Statistic statistic, double width) {
    if (statistic instanceof Statistic.NotNegative clamped) {
      return rounded(clamped.count(), width);
    }
    if (statistic instanceof Statistic.Count count) {
      return count.parts() == 1 ? width : width + 0.5;
    } else if (statistic instanceof Statistic.PairCount count) {
      return rounded(count.pair().parts(), width);
    } else if (statistic instanceof Statistic.Comoment of && of.function() == PairFunction.COUNT) {
      return rounded(of.joint().parts(), width);
    } else if (statistic instanceof Statistic.Debiased of
        && of.aim() == Statistic.Debiased.Aim.COUNT) {
      return width + 0.5;
    }
    return width;
  }

  private static double rounded(int parts, double width) {
    return parts == 1 ? Math.max(width, Math.ceil(width - 0.5)) : width + 0.5;
  }

  /** Whether the weights of the released integers in a statistic are fixed by the plan. */
  public static boolean isLinear(Statistic statistic) {
    if (statistic instanceof Statistic.NotNegative clamped) {
      return isLinear(clamped.count());
    }
    return !(statistic instanceof Statistic.Mean
        || statistic instanceof Statistic.Variance
        || statistic instanceof Statistic.Found
        || statistic instanceof Statistic.FoundMean
        || statistic instanceof Statistic.Comoment
        || statistic instanceof Statistic.Debiased);
  }

  /** The derivative of a statistic by each released integer; empty where it has no value. */
  private static Map<Release.Ref, Double> weights(
      Statistic statistic, StatisticValues.Released released) {
    if (statistic instanceof Statistic.NotNegative clamped) {
      return weights(clamped.count(), released);
    } else if (statistic instanceof Statistic.Count count) {
      return Map.of(count.count(), 1.0 / count.parts());
    } else if (statistic instanceof Statistic.Sum sum) {
      return Map.of(sum.sum(), sum.step().doubleValue());
    } else if (statistic instanceof Statistic.PairCount count) {
      double each = 1 / width(count.pair());
      return pair(count.pair(), each, each);
    } else if (statistic instanceof Statistic.PairSum sum) {
      double step = sum.pair().step().doubleValue();
      double ofLower = sum.pair().lower().doubleValue() / width(sum.pair());
      return pair(sum.pair(), step * ofLower, step * (ofLower + 1));
    } else if (statistic instanceof Statistic.Mean mean) {
      return mean(mean.pair(), released);
    } else if (statistic instanceof Statistic.Quantile
        || statistic instanceof Statistic.Listed
        || statistic instanceof Statistic.Found
        || statistic instanceof Statistic.FoundMean) {
      return Map.of();
    } else if (statistic instanceof Statistic.Comoment comoment) {
      return JointErrors.weights(comoment, released);
    } else if (statistic instanceof Statistic.Debiased debiased) {
      return new DebiasedValues(debiased, released).weights();
    }
    return variance((Statistic.Variance) statistic, released);
  }

  private static Map<Release.Ref, Double> mean(
      Statistic.Pair pair, StatisticValues.Released released) {
    double above = released.get(pair.above()).doubleValue() / pair.parts();
    double below = released.get(pair.below()).doubleValue() / pair.parts();
    double total = above + below;
    double width = width(pair);
    if (total < width / 2) {
      return Map.of();
    }
    double factor = pair.step().doubleValue() * width / (total * total);
    return pair(pair, -factor * below, factor * above);
  }

  private static Map<Release.Ref, Double> variance(
      Statistic.Variance variance, StatisticValues.Released released) {
    Statistic.Pair pair = variance.pair();
    double above = released.get(pair.above()).doubleValue() / pair.parts();
    double below = released.get(pair.below()).doubleValue() / pair.parts();
    double spread = released.get(variance.spread()).doubleValue() / pair.parts();
    double total = above + below;
    double width = width(pair);
    if (total < width * (variance.sample() ? 1.5 : 0.5)) {
      return Map.of();
    }
    double step = pair.step().doubleValue();
    double n = total / width;
    double factor = step * step * (variance.sample() ? n / (n - 1) : 1);
    double cube = total * total * total;
    double ofSpread = spread * width / (total * total);
    double byAbove = width * width * below * (below - above) / cube + ofSpread;
    double byBelow = width * width * above * (above - below) / cube + ofSpread;
    if (variance.root()) {
      double value = width * width * above * below / (total * total) - spread / n;
      double least = 1 / n;
      factor /= 2 * Math.sqrt(Math.max(value, least) * factor);
    }
    Map<Release.Ref, Double> weights =
        new LinkedHashMap<>(pair(pair, factor * byAbove, factor * byBelow));
    weights.put(variance.spread(), -factor / n / pair.parts());
    return weights;
  }

  private static Map<Release.Ref, Double> pair(Statistic.Pair pair, double above, double below) {
    Map<Release.Ref, Double> weights = new LinkedHashMap<>();
    weights.put(pair.above(), above / pair.parts());
    weights.put(pair.below(), below / pair.parts());
    return weights;
  }

  private static double width(Statistic.Pair pair) {
    return new BigDecimal(pair.upper().subtract(pair.lower())).doubleValue();
  }
}
