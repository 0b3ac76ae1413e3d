package org.dpjdbc.it.audit;

import org.apache.commons.statistics.distribution.BetaDistribution;

/**
 * How often an event happened.
 *
 * @param turn whether it is to happen more often without the unit
 */
record EventCount(LowerBound.Event event, boolean turn, long often, long seldom) {
  /** Nearly those of the normal distribution for that false alarm. */
  private static final double DEVIATIONS = 7.1;

  EventCount turned() {
    return new EventCount(event, !turn, /* often= */ seldom, /* seldom= */ often);
  }

  /** The bound that as many draws as these would give; nearly, for it is no more than a choice. */
  double promise(int of, int draws, double delta) {
    double atLeast = 1 - nearlyAtMost(1 - (double) often / of, draws) - delta;
    return atLeast <= 0
        ? Double.NEGATIVE_INFINITY
        : Math.log(atLeast / nearlyAtMost((double) seldom / of, draws));
  }

  /** E. B. Wilson 1927. */
  private static double nearlyAtMost(double share, double draws) {
    double square = DEVIATIONS * DEVIATIONS / draws;
    double middle = share + square / 2;
    double width = Math.sqrt(square * (share * (1 - share) + square / 4));
    return (middle + width) / (1 + square);
  }

  double epsilon(int draws, double delta) {
    double atLeast = atLeast(often, draws) - delta;
    double atMost = 1 - atLeast(draws - seldom, draws);
    return atLeast <= 0 ? 0 : Math.max(0, Math.log(atLeast / atMost));
  }

  /** The smallest probability that is not ruled out by so many successes. */
  private static double atLeast(long successes, int draws) {
    return successes == 0
        ? 0
        : BetaDistribution.of((double) successes, draws - successes + 1.0)
            .inverseCumulativeProbability(LowerBound.FALSE_ALARM / 2);
  }
}
