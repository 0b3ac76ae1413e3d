package org.dpjdbc.budget.accountant;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.noise.ConcentratedPrivacy;
import org.dpjdbc.noise.GaussianPrivacy;

/**
 * The theorem by which the costs of a history add up. All hold for analysts who choose every query,
 * and its parameters, after seeing all earlier answers (they are privacy filters: a query that
 * would exceed the limit is not answered). Neighbouring databases differ by one unit.
 *
 * <p>What is common to {@link #ZCDP} and {@link #PLD}: the limit (ε, δ) is divided into a limit of
 * the amounts, which gives (ε, δ/2), and one of δ/2 for the failures, fixed beforehand. Outside an
 * event whose probability is at most the failures charged, every mechanism keeps to its amount. A
 * history then is within the limit if its failures are, and its amounts are or else the plain sum
 * of its epsilons is at most ε and it holds nothing but pure mechanisms (outside the failures): for
 * the histories that stop with the amounts in bounds P(S) ≤ e^ε Q(S) + δ/2, for the others P(S) ≤
 * e^ε Q(S), and together with the failures that is δ. (A history that ends within bounds was within
 * them at every step: nothing that is added up ever falls.) No such argument lets an analyst move δ
 * between amounts and failures as answers come in; a curve of privacy loss that merely adds up what
 * was chosen so far, and stops where its δ passes the limit, can lose nearly twice that δ.
 */
public enum Accounting {
  /** Sequential composition: epsilons add, deltas add. */
  BASIC {
    @Override
    public Loss of(ChargedMechanism mechanism) {
      return Loss.NONE;
    }

    @Override
    public Loss ofPure(BigFraction epsilon) {
      return Loss.NONE;
    }

    @Override
    public BigFraction maxAmount(BigFraction epsilon, BigFraction delta) {
      return BigFraction.ZERO;
    }

    @Override
    public BigDecimal epsilon(BigFraction amount, BigFraction delta) {
      return BigDecimal.ZERO;
    }
  },

  /**
   * Zero-concentrated differential privacy: ρ adds up. The filter costs nothing (V. Feldman, T.
   * Zrnic, NeurIPS 2021, theorem 4.3; for approximate zCDP J. Whitehouse, A. Ramdas, R. Rogers, S.
   * Wu, ICML 2023).
   *
   * @see ConcentratedLoss
   */
  ZCDP {
    @Override
    public Loss of(ChargedMechanism mechanism) {
      return ConcentratedLoss.of(mechanism);
    }

    @Override
    public Loss ofPure(BigFraction epsilon) {
      return ConcentratedLoss.ofPure(epsilon);
    }

    @Override
    public BigFraction maxAmount(BigFraction epsilon, BigFraction delta) {
      return ConcentratedPrivacy.maxRho(epsilon, delta);
    }

    @Override
    public BigDecimal epsilon(BigFraction amount, BigFraction delta) {
      return amount.signum() == 0
          ? BigDecimal.ZERO
          : ConcentratedPrivacy.smallestEpsilon(amount, delta);
    }
  },

  /**
   * The privacy-loss distribution of the Gaussian, exactly: μ² adds up.
   *
   * @see GaussianLoss
   */
  PLD {
    @Override
    public Loss of(ChargedMechanism mechanism) {
      return GaussianLoss.of(mechanism);
    }

    @Override
    public Loss ofPure(BigFraction epsilon) {
      return GaussianLoss.ofPure(epsilon);
    }

    @Override
    public BigFraction maxAmount(BigFraction epsilon, BigFraction delta) {
      BigFraction max = ConcentratedLoss.min(epsilon, MAX_EPSILON);
      BigFraction aside = ConcentratedLoss.min(ASIDE, max.divide(2));
      BigFraction probability = delta.multiply(BigFraction.ONE.subtract(ASIDE));
      return fraction(GaussianPrivacy.maxMuSquared(max.subtract(aside), probability));
    }

    @Override
    public BigDecimal epsilon(BigFraction amount, BigFraction delta) {
      BigFraction probability = delta.multiply(BigFraction.ONE.subtract(ASIDE));
      return amount.signum() == 0
          ? BigDecimal.ZERO
          : GaussianPrivacy.smallestEpsilon(decimal(amount), probability)
              .add(new BigDecimal("1e-9"));
    }
  };

  /** Of ε, and of δ relatively, for the rounding of discrete Gaussians. */
  private static final BigFraction ASIDE = BigFraction.of(BigInteger.ONE, BigInteger.TEN.pow(9));

  /** A larger limit counts as this one: more would be no privacy at all. */
  private static final BigFraction MAX_EPSILON = BigFraction.of(1_000);

  private static final int AMOUNT_DIGITS = 30;

  /** What a mechanism takes. */
  public abstract Loss of(ChargedMechanism mechanism);

  /** What any mechanism takes that is ε-differentially private. */
  public abstract Loss ofPure(BigFraction epsilon);

  /** The amount that is certain to give (ε, δ), both positive, and nearly the largest. */
  public abstract BigFraction maxAmount(BigFraction epsilon, BigFraction delta);

  /** An ε that an amount is certain to give with δ, positive, and nearly the smallest. */
  public abstract BigDecimal epsilon(BigFraction amount, BigFraction delta);

  private static BigFraction fraction(BigDecimal value) {
    return value.scale() >= 0
        ? BigFraction.of(value.unscaledValue(), BigInteger.TEN.pow(value.scale()))
        : BigFraction.of(value.toBigIntegerExact());
  }

  private static BigDecimal decimal(BigFraction value) {
    return value.bigDecimalValue(AMOUNT_DIGITS, RoundingMode.CEILING);
  }
}
