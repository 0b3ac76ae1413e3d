package org.dpjdbc.run.query;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.dpjdbc.noise.AdditiveNoise;
import org.dpjdbc.noise.error.ErrorBar;
import org.dpjdbc.noise.error.WeightedNoise;
import org.dpjdbc.plan.model.Consistency;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.run.finish.error.LinearErrors;
import org.dpjdbc.run.mechanism.PreparedFrontier;
import org.dpjdbc.run.statistic.StatisticErrors;
import org.jspecify.annotations.Nullable;

/**
 * The errors of sums of released columns: the distributions of the noises that they have are added
 * up, each as often as it is in the sum ({@link ErrorBar}). Nothing is known of columns whose error
 * depends on the answer, nor of levels that are made to add up. What integers were rounded by is
 * uniform, and adds its variance.
 */
final class SummedErrors implements LinearErrors {
  /** Of the standard deviations of a normal distribution, its 95 % interval's half-width. */
  private static final double NORMAL = 1.959964;

  /** Variance of a uniform variable as wide as a step. */
  private static final double UNIFORM = 1.0 / 12;

  /**
   * Squares of factors between this and its inverse are far from the ends of what a double holds,
   * also times those of noises; others are not handled here.
   */
  private static final double MAX_FACTOR = 1e100;

  private final Map<String, PreparedFrontier> frontiers;

  SummedErrors(List<PreparedFrontier> frontiers, List<Consistency> consistencies) {
    Set<String> shared =
        consistencies.stream()
            .flatMap(family -> family.levels().stream())
            .map(Consistency.Level::frontier)
            .collect(Collectors.toSet());
    this.frontiers =
        frontiers.stream()
            .filter(frontier -> !shared.contains(frontier.frontier().name()))
            .collect(Collectors.toMap(frontier -> frontier.frontier().name(), f -> f));
  }

  /** A released integer of an input. */
  private record Drawn(String input, Release.Ref ref) {}

  /**
   * The noise of a sum.
   *
   * @param terms its draws
   * @param rounded the sum of the squared factors of what was rounded to integers
   */
  private record Noise(Map<WeightedNoise, Integer> terms, double rounded) {}

  private @Nullable Noise noise(Map<ReleasedColumn, Double> factors) {
    Map<Drawn, Double> weights = new HashMap<>();
    double rounded = 0;
    for (Map.Entry<ReleasedColumn, Double> term : factors.entrySet()) {
      PreparedFrontier frontier = frontiers.get(term.getKey().input());
      Statistic statistic = frontier == null ? null : statistic(frontier, term.getKey().index());
      if (statistic == null || !StatisticErrors.isLinearInNoise(statistic)) {
        return null;
      }
      double factor = term.getValue();
      rounded += StatisticErrors.isRounded(statistic) ? factor * factor : 0;
      StatisticErrors.factors(statistic)
          .forEach(
              (ref, weight) ->
                  weights.merge(
                      new Drawn(term.getKey().input(), ref), factor * weight, Double::sum));
    }
    if (!weights.values().stream().allMatch(SummedErrors::isModerate)) {
      return null;
    }
    Map<WeightedNoise, Integer> terms = new HashMap<>();
    weights.forEach(
        (drawn, weight) -> terms.merge(new WeightedNoise(weight, noise(drawn)), 1, Integer::sum));
    return new Noise(terms, rounded);
  }

  private static boolean isModerate(double weight) {
    double size = Math.abs(weight);
    return size == 0 || (size >= 1 / MAX_FACTOR && size <= MAX_FACTOR);
  }

  private static @Nullable Statistic statistic(PreparedFrontier frontier, int column) {
    int place = column - frontier.frontier().keys().size();
    List<Statistic> statistics = frontier.frontier().statistics();
    return place >= 0 && place < statistics.size() ? statistics.get(place) : null;
  }

  private AdditiveNoise noise(Drawn drawn) {
    PreparedFrontier frontier = frontiers.get(drawn.input());
    if (frontier == null) {
      throw new IllegalStateException("an input that is known");
    }
    return frontier.additive(drawn.ref().release()).noise(drawn.ref().component());
  }

  @Override
  public OptionalDouble halfWidth(Map<ReleasedColumn, Double> factors, boolean whole) {
    if (factors.size() == 1) {
      return ofOne(factors.entrySet().iterator().next());
    }
    Noise noise = noise(factors);
    if (noise == null) {
      return OptionalDouble.empty();
    }
    double width = ErrorBar.halfWidth95(noise.terms());
    if (noise.rounded() == 0) {
      return OptionalDouble.of(whole ? Math.floor(width) : width);
    }
    double all = withRounding(width, noise.rounded() + (whole ? 1 : 0));
    return OptionalDouble.of(whole ? Math.ceil(all - 0.5) : all);
  }

  /** Of a multiple of a column: that which EXPLAIN PRIVACY shows. */
  private OptionalDouble ofOne(Map.Entry<ReleasedColumn, Double> term) {
    PreparedFrontier frontier = frontiers.get(term.getKey().input());
    if (frontier == null) {
      return OptionalDouble.empty();
    }
    Statistic statistic = statistic(frontier, term.getKey().index());
    if (statistic == null || !StatisticErrors.isLinear(statistic)) {
      return OptionalDouble.empty();
    }
    Double width = StatisticErrors.halfWidth(statistic, ref -> BigInteger.ZERO, frontier.errors());
    double error = width == null ? Double.NaN : Math.abs(term.getValue()) * width;
    return Double.isFinite(error) ? OptionalDouble.of(error) : OptionalDouble.empty();
  }

  @Override
  public OptionalDouble addend(Map<ReleasedColumn, Double> factors) {
    Noise noise = noise(factors);
    return noise == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(withRounding(ErrorBar.spread95(noise.terms()), noise.rounded()));
  }

  private static double withRounding(double width, double rounded) {
    return Math.sqrt(width * width + NORMAL * NORMAL * UNIFORM * rounded);
  }
}
