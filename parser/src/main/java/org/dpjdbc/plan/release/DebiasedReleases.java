package org.dpjdbc.plan.release;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rex.RexNode;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.bounds.Measure;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.model.LinearCombination;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.plan.randomized.DebiasedAggregate;
import org.dpjdbc.plan.release.Measures.Need;
import org.dpjdbc.plan.release.MeasuresQuery.Summand;

/**
 * The joint release of rows by their reported answers: for each combination of answers the number
 * of rows, or the pair of Σ(U − x) and Σ(x − L) over them (Kulesza, Suresh, Wang, ICML 2024). A row
 * has one combination or none, by a CASE in the SQL that runs. What it adds is not negative in any
 * component and adds up to 1, or to W = U − L, over all of them: in L1 and in L2 a row moves them
 * by no more than that, as if its answers were not told apart. For units with several rows it holds
 * as for {@link JointReleases}: each component is scaled like the number of all the rows.
 *
 * <p>The estimates are post-processing of that release, whatever the true answers are. So the
 * query's epsilon protects a person's whole rows; that the answers themselves were randomized
 * protects them from whoever collected them, besides.
 */
final class DebiasedReleases {
  private final RowMeasures rows;
  private final Contribution contribution;
  private final JointReleases joint;

  DebiasedReleases(RowMeasures rows, Contribution contribution, MeasuresQuery main) {
    this.rows = rows;
    this.contribution = contribution;
    this.joint = new JointReleases(rows, contribution, main);
  }

  /**
   * The release, and what it has of each combination.
   *
   * @param rowsOfUnit that are released at most
   */
  record Made(NoisyVector.Draft draft, List<Statistic.Debiased.Moments> moments, int rowsOfUnit) {
    Statistic statistic(DebiasedAggregate aggregate) {
      DebiasedAggregate.Weights weights = aggregate.weights();
      return new Statistic.Debiased(
          aggregate.aim(),
          IntStream.range(0, moments.size())
              .mapToObj(
                  i ->
                      new Statistic.Debiased.Reported(
                          moments.get(i), weights.summed().get(i), weights.counted().get(i)))
              .toList(),
          weights.chances(),
          weights.repeated() ? rowsOfUnit : 1);
    }
  }

  Made make(Measures.Key key, Set<Need> needs, int release) {
    String name = rows.name(key.argument());
    Optional<Measure> measure =
        needs.equals(EnumSet.of(Need.COUNT))
            ? Optional.empty()
            : Optional.of(rows.measure(key.argument()));
    BigInteger lower = measure.map(Measure::lower).orElse(BigInteger.ZERO);
    BigInteger upper =
        measure.map(Measure::upper).orElse(BigInteger.ONE).max(lower.add(BigInteger.ONE));
    BigInteger max = upper.subtract(lower);
    joint.check(max, name);
    RexNode counted = rows.answered(key, rows.one());
    List<NoisyVector.Component> components = new ArrayList<>();
    List<Statistic.Debiased.Moments> moments = new ArrayList<>();
    for (int i = 1; i <= key.answers().orElseThrow().combinations(); i++) {
      Release.Ref first = new Release.Ref(release, components.size());
      Summand number = Summand.rows(rows.answered(key, i, rows.one()), max);
      if (measure.isPresent()) {
        RexNode below = rows.powers(measure.get().value(), lower, upper, 1, name).get(0);
        RexNode reported = rows.answered(key, i, below);
        Summand less = Summand.sum(reported, max, BigInteger.ONE.negate());
        components.add(joint.component(List.of(number, less), counted, max, BigFraction.ONE));
        Summand sum = Summand.sum(reported, max, BigInteger.ONE);
        components.add(joint.component(List.of(sum), counted, max, BigFraction.ONE));
      } else {
        components.add(joint.component(List.of(number), counted, max, BigFraction.ONE));
      }
      moments.add(
          measure
              .<Statistic.Debiased.Moments>map(
                  of ->
                      new Statistic.Debiased.OfPair(
                          new Statistic.Pair(
                              LinearCombination.of(first),
                              LinearCombination.of(new Release.Ref(release, first.component() + 1)),
                              lower,
                              upper,
                              of.step(),
                              contribution.parts())))
              .orElseGet(() -> new Statistic.Debiased.Number(first, contribution.parts())));
    }
    return new Made(
        joint.draft(
            (measure.isPresent() ? "SUM(" : "COUNT(")
                + name
                + ") by "
                + key.answers().orElseThrow().what(),
            components,
            BigFraction.of(max),
            max,
            BigFraction.ONE,
            measure.map(Measure::step).orElse(BigDecimal.ONE)),
        moments,
        contribution.rows());
  }
}
