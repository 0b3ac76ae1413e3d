package org.dpjdbc.plan.release;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rex.RexNode;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.bounds.Measure;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.model.LinearCombination;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.model.NoisyVector.Term;
import org.dpjdbc.plan.model.PairFunction;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * The joint release of the moments of one measure, an integer x in [L, U] of width W: the sums of
 * {@link Bernstein}'s polynomials of degree 1 for means, of degree 2 for variances, and where the
 * number of all rows is wanted as well, W or W² for each of the rows that the measure has no value
 * in. What a row adds is not negative in any component and adds up to exactly W or W².
 *
 * <p>In one pass they are computed from the counts n and N of values and rows, the sum s and the
 * spread q = Σ(U − x)(x − L): Σ(x − L) = s − L · n and Σ(U − x) = U · n − s; Σ(x − L)² = W · (s − L
 * · n) − q and Σ(U − x)² = W · (U · n − s) − q. For units with several rows in a group each
 * component is computed likewise, from what is counted and sums of x or of the powers of x − L, and
 * scaled by itself, as {@link JointReleases} says, in so small parts of a row that next to nothing
 * is lost by it. A pair on its own, of values on a fine grid, is made of the clamped n and of s,
 * kept between L · n and U · n.
 */
final class MomentReleases {
  private static final BigInteger ONE = BigInteger.ONE;

  private final RowMeasures rows;
  private final Contribution contribution;
  private final MeasuresQuery main;
  private final JointReleases joint;

  MomentReleases(RowMeasures rows, Contribution contribution, MeasuresQuery main) {
    this.rows = rows;
    this.contribution = contribution;
    this.main = main;
    this.joint = new JointReleases(rows, contribution, main);
  }

  /**
   * What a release is of.
   *
   * @param name of the column, as EXPLAIN PRIVACY has it
   * @param kept makes an expression NULL in the rows that the measure does not count
   * @param known not NULL just where the measure is not
   * @param degree 1 for means, 2 for variances
   * @param all the rows of which the number is wanted as well, those with a value among them
   * @param scale by which rows a unit with too many is scaled, if not by all of these
   */
  record Asked(
      String name,
      Measure measure,
      UnaryOperator<RexNode> kept,
      RexNode known,
      int degree,
      Optional<Measures.Key> all,
      Optional<CommonScale> scale) {
    RexNode counted() {
      return kept.apply(known);
    }

    BigInteger lower() {
      return measure.lower();
    }

    /** Of values that are all the same, the next one. */
    BigInteger upper() {
      return measure.upper().max(lower().add(ONE));
    }

    BigInteger width() {
      return upper().subtract(lower());
    }

    /** What all components of a row add up to. */
    BigInteger whole() {
      return width().pow(degree);
    }
  }

  /**
   * A release, and what it has.
   *
   * @param spread of degree 2
   * @param all the number of all rows, where it is wanted
   */
  record Made(
      NoisyVector.Draft draft,
      Statistic.Pair pair,
      Optional<LinearCombination> spread,
      Optional<AllRows> all) {
    Statistic statistic(AggregateCall aggregate) {
      if (all.isPresent() && all.get().isWanted(aggregate)) {
        return new Statistic.Count(all.get().number(), pair.parts());
      }
      Optional<PairFunction> ofPairs = PairFunction.of(aggregate);
      if (ofPairs.isPresent()) {
        return ofPairs.get() == PairFunction.COUNT
            ? new Statistic.PairCount(pair)
            : new Statistic.Mean(pair);
      }
      return switch (aggregate.getAggregation().getKind()) {
        case COUNT, REGR_COUNT -> new Statistic.PairCount(pair);
        case SUM, SUM0 -> new Statistic.PairSum(pair);
        case AVG -> new Statistic.Mean(pair);
        case VAR_POP -> variance(false, false);
        case VAR_SAMP -> variance(true, false);
        case STDDEV_POP -> variance(false, true);
        case STDDEV_SAMP -> variance(true, true);
        default ->
            throw ExpressionMessages.aggregateNotOffered(aggregate.getAggregation().getName());
      };
    }

    private Statistic variance(boolean sample, boolean root) {
      return new Statistic.Variance(pair, spread.orElseThrow(), sample, root);
    }
  }

