package org.dpjdbc.run.mechanism;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.budget.accountant.ChargedMechanism;
import org.dpjdbc.noise.NoiseSource;
import org.dpjdbc.noise.PermuteAndFlip;
import org.dpjdbc.plan.model.Frontier;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.plan.model.TopRelease;

/**
 * Chooses the groups of the best scores: one by permute-and-flip, further ones of those that are
 * left, each with the same share of epsilon, so that all of them are epsilon-differentially private
 * by composition. The best one is off by more than (2Δ/ε)(ln|R| + t), or half of that where scores
 * are counts, with a probability of at most exp(-t).
 *
 * @param release what is released
 */
public record PreparedTop(TopRelease release) implements PreparedRelease {

  /** Of permute-and-flip nothing is known but its epsilon. */
  @Override
  public List<ChargedMechanism> charged() {
    return List.of(
        new ChargedMechanism.Other("permute and flip", release.epsilon(), BigFraction.ZERO));
  }

  @Override
  public Explanation explain(Frontier frontier, int index) {
    BigFraction moves =
        BigFraction.of(release.moves()).multiply(SignificantDigits.fraction(release.step()));
    return new Explanation(
        release.what(),
        "permute-and-flip",
        "a score moves by "
            + SignificantDigits.text(moves)
            + release.factor().stream()
                .mapToObj(key -> " times the greatest " + frontier.keys().get(key))
                .findFirst()
                .orElse(""),
        release.count() + " of the groups, without their scores");
  }

  /** Of a chosen group nothing more is released. */
  @Override
  public Draws draw(NoiseSource noise, int groups) {
    return exact -> List.of();
  }

  /**
   * The chosen groups, the first one first.
   *
   * @param groups all there are, a function of what is public
   */
  public List<List<KeyValue>> chosen(
      List<List<KeyValue>> groups, List<AggregateRows> answers, NoiseSource noise) {
    return choose(
        groups,
        groups.stream().map(group -> new GroupAnswers(group, answers).get(release.cell())).toList(),
        noise);
  }

  /**
   * The chosen groups, the first one first.
   *
   * @param groups all there are, a function of what is public
   * @param exact the integers of each of them
   */
  List<List<KeyValue>> choose(
      List<List<KeyValue>> groups, List<BigInteger> exact, NoiseSource noise) {
    List<BigInteger> factors = factors(groups);
    BigInteger max = BigInteger.ONE;
    boolean up = true;
    boolean down = true;
    List<BigInteger> scores = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      BigInteger factor = factors.get(i);
      max = max.max(factor.abs());
      up &= factor.signum() >= 0;
      down &= factor.signum() <= 0;
      BigInteger score = exact.get(i).multiply(factor);
      scores.add(release.descending() ? score : score.negate());
    }
    List<List<KeyValue>> rest = new ArrayList<>(groups);
    List<List<KeyValue>> chosen = new ArrayList<>();
    int count = Math.min(release.count(), groups.size());
    if (count == 0) {
      return chosen;
    }
    PermuteAndFlip mechanism =
        PermuteAndFlip.of(
            BigFraction.of(max.multiply(release.moves())),
            release.epsilon().divide(count),
            release.monotone() && (up || down));
    for (int i = 0; i < count; i++) {
      int place = mechanism.choose(scores.toArray(new BigInteger[0]), noise);
      chosen.add(rest.remove(place));
      scores.remove(place);
    }
    return chosen;
  }

  /** Of one grid, integers. */
  private List<BigInteger> factors(List<List<KeyValue>> groups) {
    List<BigDecimal> values = new ArrayList<>();
    int scale = 0;
    for (List<KeyValue> group : groups) {
      BigDecimal value = BigDecimal.ONE;
      if (release.factor().isPresent()) {
        value = number(group.get(release.factor().getAsInt())).stripTrailingZeros();
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
