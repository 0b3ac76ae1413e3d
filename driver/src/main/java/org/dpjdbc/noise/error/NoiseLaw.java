package org.dpjdbc.noise.error;

import org.dpjdbc.noise.AdditiveNoise;
import org.dpjdbc.noise.DiscreteGaussian;
import org.dpjdbc.noise.DiscreteLaplace;

/**
 * The properties of a symmetric distribution on the integers that are needed to add it to others.
 */
abstract class NoiseLaw {
  static NoiseLaw of(AdditiveNoise noise) {
    return noise.match(Laplace::new, Gaussian::new);
  }

  abstract double variance();

  /** The characteristic function at θ, given sin²(θ/2); it has the period 2π and is positive. */
  abstract double characteristic(double sineSquaredOfHalf);

  /** Whether it differs from rounded normal noise by less than any number here is rounded. */
  boolean isNormal() {
    return false;
  }

  /** An upper bound of log E exp(sX), s &ge; 0; infinite if there is none. */
  abstract double logMoment(double s);

  /** P(k) = (1 - r)/(1 + r) r^|k|, for which 1/(1 + 2 Var sin²(θ/2)) is characteristic. */
  private static final class Laplace extends NoiseLaw {
    private final double variance;

    Laplace(DiscreteLaplace noise) {
      double scale = noise.scale().doubleValue();
      double gap = -Math.expm1(-1 / scale);
      this.variance = 2 * Math.exp(-1 / scale) / (gap * gap);
    }

    @Override
    double variance() {
      return variance;
    }

    @Override
    double characteristic(double sineSquaredOfHalf) {
      return 1 / (1 + 2 * variance * sineSquaredOfHalf);
    }

    @Override
    double logMoment(double s) {
      double sine = Math.sinh(s / 2);
      double loss = 2 * variance * sine * sine;
      return loss < 1 ? -Math.log1p(-loss) : Double.POSITIVE_INFINITY;
    }
  }

  /** P(k) proportional to exp(-k²/2σ²); two sums that are equal by Poisson's formula. */
  private static final class Gaussian extends NoiseLaw {
    /** From here on the sum over frequencies has the fewer terms. */
    private static final double WIDE = 0.6;

    /** Terms on each side: the first one left out is below exp(-50). */
    private static final int TERMS = 6;

    private static final double NEGLIGIBLE = 50;

    /** From here on the densities at integers are those of normal noise, but for exp(-300). */
    private static final double NORMAL = 16;

    private static final double[] EQUAL_ANGLES = {0, 2 * Math.PI, -2 * Math.PI};

    private final double sigmaSquared;
    private final double variance;
    private final double normalizer;

    Gaussian(DiscreteGaussian noise) {
      this.sigmaSquared = noise.sigmaSquared().doubleValue();
      double total = 1;
      double square = 0;
      for (int k = 1; k <= TERMS; k++) {
        double mass = 2 * Math.exp(-(double) k * k / (2 * sigmaSquared));
        total += mass;
        square += mass * k * k;
      }
      this.variance = sigmaSquared < WIDE ? square / total : sigmaSquared;
      this.normalizer = sigmaSquared < WIDE ? total : overFrequencies(0);
    }

    @Override
    boolean isNormal() {
      return sigmaSquared >= NORMAL;
    }

    @Override
    double variance() {
      return variance;
    }

    @Override
    double characteristic(double sineSquaredOfHalf) {
      double angle = 2 * Math.asin(Math.sqrt(Math.min(1, sineSquaredOfHalf)));
      if (sigmaSquared >= WIDE) {
        return overFrequencies(angle) / normalizer;
      }
      double sum = 1;
      for (int k = 1; k <= TERMS; k++) {
        sum += 2 * Math.exp(-(double) k * k / (2 * sigmaSquared)) * Math.cos(k * angle);
      }
      return Math.max(sum, 0) / normalizer;
    }

    /** The sum over the angles that are equal to {@code angle}, which is between 0 and π. */
    private double overFrequencies(double angle) {
      double sum = 0;
      for (int j = 0; j < EQUAL_ANGLES.length; j++) {
        double shifted = angle - EQUAL_ANGLES[j];
        double exponent = sigmaSquared * shifted * shifted / 2;
        if (exponent < NEGLIGIBLE) {
          sum += Math.exp(-exponent);
        }
      }
      return sum;
    }

    /** Discrete Gaussian noise is σ²-subgaussian (Canonne, Kamath, Steinke 2020). */
    @Override
    double logMoment(double s) {
      return sigmaSquared * s * s / 2;
    }
  }
}