  /** The number of all rows that pass a filter, whether they have a value or not. */
  record AllRows(int filter, LinearCombination number) {
    boolean isWanted(AggregateCall aggregate) {
      return aggregate.getArgList().isEmpty() && aggregate.filterArg == filter;
    }
  }

  Made make(Asked asked, int release) {
    List<List<Term>> sums =
        contribution instanceof Contribution.OnePass
            ? inOnePass(asked)
            : isPair(asked) ? clampedPair(asked) : scaled(asked);
    List<NoisyVector.Component> components =
        sums.stream().map(terms -> new NoisyVector.Component(terms, BigFraction.ONE)).toList();
    NoisyVector.Draft equal = draft(asked, components);
    List<BigFraction> weights = new ArrayList<>(Bernstein.gaussianWeights(asked.degree()));
    asked.all().ifPresent(rows -> weights.add(BigFraction.ONE));
    List<Release.Ref> refs =
        IntStream.range(0, components.size()).mapToObj(i -> new Release.Ref(release, i)).toList();
    List<Release.Ref> ofValues = refs.subList(0, asked.degree() + 1);
    BigInteger greater = asked.width().pow(asked.degree() - 1);
    int parts = contribution.parts() * fineness(asked);
    return new Made(
        asked.degree() == 1
            ? equal
            : equal.withGaussian(weights, Bernstein.gaussianL1(asked.degree())),
        new Statistic.Pair(
            Bernstein.above(ofValues).over(greater),
            Bernstein.below(ofValues).over(greater),
            asked.lower(),
            asked.upper(),
            asked.measure().step(),
            parts),
        asked.degree() == 1 ? Optional.empty() : Optional.of(Bernstein.spread(ofValues)),
        asked
            .all()
            .map(
                key -> new AllRows(key.filter(), LinearCombination.sum(refs).over(asked.whole()))));
  }

  /** A pair on its own is scaled with its count, and loses next to nothing. */
  private int fineness(Asked asked) {
    return isPair(asked) ? 1 : joint.fineness(asked.whole());
  }

  /** Where a unit's sum is scaled down to an integer, little must be lost by that. */
  private boolean isPair(Asked asked) {
    return asked.degree() == 1
        && asked.all().isEmpty()
        && asked.scale().isEmpty()
        && (!(contribution instanceof Contribution.PerGroup)
            || JointReleases.isFine(asked.whole()));
  }

  private NoisyVector.Draft draft(Asked asked, List<NoisyVector.Component> components) {
    String what = (asked.degree() == 1 ? "AVG(" : "VAR(") + asked.name() + ")";
    BigDecimal parts = BigDecimal.valueOf(fineness(asked));
    BigInteger whole = asked.whole().multiply(parts.toBigInteger());
    return joint.draft(
        what,
        components,
        BigFraction.of(whole),
        whole,
        BigFraction.ONE,
        asked.measure().step().pow(asked.degree()).divide(parts));
  }

  private List<List<Term>> inOnePass(Asked asked) {
    BigInteger lower = asked.lower();
    BigInteger upper = asked.upper();
    BigInteger width = asked.width();
    AggregateQuery.Cell n = cell(main.count(asked.counted()));
    RexNode value = asked.measure().value();
    AggregateQuery.Cell s =
        cell(main.scaledSum(asked.kept().apply(value), asked.counted(), lower, upper));
    List<List<Term>> sums = new ArrayList<>();
    if (asked.degree() == 1) {
      sums.add(List.of(new Term(n, upper), new Term(s, ONE.negate())));
      sums.add(List.of(new Term(s, ONE), new Term(n, lower.negate())));
    } else {
      RexNode spread = asked.kept().apply(rows.spread(value, lower, upper, asked.name()));
      AggregateQuery.Cell q =
          cell(main.scaledSum(spread, asked.counted(), BigInteger.ZERO, quarter(width)));
      Term less = new Term(q, ONE.negate());
      sums.add(List.of(new Term(n, width.multiply(upper)), new Term(s, width.negate()), less));
      sums.add(List.of(new Term(q, BigInteger.TWO)));
      sums.add(List.of(new Term(s, width), new Term(n, width.multiply(lower).negate()), less));
    }
    asked
        .all()
        .ifPresent(
            key ->
                sums.add(
                    List.of(
                        new Term(cell(main.count(all(key))), asked.whole()),
                        new Term(n, asked.whole().negate()))));
    return sums;
  }

