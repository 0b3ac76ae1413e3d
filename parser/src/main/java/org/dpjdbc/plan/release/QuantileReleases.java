package org.dpjdbc.plan.release;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.bounds.Ranked;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.model.GroupKey;
import org.dpjdbc.plan.model.QuantileRelease;
import org.dpjdbc.plan.model.RankGrid;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;

/**
 * The histograms that quantiles are chosen by, and their sensitivity: one per measure, however many
 * quantiles of it are asked for.
 */
final class QuantileReleases {
  private final PlanContext context;
  private final PerUnit input;
  private final Histogram histogram;
  private final Contribution contribution;
  private final List<AggregateQuery> others;
  private final List<Release.Draft> releases;
  private final Map<Quantiles.Asked, Statistic.Quantile> statistics = new HashMap<>();

  /**
   * Creates the builder.
   *
   * @param others the asks behind the main one, to which histograms are added
   * @param releases to which these are added
   */
  QuantileReleases(
      PlanContext context,
      PerUnit input,
      List<GroupKey> keys,
      Contribution contribution,
      List<AggregateQuery> others,
      List<Release.Draft> releases) {
    this.context = context;
    this.input = input;
    this.histogram = new Histogram(context, input, keys);
    this.contribution = contribution;
    this.others = others;
    this.releases = releases;
  }

  /**
   * Asks for everything.
   *
   * @param of the measures, without those whose ends are privately chosen bounds
   */
  void build(Quantiles quantiles, List<Measures.Key> of) {
    for (Measures.Key measure : of) {
      Ranked ranked =
          context
              .expressions(input.facts())
              .ranked(context.rex().makeInputRef(input.rel(), measure.argument()));
      Contribution bound = Histogram.clipped(contribution);
      RankGrid grid = histogram.grid(ranked);
      others.add(histogram.ask(measure, ranked.measure(), grid, bound));
      for (List<BigFraction> together : quantiles.together(measure)) {
        for (int i = 0; i < together.size(); i++) {
          statistics.put(
              new Quantiles.Asked(measure, together.get(i)),
              new Statistic.Quantile(
                  new Release.Ref(releases.size(), i), ranked.origin(), ranked.measure().step()));
        }
        releases.add(
            new QuantileRelease.Draft(
                what(name(measure), together),
                others.size(),
                together,
                bound.l1(BigInteger.valueOf(bound.rows())),
                bound.parts()));
      }
    }
  }

  /** The statistic of a call that was built. */
  Statistic statistic(Quantiles.Asked asked) {
    return Objects.requireNonNull(statistics.get(asked), "a quantile that was asked for");
  }

  private String name(Measures.Key measure) {
    return input.columns().get(measure.argument()).facts().name();
  }

  private static String what(String name, List<BigFraction> together) {
    if (QuantileRelease.isEnd(together.get(0))) {
      return (together.get(0).signum() == 0 ? "MIN(" : "MAX(") + name + ")";
    }
    return "PERCENTILE("
        + name
        + "; "
        + together.stream()
            .map(fraction -> fraction.bigDecimalValue().stripTrailingZeros().toPlainString())
            .collect(Collectors.joining(", "))
        + ")";
  }
}
