package org.dpjdbc.noise.error;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import org.dpjdbc.noise.AdditiveNoise;
import org.dpjdbc.noise.DiscreteLaplace;

/**
 * The half-width of the two-sided interval around a released value that contains the exact value
 * with a given probability: the smallest h with P(|noise| &le; h) at least that.
 *
 * <p>For one draw of Laplace noise, and for draws, sums and differences on one grid of up to some
 * thousand points, h is exact. Otherwise it is computed to about 3 significant digits and never too
 * small: smoothing adds at most 0.5 % of the standard deviation, and the result is rounded up to 3
 * digits. Sums of many wide Gaussians are normal but for their steps, of which half is added.
 */
public final class ErrorBar {
  private static final double USUAL = 0.95;

  /** More points than these are a continuum: a step is below 0.4 % of the standard deviation. */
  private static final double FINE = 0.004;

  private static final int MAX_LATTICE = 1 << 14;

  /** φ is cut at so many inverse standard deviations: one Laplace has 10^-5 left there. */
  private static final double FINE_CUT = 400;

  /**
   * Width of Gaussian smoothing in standard deviations, and where φ is below 10^-9 because of it.
   */
  private static final double SMOOTHING = 1.0 / 1500;

  private static final double SMOOTH_CUT = 6.5 / SMOOTHING;

  /** A Gaussian stays within so many of its standard deviations but for the probability below. */
  private static final double SMOOTHING_REACH = 3.7;

  private static final double SMOOTHING_LOSS = 2.2e-4;

  private static final int BISECTIONS = 14;

  /** Of so many weights the steps are taken to be half of the largest; inversion takes long. */
  private static final int MANY = 6;

  /** Of the standard deviations of a normal distribution, its 95 % interval's half-width. */
  private static final double NORMAL = 1.959964;

