package org.dpjdbc.run.statistic;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
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

  /** No number is rounded by more. */
  private static final double ROUNDING = 0.5;

  /** What rounding adds in squares: it is uniform. */
  private static final double ROUNDED = NORMAL / Math.sqrt(12);

  /** Integers that are exact with 99 % have a spread below this part of a step. */
  private static final double ALL_BUT_CERTAIN = 0.48;

  /**
   * Two integers, each of which is exact with 95 %, are not so together: their spreads, of almost
   * half a step, are made long enough for one step in squares.
   */
  private static final double BOTH = 1.5;

  /** Released integers whose noises are added up exactly, whatever their weights. */
  private static final int MAX_EXACT = 2;

  private StatisticErrors() {}

  /** The half-width; {@code null} where the statistic has no value. */
  public static @Nullable Double halfWidth(
      Statistic statistic, StatisticValues.Released released, HalfWidths errors) {
    Map<Release.Ref, Double> weights = statistic.accept(new Derivatives(released));
    if (weights.isEmpty()) {
      return null;
    }
    List<Release.Ref> refs = new ArrayList<>(weights.keySet());
    List<Double> factors = refs.stream().map(weights::get).toList();
    if (statistic instanceof Statistic.Mean mean && MeanErrors.isOfFewSteps(mean.pair(), errors)) {
      return MeanErrors.halfWidth(mean.pair(), released, errors);
    }
    double width =
        refs.size() <= MAX_EXACT || isDebiased(statistic) || isLinear(statistic)
            ? errors.halfWidth(refs, factors)
            : ofSquares(refs, factors, errors);
    double flips = isDebiased(statistic) ? ofFlips(debiased(statistic), released, errors) : 0;
    return statistic.accept(new Rounded(Math.hypot(width, flips)));
  }

  /**
   * The part that the answers' own randomness has: normal, of the variance of a row times what the
   * squares of the rows add up to, by what was released and its error. Root of the sum of squares
   * of both half-widths is no less than the half-width of the sum, whose tails are no heavier than
   * those of the noise. Rows that were flipped together count as often as there may be of them.
   */
  private static double ofFlips(
      Statistic.Debiased debiased, StatisticValues.Released released, HalfWidths errors) {
    DebiasedValues.Flips flips = new DebiasedValues(debiased, released).flips();
    double squares = 0;
    for (Map.Entry<Release.Ref, Double> square : flips.squares().entrySet()) {
      squares += square.getValue() * released.get(square.getKey()).doubleValue();
    }
    List<Release.Ref> refs = new ArrayList<>(flips.squares().keySet());
    double max =
        Math.max(0, squares)
            + errors.halfWidth(refs, refs.stream().map(flips.squares()::get).toList());
    return NORMAL * Math.sqrt(flips.variance() * debiased.together() * max);
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
   * squares is {@link #halfWidth}, but for integers that of their error and a random part of a
   * step, where that is more: only those may be added in squares. The parts are {@code null} where
   * it is.
   */
  public static List<@Nullable Double> parts(
      Statistic statistic, StatisticValues.Released released, HalfWidths errors) {
    Double whole = halfWidth(statistic, released, errors);
    if (whole == null || isDebiased(statistic)) {
      return Collections.nCopies(sources(statistic).size(), whole);
    }
    List<Release.Ref> refs = statistic.refs();
    Map<Release.Ref, Double> weights = statistic.accept(new Derivatives(released));
    double[] parts = new double[refs.size()];
    double squares = 0;
    for (int i = 0; i < parts.length; i++) {
      double weight = weights.getOrDefault(refs.get(i), 0.0);
      parts[i] = Math.signum(weight) * errors.spread(List.of(refs.get(i)), List.of(weight));
      squares += parts[i] * parts[i];
    }
    boolean rounded = isRounded(statistic);
    double ofNoise = rounded ? Math.sqrt(whole * whole - ROUNDING * ROUNDING) : whole;
    if (isLinear(statistic) && !rounded) {
      ofNoise = ofSteps(ofNoise, weights, errors);
    }
    List<@Nullable Double> scaled = new ArrayList<>();
    boolean known = squares > 0 && Double.isFinite(squares);
    for (int i = 0; i < parts.length; i++) {
      double other = i == 0 ? ofNoise : 0;
      scaled.add(known ? (Double) (parts[i] * (ofNoise / Math.sqrt(squares))) : (Double) other);
    }
    if (rounded) {
      scaled.add(ROUNDED);
    }
    return scaled;
  }

  /** What is added in squares to others instead of a half-width that ends on a step. */
  private static double ofSteps(double width, Map<Release.Ref, Double> weights, HalfWidths errors) {
    List<Release.Ref> refs = List.copyOf(weights.keySet());
    List<Double> factors = refs.stream().map(weights::get).toList();
    double spread = errors.spread(refs, factors);
    if (width > 0) {
      return Math.max(width, spread);
    }
    double step = factors.stream().mapToDouble(Math::abs).max().orElse(0);
    return spread > ALL_BUT_CERTAIN * step ? BOTH * spread : 0;
  }

  /** Whether the noise alone tells the error of sums that the statistic is in. */
  public static boolean isLinearInNoise(Statistic statistic) {
    return isLinear(statistic) && !(statistic instanceof Statistic.NotNegative);
  }

  /** The factor of each released integer in a statistic that is linear in them. */
  public static Map<Release.Ref, Double> factors(Statistic statistic) {
    return statistic.accept(new Derivatives(ref -> BigInteger.ZERO));
  }

  /**
   * What the parts of a statistic's error move with: each with one released integer, or, where the
   * answers' own randomness moves it besides, one with all of them. One moves with none of them:
   * that the rounding error of one value is independent of the others.
   */
  public static List<List<Release.Ref>> sources(Statistic statistic) {
    List<Release.Ref> refs = statistic.refs();
    return isDebiased(statistic)
        ? List.of(refs)
        : Stream.concat(
                refs.stream().map(List::of),
                isRounded(statistic) ? Stream.of(List.<Release.Ref>of()) : Stream.empty())
            .toList();
  }

  /** Whether it is a number of rows, and what is released of them is none. */
  public static boolean isRounded(Statistic statistic) {
    if (statistic instanceof Statistic.NotNegative clamped) {
      return isRounded(clamped.count());
    } else if (statistic instanceof Statistic.Count count) {
      return count.parts() > 1
          || count.count().terms().stream()
              .anyMatch(term -> !term.factor().getDenominator().equals(BigInteger.ONE));
    } else if (statistic instanceof Statistic.Comoment comoment) {
      return comoment.function() == PairFunction.COUNT;
    }
    return statistic instanceof Statistic.PairCount;
  }

  /** Whether it is an estimate by randomized answers. */
  public static boolean isDebiased(Statistic statistic) {
    return statistic.accuracy() == Statistic.Accuracy.DEBIASED;
  }

  private static Statistic.Debiased debiased(Statistic statistic) {
    return statistic instanceof Statistic.NotNegative clamped
        ? debiased(clamped.count())
        : (Statistic.Debiased) statistic;
  }

  /** How many columns the parts of all statistics take. */
  public static int width(List<Statistic> statistics) {
    return statistics.stream().mapToInt(statistic -> sources(statistic).size()).sum();
  }

  /**
   * Counts are rounded to integers. Where the exact count is one, it is no further from the rounded
   * count than m if it is nearer to the other than m + 1/2; where rows are divided, it may be no
   * integer itself. A count that is not negative is no further from 0 than from what is below.
   *
   * @param width the half-width before
   */
  private record Rounded(double width) implements Statistic.Visitor<Double> {
    @Override
    public Double count(Statistic.Count count) {
      return isRounded(count)
          ? ofParts(count.parts())
          : Math.max(width, Math.ceil(width - ROUNDING));
    }

    @Override
    public Double notNegative(Statistic.NotNegative clamped) {
      return clamped.count().accept(this);
    }

    @Override
    public Double sum(Statistic.Sum sum) {
      return width;
    }

    @Override
    public Double pairCount(Statistic.PairCount count) {
      return ofParts(count.pair().parts());
    }

    @Override
    public Double pairSum(Statistic.PairSum sum) {
      return width;
    }

    @Override
    public Double mean(Statistic.Mean mean) {
      return width;
    }

    @Override
    public Double variance(Statistic.Variance variance) {
      return width;
    }

    @Override
    public Double quantile(Statistic.Quantile quantile) {
      return width;
    }

    @Override
    public Double debiased(Statistic.Debiased debiased) {
      return debiased.aim() == Statistic.Debiased.Aim.COUNT
          ? ofParts(debiased.reported().get(0).moments().parts())
          : (Double) width;
    }

    @Override
    public Double autoBound(Statistic.AutoBound sum) {
      return width;
    }

    @Override
    public Double autoBoundMean(Statistic.AutoBoundMean mean) {
      return width;
    }

    @Override
    public Double listed(Statistic.Listed listed) {
      return width;
    }

    @Override
    public Double comoment(Statistic.Comoment comoment) {
      return comoment.function() == PairFunction.COUNT
          ? ofParts(comoment.joint().parts())
          : (Double) width;
    }

    private double ofParts(int parts) {
      return parts == 1
          ? Math.max(Math.hypot(width, ROUNDING), Math.ceil(width - ROUNDING))
          : width + ROUNDING;
    }
  }

  /** Whether the weights of the released integers in a statistic are fixed by the plan. */
  public static boolean isLinear(Statistic statistic) {
    return statistic.accuracy() == Statistic.Accuracy.LINEAR;
  }
}
