package org.dpjdbc.plan.contribution;

/**
 * What groups of private keys are shown, and with how much noise, if a query's privacy is divided
 * among so many mechanisms: from this the best is chosen. A wrong choice costs accuracy but not
 * privacy, so floating point and approximations are fine; the choice depends only on the query and
 * the policy.
 *
 * @param epsilon of the query, positive
 * @param delta of the query, positive
 * @param shares mechanisms that share epsilon if a count selects the groups; one more if none does
 * @param vectors how many of them are vectors, the count among them
 */
public record ThresholdChoice(double epsilon, double delta, int shares, int vectors) {
  /** Halvings of the range of the normal quantile. */
  private static final int STEPS = 50;

  private static final double RANGE = 100;
  private static final double ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

  /**
   * A way to select.
   *
   * @param needed the number that a group needs to be shown with a probability of about 1/2
   * @param variance of the count beside it
   */
  public record Way(double needed, double variance) {
    /** Whether it shows no fewer groups, and no count has more noise. */
    public boolean isNoWorse(Way other) {
      return needed <= other.needed && variance <= other.variance;
    }

    /** Whether what it shows more, or how much less noise there is, outweighs the other. */
    public boolean isBetter(Way other) {
      return needed * needed * variance < other.needed * other.needed * other.variance;
    }
  }

  /**
   * The count selects, with Laplace noise.
   *
   * @param move how far one unit moves it in one group
   * @param groups in how many groups it moves it so far
   */
  public Way laplace(double move, double groups) {
    double rate = epsilon / shares / (move * groups);
    return new Way(
        threshold(epsilon / shares, delta, move, groups), NoiseChoice.laplaceVariance(rate));
  }

  /**
   * The count selects, with Gaussian noise.
   *
   * @param parts of the joint Gaussian vector that there would be, the count among them
   */
  public Way gaussian(double move, double groups, int parts) {
    double variance =
        move * move * groups * NoiseChoice.jointVariance(epsilon / shares, delta, parts, 1);
    double tail = delta / (parts + 1) / groups;
    return new Way(move + Math.sqrt(variance) * quantile(tail), variance);
  }

  /**
   * The number of units selects, by a mechanism of its own.
   *
   * @param groups that one unit can be in
   * @param l1 sensitivity of the count
   * @param l2Squared square of it in L2
   * @param laplace whether the count may have Laplace noise
   * @param gaussian whether it may have Gaussian noise
   */
  public Way ofItsOwn(
      double groups, double l1, double l2Squared, boolean laplace, boolean gaussian) {
    double each = epsilon / (shares + 1);
    double variance = laplace ? NoiseChoice.laplaceVariance(each / l1) : Double.POSITIVE_INFINITY;
    double joint =
        gaussian
            ? l2Squared * NoiseChoice.jointVariance(each, delta, vectors, 1)
            : Double.POSITIVE_INFINITY;
    double share = joint < variance ? delta / (vectors + 1) : delta;
    return new Way(threshold(each, share, 1, groups), Math.min(variance, joint));
  }

  /** That of truncated Laplace noise: Desfontaines, Voss, Gipson, Mandayam 2022. */
  private static double threshold(double epsilon, double delta, double move, double groups) {
    double rate = epsilon / groups / move;
    double each = delta / groups;
    double ratio = (Math.expm1(rate * move) + 2 * each) / (each * (1 + Math.exp(-rate)));
    return Math.max(move, Math.log(ratio) / rate);
  }

  /** Beyond which a normal variable is with that probability, nearly. */
  private static double quantile(double tail) {
    double low = 0;
    double high = RANGE;
    for (int i = 0; i < STEPS; i++) {
      double middle = (low + high) / 2;
      double mills = 2 / (middle + Math.sqrt(middle * middle + 8 / Math.PI));
      if (Math.exp(-middle * middle / 2) / ROOT_TWO_PI * mills > tail) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }
}
