package org.dpjdbc.plan.release;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.calcite.rex.RexNode;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.bounds.Measure;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.model.LinearCombination;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.model.NoisyVector.Term;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.plan.release.Measures.Need;

/**
 * Sums, means and variances of the distinct values of one measure, an integer x in [L, U] of width
 * W, each kept within the bounds before it is compared with others.
 *
 * <p>A unit keeps a limited number of values, as for {@code COUNT(DISTINCT x)}. Without the unit,
 * exactly those values are missing that no other unit has. Each of these moves what is released as
 * a row moves it: a sum by at most max(|L|, |U|), {@link Bernstein}'s polynomials by exactly
 * W^degree in L1, none of them negative, and so by at most that in L2.
 *
 * <p>With the number n of the values, their sum s and the sum t of (x − L)², different for
 * different x, the sums are U · n − s and s − L · n, or, with b = s − L · n, W² · n − 2W · b + t,
 * 2(W · b − t) and t.
 */
final class DistinctReleases {
  private final RowMeasures rows;
  private final Contribution bound;
  private final Cells cells;

  /** Asks for the number of distinct values, and for sums over them. */
  interface Cells {
    /**
     * Cells of one query, the number first.
     *
     * @param sums what is added up of each value, different for different ones
     */
    List<AggregateQuery.Cell> of(RexNode value, List<UnaryOperator<RexNode>> sums);
  }

  /**
   * Creates the builder.
   *
   * @param bound how the values of a unit are limited
   */
  DistinctReleases(RowMeasures rows, Contribution bound, Cells cells) {
    this.rows = rows;
    this.bound = bound;
    this.cells = cells;
  }

  /** A release, and the statistics that are computed from it. */
  record Made(NoisyVector.Draft draft, MeasureReleases.Released released) {}

  Made make(Measures.Key key, Set<Need> needs, int release) {
    Measure measure = rows.measure(key.argument());
    RexNode value = rows.filtered(key, measure.value());
    String of = "(DISTINCT " + rows.name(key.argument()) + ")";
    if (needs.contains(Need.SPREAD)) {
      return moments("VAR" + of, of, measure, value, 2, release);
    } else if (needs.contains(Need.MEAN)) {
      return moments("AVG" + of, of, measure, value, 1, release);
    }
    AggregateQuery.Cell sum = cells.of(value, List.of(x -> x)).get(1);
    BigInteger max = measure.lower().abs().max(measure.upper().abs()).max(BigInteger.ONE);
    LinearCombination number = LinearCombination.of(new Release.Ref(release, 0));
    return new Made(
        draft("SUM" + of, List.of(component(new Term(sum, BigInteger.ONE))), max, measure.step()),
        aggregate -> new Statistic.Sum(number, measure.step()));
  }

  private Made moments(
      String what, String name, Measure measure, RexNode value, int degree, int release) {
    BigInteger lower = measure.lower();
    BigInteger upper = measure.upper().max(lower.add(BigInteger.ONE));
    BigInteger width = upper.subtract(lower);
    List<UnaryOperator<RexNode>> sums = new ArrayList<>();
    sums.add(x -> x);
    if (degree == 2) {
      sums.add(x -> rows.powers(x, lower, upper, 2, name).get(1));
    }
    List<AggregateQuery.Cell> of = cells.of(value, sums);
    List<NoisyVector.Component> components =
        degree == 1 ? pair(of, lower, upper) : triple(of, lower, width);
    NoisyVector.Draft equal =
        draft(what, components, width.pow(degree), measure.step().pow(degree));
    List<Release.Ref> refs =
        IntStream.rangeClosed(0, degree).mapToObj(i -> new Release.Ref(release, i)).toList();
    BigInteger greater = width.pow(degree - 1);
    MomentReleases.Made made =
        new MomentReleases.Made(
            degree == 1
                ? equal
                : equal.withGaussian(
                    Bernstein.gaussianWeights(degree), Bernstein.gaussianL1(degree)),
            new Statistic.Pair(
                Bernstein.above(refs).over(greater),
                Bernstein.below(refs).over(greater),
                lower,
                upper,
                measure.step(),
                bound.parts()),
            degree == 1 ? Optional.empty() : Optional.of(Bernstein.spread(refs)),
            Optional.empty());
    return new Made(made.draft(), made::statistic);
  }

  private static List<NoisyVector.Component> pair(
      List<AggregateQuery.Cell> of, BigInteger lower, BigInteger upper) {
    AggregateQuery.Cell n = of.get(0);
    AggregateQuery.Cell s = of.get(1);
    return List.of(
        component(new Term(n, upper), new Term(s, BigInteger.ONE.negate())),
        component(new Term(s, BigInteger.ONE), new Term(n, lower.negate())));
  }

  private static List<NoisyVector.Component> triple(
      List<AggregateQuery.Cell> of, BigInteger lower, BigInteger width) {
    AggregateQuery.Cell n = of.get(0);
    AggregateQuery.Cell s = of.get(1);
    Term t = new Term(of.get(2), BigInteger.ONE);
    BigInteger twice = width.shiftLeft(1);
    BigInteger shift = twice.multiply(lower);
    return List.of(
        component(new Term(n, width.pow(2).add(shift)), new Term(s, twice.negate()), t),
        component(
            new Term(s, twice),
            new Term(n, shift.negate()),
            new Term(of.get(2), BigInteger.TWO.negate())),
        component(t));
  }

  private static NoisyVector.Component component(Term... terms) {
    return new NoisyVector.Component(List.of(terms), BigFraction.ONE);
  }

  /**
   * What is released.
   *
   * @param max how far one value moves it
   */
  private NoisyVector.Draft draft(
      String what, List<NoisyVector.Component> components, BigInteger max, BigDecimal step) {
    BigInteger ofUnit = BigInteger.valueOf(bound.rows()).multiply(max);
    return new NoisyVector.Draft(
        what,
        components,
        bound.l1(ofUnit),
        bound.l2Squared(ofUnit),
        /* additive= */ false,
        NoisyVector.unit(step, bound.parts()));
  }
}