  private static BigInteger quarter(BigInteger width) {
    return width.pow(2).shiftRight(2);
  }

  private List<List<Term>> clampedPair(Asked asked) {
    JointReleases.checkClipped(
        contribution, asked.lower().abs().max(asked.upper().abs()), asked.name());
    return inOnePass(asked);
  }

  private List<List<Term>> scaled(Asked asked) {
    BigInteger parts = BigInteger.valueOf(fineness(asked));
    BigInteger whole = asked.whole().multiply(parts);
    joint.check(whole, asked.name());
    RexNode counted =
        asked
            .scale()
            .map(CommonScale::counted)
            .or(() -> asked.all().map(this::all))
            .orElseGet(asked::counted);
    List<List<MeasuresQuery.Summand>> sums = polynomials(asked, parts);
    asked
        .all()
        .ifPresent(
            key ->
                sums.add(
                    List.of(
                        MeasuresQuery.Summand.rows(all(key), whole),
                        MeasuresQuery.Summand.rows(asked.counted(), whole.negate()))));
    return sums.stream()
        .map(summands -> List.of(new Term(cell(main.share(summands, counted, whole)), ONE)))
        .toList();
  }

  /** The polynomials, from i = 0 on. */
  private List<List<MeasuresQuery.Summand>> polynomials(Asked asked, BigInteger parts) {
    BigInteger largest = asked.lower().abs().max(asked.upper());
    return asked.degree() == 1
            && asked.lower().signum() != 0
            && asked.upper().signum() > 0
            && largest.bitLength() < Long.SIZE - 1
        ? ofValues(asked, largest, parts)
        : ofPowers(asked, parts);
  }

  /** Of degree 1, U · n − Σx and Σx − L · n: without a difference in each row. */
  private static List<List<MeasuresQuery.Summand>> ofValues(
      Asked asked, BigInteger largest, BigInteger parts) {
    MeasuresQuery.Summand number = MeasuresQuery.Summand.rows(asked.counted(), parts);
    MeasuresQuery.Summand sum =
        MeasuresQuery.Summand.sum(asked.kept().apply(asked.measure().value()), largest, parts);
    List<List<MeasuresQuery.Summand>> polynomials = new ArrayList<>();
    polynomials.add(List.of(number.times(asked.upper()), sum.times(ONE.negate())));
    polynomials.add(List.of(sum, number.times(asked.lower().negate())));
    return polynomials;
  }

  /** Of the powers of x − L. */
  private List<List<MeasuresQuery.Summand>> ofPowers(Asked asked, BigInteger parts) {
    int degree = asked.degree();
    List<RexNode> powers =
        rows.powers(asked.measure().value(), asked.lower(), asked.upper(), degree, asked.name());
    List<List<MeasuresQuery.Summand>> polynomials = new ArrayList<>();
    for (int i = 0; i <= degree; i++) {
      List<MeasuresQuery.Summand> summands = new ArrayList<>();
      for (int k = 0; k <= degree - i; k++) {
        int power = i + k;
        MeasuresQuery.Summand summand =
            power == 0
                ? MeasuresQuery.Summand.rows(asked.counted(), parts)
                : MeasuresQuery.Summand.sum(
                    asked.kept().apply(powers.get(power - 1)), asked.width().pow(power), parts);
        summands.add(summand.times(Bernstein.factor(degree, i, k, asked.width())));
      }
      polynomials.add(summands);
    }
    return polynomials;
  }

  /** Not NULL in all rows that pass the filter. */
  private RexNode all(Measures.Key key) {
    return rows.filtered(key, rows.one());
  }

  private static AggregateQuery.Cell cell(int integer) {
    return new AggregateQuery.Cell(0, integer);
  }
}