  private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.UP);

  private ErrorBar() {}

  /** The half-width of the 95 % interval of one draw, in units of the grid. */
  public static double halfWidth95(AdditiveNoise noise) {
    return halfWidth95(List.of(new WeightedNoise(1, noise)));
  }

  /** The half-width of the 95 % interval of a sum of independent weighted draws. */
  public static double halfWidth95(List<WeightedNoise> terms) {
    return halfWidth(USUAL, terms);
  }

  /**
   * The half-width of the 95 % interval of a sum of independent weighted draws.
   *
   * @param terms the draws, and how many of each are in the sum
   */
  public static double halfWidth95(Map<WeightedNoise, Integer> terms) {
    return terms.size() == 1 && terms.containsValue(1)
        ? halfWidth95(List.copyOf(terms.keySet()))
        : halfWidth(USUAL, new NoiseSum(terms));
  }

  /**
   * The half-width of the 95 % interval of a sum of independent weighted draws and, where they are
   * on one grid, a random part of a step: uniform between half a step below and half a step above.
   * That is no longer bound to the steps, so that the half-widths of several sums may be added in
   * squares: of integers, as many are off by up to m as with such parts by up to m + 1/2.
   *
   * @param terms the draws, and how many of each are in the sum
   */
  public static double spread95(Map<WeightedNoise, Integer> terms) {
    NoiseSum sum = new NoiseSum(terms);
    double span = 2 * sum.radius() / sum.largestWeight();
    if (sum.standardDeviation() == 0 || !sum.isOnOneLattice() || span >= MAX_LATTICE) {
      return halfWidth95(terms);
    }
    int half = (int) Math.ceil(span) / 2 + 1;
    Lattice lattice = lattice(sum, half);
    double target = USUAL + sum.leftOut();
    int end = smallest(target, lattice, half);
    double nearer = end == 0 ? 0 : lattice.probabilityWithin(end - 1);
    double part = (target - nearer) / (lattice.probabilityWithin(end) - nearer);
    return sum.largestWeight() * (end == 0 ? part / 2 : end - 0.5 + part);
  }

  /**
   * The half-width of the interval of a sum of independent weighted draws; 0 for an empty sum.
   *
   * @param confidence the probability of the interval, at least 0.5 and at most 0.999
   * @throws IllegalArgumentException if the confidence is out of its range
   */
  public static double halfWidth(double confidence, List<WeightedNoise> terms) {
    if (!(confidence >= 0.5 && confidence <= 0.999)) {
      throw new IllegalArgumentException(
          "The confidence must be between 0.5 and 0.999, not " + confidence);
    }
    NoiseSum sum = new NoiseSum(terms);
    return sum.standardDeviation() > 0
            && terms.size() == 1
            && terms.get(0).noise() instanceof DiscreteLaplace laplace
        ? Math.abs(terms.get(0).weight()) * ofOneLaplace(confidence, laplace)
        : halfWidth(confidence, sum);
  }

  private static double halfWidth(double confidence, NoiseSum sum) {
    if (sum.standardDeviation() == 0) {
      return 0;
    }
    double target = confidence + sum.leftOut();
    double span = 2 * sum.radius() / sum.largestWeight();
    if (sum.isOnOneLattice() && span < MAX_LATTICE) {
      return sum.largestWeight() * onLattice(target, sum, (int) Math.ceil(span));
    }
    double found =
        confidence == USUAL && sum.isNormal(MANY)
            ? NORMAL * sum.standardDeviation() + sum.largestWeight() / 2
            : byInversion(target, sum);
    return BigDecimal.valueOf(found).round(THREE_DIGITS).doubleValue();
  }

  /** The half-width before it is rounded: never too small but for the rounding of doubles. */
  static double byInversion(double confidence, NoiseSum sum) {
    return sum.largestWeight() <= FINE * sum.standardDeviation()
        ? fine(confidence, sum)
        : smoothed(confidence, sum);
  }

  /** P(|X| > h) = 2 r^(h + 1) / (1 + r) with r = exp(-1/scale). */
  private static double ofOneLaplace(double confidence, DiscreteLaplace laplace) {
    double scale = laplace.scale().doubleValue();
    double beyond = (1 - confidence) * (1 + Math.exp(-1 / scale)) / 2;
    return Math.max(0, Math.ceil(-Math.log(beyond) * scale) - 1);
  }

  private static int onLattice(double confidence, NoiseSum sum, int span) {
    int half = span / 2 + 1;
    return smallest(confidence, lattice(sum, half), half);
  }

  private static Lattice lattice(NoiseSum sum, int half) {
    int points = 2 * half + 1;
    double angle = 2 * Math.PI / points;
    return new Lattice(points, sum.characteristic(angle / sum.largestWeight(), half));
  }

  private static int smallest(double confidence, Lattice lattice, int half) {
    int low = -1;
    int high = half;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (lattice.probabilityWithin(middle) >= confidence) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  /**
   * Adds a uniform variable as wide as the largest weight, of which at most half can be missing
   * from |S|; it takes the steps of the grid out of the distribution.
   */
  private static double fine(double confidence, NoiseSum sum) {
    double weight = sum.largestWeight();
    double deviation = sum.standardDeviation();
    double step = Math.PI / sum.radius();
    double[] values = sum.characteristic(step, (int) (FINE_CUT / deviation / step));
    for (int j = 0; j < values.length; j++) {
      double angle = (j + 1) * step * weight / 2;
      values[j] *= Math.sin(angle) / angle;
    }
    return search(confidence, new Inversion(step, values), deviation) + weight / 2;
  }

  /** Adds a narrow Gaussian variable, and what it can take from |S|. */
  private static double smoothed(double confidence, NoiseSum sum) {
    double deviation = sum.standardDeviation();
    double step = Math.PI / sum.radius();
    double[] values = sum.characteristic(step, (int) (SMOOTH_CUT / deviation / step));
    double width = SMOOTHING * deviation;
    for (int j = 0; j < values.length; j++) {
      double scaled = (j + 1) * step * width;
      values[j] *= Math.exp(-scaled * scaled / 2);
    }
    double found = search(confidence + SMOOTHING_LOSS, new Inversion(step, values), deviation);
    return found + SMOOTHING_REACH * width;
  }

  /** The smallest x, to 2^-14 of the range, for which the probability is reached. */
  private static double search(double confidence, Inversion inversion, double deviation) {
    double low = 0;
    double high = deviation / Math.sqrt(1 - confidence); // Chebyshev
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (inversion.probabilityWithin(middle) >= confidence) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }
}
