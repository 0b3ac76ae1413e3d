package org.dpjdbc.budget.accountant;

import org.apache.commons.numbers.fraction.BigFraction;

/**
 * A mechanism that a query was charged for, with the parameters that determine its loss.
 * Neighbouring databases differ by one unit, added or removed.
 */
public sealed interface ChargedMechanism {
  /** ε of its (ε, δ), at least 0: what it adds by sequential composition. */
  BigFraction epsilon();

  /** δ of its (ε, δ), at least 0. */
  BigFraction delta();

  /**
   * Discrete Laplace noise of scale b on a vector of integers, each on the scale of its weight.
   *
   * @param epsilon l1 / b
   * @param l1 weighted L1 sensitivity, positive
   * @param l2Squared square of the weighted L2 sensitivity, positive
   */
  record Laplace(BigFraction epsilon, BigFraction l1, BigFraction l2Squared)
      implements ChargedMechanism {
    /** Checks that the parameters are positive. */
    public Laplace {
      require(epsilon.signum() > 0 && l1.signum() > 0 && l2Squared.signum() > 0);
    }

    @Override
    public BigFraction delta() {
      return BigFraction.ZERO;
    }
  }

  /**
   * Discrete Gaussian noise on a vector of integers, each on the scale of its weight.
   *
   * @param epsilon of the (ε, δ) that it was calibrated for
   * @param delta of the (ε, δ) that it was calibrated for, positive
   * @param l2Squared square of the weighted L2 sensitivity, positive
   * @param sigmaSquared σ² of an integer of weight 1: no integer has less than weight² times it
   * @param minSigmaSquared no integer has less noise
   */
  record Gaussian(
      BigFraction epsilon,
      BigFraction delta,
      BigFraction l2Squared,
      BigFraction sigmaSquared,
      BigFraction minSigmaSquared)
      implements ChargedMechanism {
    /** Checks that the parameters are positive. */
    public Gaussian {
      require(epsilon.signum() > 0 && delta.signum() > 0 && l2Squared.signum() > 0);
      require(sigmaSquared.signum() > 0 && minSigmaSquared.signum() > 0);
    }
  }

  /**
   * A choice of groups to show, made for each by itself with (ε / groups, δ / groups).
   *
   * @param epsilon of all
   * @param delta of all, positive
   * @param groups the most that rows of one unit can be in, at least 1
   */
  record Selection(BigFraction epsilon, BigFraction delta, int groups) implements ChargedMechanism {
    /** Checks that the parameters are positive. */
    public Selection {
      require(epsilon.signum() > 0 && delta.signum() > 0 && groups > 0);
    }
  }

  /**
   * A threshold by which a release with noise is shown or hidden, beside what the noise is charged
   * as: outside an event of probability δ it tells nothing more.
   *
   * @param delta positive
   */
  record Threshold(BigFraction delta) implements ChargedMechanism {
    /** Checks that the parameter is positive. */
    public Threshold {
      require(delta.signum() > 0);
    }

    @Override
    public BigFraction epsilon() {
      return BigFraction.ZERO;
    }
  }

  /**
   * The exponential mechanism: the logarithm of the ratio of an outcome's probabilities on
   * neighbouring databases lies in one interval of length ε for all outcomes ("ε-bounded range").
   * Not so permute-and-flip, nor report-noisy-max with other than Gumbel noise: those are {@link
   * Other}.
   *
   * @param epsilon of the bounded range, positive
   */
  record Exponential(BigFraction epsilon) implements ChargedMechanism {
    /** Checks that the parameter is positive. */
    public Exponential {
      require(epsilon.signum() > 0);
    }

    @Override
    public BigFraction delta() {
      return BigFraction.ZERO;
    }
  }

  /**
   * Any other mechanism, of which nothing is known but its (ε, δ).
   *
   * @param name for people: small letters, digits, blanks and hyphens
   * @param epsilon positive
   * @param delta at least 0
   */
  record Other(String name, BigFraction epsilon, BigFraction delta) implements ChargedMechanism {
    /** Checks the ranges. */
    public Other {
      require(epsilon.signum() > 0 && delta.signum() >= 0);
      require(name.chars().allMatch(c -> c == ' ' || c == '-' || Character.isLetterOrDigit(c)));
    }
  }

  private static void require(boolean inRange) {
    if (!inRange) {
      throw new IllegalArgumentException("a parameter of a charged mechanism is out of its range");
    }
  }
}
