package org.dpjdbc.run.release;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.noise.PermuteAndFlip;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.TopRelease;

/**
 * Chooses the groups of the best scores: one by permute-and-flip, further ones of those that are
 * left, each with the same share of epsilon, so that all of them are epsilon-differentially private
 * by composition. The best one is off by more than (2Δ/ε)(ln|R| + t), or half of that where scores
 * are counts, with a probability of at most exp(-t).
 */
final class TopGroups {
  private TopGroups() {}

  /**
   * The chosen groups, the first one first.
   *
   * @param groups all there are, a function of what is public
   * @param exact the integers of each of them
   */
  static List<List<KeyValue>> choose(
      TopRelease top, List<List<KeyValue>> groups, List<BigInteger> exact, NoiseSource noise) {
    List<BigInteger> factors = factors(top, groups);
    BigInteger most = BigInteger.ONE;
    boolean up = true;
    boolean down = true;
    List<BigInteger> scores = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      BigInteger factor = factors.get(i);
      most = most.max(factor.abs());
      up &= factor.signum() >= 0;
      down &= factor.signum() <= 0;
      BigInteger score = exact.get(i).multiply(factor);
      scores.add(top.descending() ? score : score.negate());
    }
    List<List<KeyValue>> rest = new ArrayList<>(groups);
    List<List<KeyValue>> chosen = new ArrayList<>();
    int count = Math.min(top.count(), groups.size());
    if (count == 0) {
      return chosen;
    }
    PermuteAndFlip mechanism =
        PermuteAndFlip.of(
            BigFraction.of(most.multiply(top.moves())),
            top.epsilon().divide(count),
            top.monotone() && (up || down));
    for (int i = 0; i < count; i++) {
      int place = mechanism.choose(scores.toArray(new BigInteger[0]), noise);
      chosen.add(rest.remove(place));
      scores.remove(place);
    }
    return chosen;
  }

  /** Of one grid, whole numbers. */
  private static List<BigInteger> factors(TopRelease top, List<List<KeyValue>> groups) {
    List<BigDecimal> values = new ArrayList<>();
    int scale = 0;
    for (List<KeyValue> group : groups) {
      BigDecimal value = BigDecimal.ONE;
      if (top.factor().isPresent()) {
        value = number(group.get(top.factor().getAsInt())).stripTrailingZeros();
      }
      values.add(value);
      scale = Math.max(scale, value.scale());
    }
    List<BigInteger> factors = new ArrayList<>();
    for (BigDecimal value : values) {
      factors.add(value.setScale(scale).unscaledValue());
    }
    return factors;
  }

  /** NULL, and what is no number, has the score 0. */
  private static BigDecimal number(KeyValue key) {
    if (!(key instanceof KeyValue.Of of) || !(of.value() instanceof Number number)) {
      return BigDecimal.ZERO;
    }
    return Double.isFinite(number.doubleValue())
        ? new BigDecimal(number.toString())
        : BigDecimal.ZERO;
  }
}
