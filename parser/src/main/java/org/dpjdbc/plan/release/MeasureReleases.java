package org.dpjdbc.plan.release;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.bounds.Measure;
import org.dpjdbc.plan.contribution.ClippedVectors;
import org.dpjdbc.plan.contribution.UnitSize;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.model.LinearCombination;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.plan.model.ThresholdedCount;
import org.dpjdbc.plan.randomized.DebiasedAggregate;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.release.Measures.Need;
import org.dpjdbc.plan.release.MeasuresQuery.Summand;
import org.dpjdbc.policy.NoiseKind;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * The releases of one measure, with their sensitivities. For one row whose measure is the integer x
 * in [L, U], W = U − L:
 *
 * <ul>
 *   <li>a count moves by 1;
 *   <li>a sum by at most M = max(|L|, |U|) (add or remove, not replace);
 *   <li>the pair (U − x, x − L) by exactly W in L1, and by at most W in L2 (Kulesza, Suresh, Wang,
 *       ICML 2024): mean, sum and count come of it with the whole share of epsilon each;
 *   <li>the triple ((U − x)², 2(U − x)(x − L), (x − L)²) by exactly W² in L1, and by at most W² in
 *       L2 ({@link Bernstein}): variance, mean, sum and count come of it likewise;
 *   <li>a row without a value moves neither, and a component for such rows alone by W or W², so
 *       that the number of all rows comes of the same release.
 * </ul>
 *
 * <p>Every bound grows with the rows of a unit as {@link Contribution} says: a unit's clamped or
 * scaled contribution to a group obeys the same inequalities with the number of its allowed rows in
 * front, because its count n is at most that and its sum lies in [L · n, U · n]; of triples, and of
 * rows without a value, each component is scaled by itself, as {@link JointReleases} says.
 *
 * <p>Where norms are clipped, the vector of a unit's clipped counts n' over its groups is what is
 * bounded; the sum is scaled like the count and kept within [L · n', U · n'], so that the same
 * inequalities hold in each group with n' for the rows: over all groups L1 is at most W times that
 * of n', and the square of L2 at most W² times that of n'. A sum on its own is clipped as the
 * vector that it is. Of pairs of columns, see {@link JointReleases}.
 */
final class MeasureReleases {
  private static final String COUNT_ROWS = "COUNT(*)";

  private final PlanContext context;
  private final PerUnit input;
  private final RowMeasures rows;
  private final Contribution contribution;
  private final MeasuresQuery main;
  private final List<Release.Draft> releases;
  private final DistinctReleases.Cells distinctOfUnits;
  private final Function<Measures.Key, Optional<Measures.Key>> allRows;
  private final List<GroupCount> groupCounts = new ArrayList<>();
  private final Optional<CommonScale> scale;

  MeasureReleases(
      PlanContext context,
      PerUnit input,
      Map<Integer, Measure> ofColumns,
      Contribution contribution,
      MeasuresQuery main,
      List<Release.Draft> releases,
      DistinctReleases.Cells distinctOfUnits,
      Function<Measures.Key, Optional<Measures.Key>> allRows,
      List<Measures.Key> scaled) {
    this.allRows = allRows;
    this.context = context;
    this.input = input;
    this.rows = new RowMeasures(context, input, ofColumns);
    this.scale = CommonScale.of(context.rex(), rows, scaled);
    this.contribution = contribution;
    this.main = main;
    this.releases = releases;
    this.distinctOfUnits = distinctOfUnits;
  }

  /**
   * A released count of all rows or units of a group, which may select the groups as well.
   *
   * @param release its place among the releases
   * @param draft the same, selecting
   */
  record GroupCount(int release, ThresholdedCount.Draft draft) {
    GroupCount withNoise(NoiseKind noise) {
      return new GroupCount(release, draft.withNoise(noise));
    }
  }

  /** The counts that may select the groups. */
  List<GroupCount> groupCounts() {
    return groupCounts;
  }

  /**
   * Notes a count that is about to be released.
   *
   * @param maxMove how far one unit moves it in one group
   * @param maxGroups in how many groups it does, or else how many times that over all groups
   */
  private void groupCount(
      String what, AggregateQuery.Cell cell, BigInteger maxMove, int maxGroups) {
    boolean eachGroup = contribution instanceof Contribution.PerGroup;
    int units = UnitSize.of(input.rel());
    if (maxMove.multiply(BigInteger.valueOf(units)).bitLength() < Integer.SIZE) {
      groupCounts.add(
          new GroupCount(
              releases.size(),
              new ThresholdedCount.Draft(
                  what,
                  cell,
                  maxMove.intValueExact(),
                  eachGroup ? 1 : maxMove.intValueExact(),
                  maxGroups,
                  contribution.parts(),
                  NoiseKind.LAPLACE)));
    }
  }

  /**
   * Releases several numbers of rows together, if that has less noise.
   *
   * @param others mechanisms that share the query's privacy besides
   * @return of each of them; none if each is better released on its own
   */
  Map<Measures.Key, Released> together(List<Measures.Key> keys, int others) {
    Map<Measures.Key, Released> released = new HashMap<>();
    if (keys.size() > 1) {
      new ConditionalCounts(context, input, rows, contribution, main, scale)
          .make(keys, others, releases.size())
          .ifPresent(
              made -> {
                releases.add(made.draft());
                made.numbers()
                    .forEach(
                        (key, number) ->
                            released.put(
                                key, aggregate -> number(aggregate, number, made.parts())));
              });
    }
    return released;
  }

  /** What was released of a measure, and how an aggregate is computed from it. */
  interface Released {
    Statistic statistic(AggregateCall aggregate);
  }

  Released release(Measures.Key key, Set<Need> needs) {
    if (key.answers().isPresent()) {
      return byAnswers(key, needs);
    } else if (key.isPair()) {
      return pairs(key, needs);
    } else if (key.once() == Measures.Once.CLAMPED) {
      return distinctValues(key, needs);
    } else if (needs.contains(Need.DISTINCT)) {
      return distinct(key);
    } else if (needs.equals(EnumSet.of(Need.COUNT))) {
      return count(key);
    }
    Measure measure = rows.measure(key.argument());
    if (needs.equals(EnumSet.of(Need.SUM))) {
      return sum(key, measure);
    }
    return moments(
        new MomentReleases.Asked(
            name(key),
            measure,
            value -> rows.filtered(key, value),
            rows.counted(key.argument(), measure),
            needs.contains(Need.SPREAD) ? 2 : 1,
            allRows.apply(key),
            needs.contains(Need.COUNT) ? scaleOverLimit(key) : Optional.empty()));
  }

  /** The common scale, but where it is by the rows of this very measure. */
  private Optional<CommonScale> scaleOverLimit(Measures.Key key) {
    return scale.filter(common -> !common.isOf(rows, key));
  }

  /**
   * Of pairs: no more is released than is needed, which for counts and means of one side is little.
   */
  private Released pairs(Measures.Key key, Set<Need> needs) {
    String name = rows.name(key.argument()) + ", " + rows.name(key.second());
    if (needs.equals(EnumSet.of(Need.COUNT))) {
      return count("REGR_COUNT(" + name + ")", key, rows.both(key, rows.one()));
    }
    Optional<CommonScale> beyond =
        needs.contains(Need.COUNT) ? scaleOverLimit(key) : Optional.empty();
    for (Need mean : List.of(Need.FIRST_MEAN, Need.SECOND_MEAN)) {
      if (EnumSet.of(mean, Need.COUNT).containsAll(needs)) {
        int argument = mean == Need.FIRST_MEAN ? key.argument() : key.second();
        Measure measure = rows.measure(argument);
        RexNode counted = rows.counted(argument, measure);
        UnaryOperator<RexNode> kept = value -> rows.both(key, value);
        return moments(
            new MomentReleases.Asked(name, measure, kept, counted, 1, Optional.empty(), beyond));
      }
    }
    JointReleases.Made made =
        new JointReleases(rows, contribution, main)
            .make(
                key,
                needs,
                name,
                releases.size(),
                beyond.map(CommonScale::counted).orElseGet(() -> rows.both(key, rows.one())));
    releases.add(made.draft());
    return aggregate -> made.statistic(aggregate, key);
  }

  private Released byAnswers(Measures.Key key, Set<Need> needs) {
    DebiasedReleases.Made made =
        new DebiasedReleases(rows, contribution, main).make(key, needs, releases.size());
    releases.add(made.draft());
    return aggregate -> made.statistic((DebiasedAggregate) aggregate.getAggregation());
  }

  private Released distinct(Measures.Key key) {
    RexNode value = rows.filtered(key, context.rex().makeInputRef(input.rel(), key.argument()));
    boolean units = input.unit().isPresent() && input.unit().getAsInt() == key.argument();
    String what = "COUNT(DISTINCT " + name(key) + ")";
    boolean ofGroup = units && key.filter() == Measures.ALL;
    if (contribution instanceof Contribution.OnePass) {
      AggregateQuery.Cell cell = new AggregateQuery.Cell(0, main.distinct(value));
      if (ofGroup) {
        groupCount(what, cell, BigInteger.ONE, contribution.rows());
      }
      return single(what, cell, contribution, rowsOfUnit(), false);
    } else if (units) {
      AggregateQuery.Cell cell = new AggregateQuery.Cell(0, main.presence(value));
      if (ofGroup && !clipsSquares()) {
        groupCount(what, cell, BigInteger.valueOf(contribution.parts()), contribution.groups());
      }
      return single(what, cell, contribution.ofUnits(), BigInteger.ONE, false);
    }
    return single(
        what,
        distinctOfUnits.of(value, List.of()).get(0),
        contribution.ofValues(),
        rowsOfUnit(),
        false);
  }

  /** On what grid the values of a column are measured. */
  BigDecimal step(Measures.Key key) {
    return rows.measure(key.argument()).step();
  }

  private Released distinctValues(Measures.Key key, Set<Need> needs) {
    DistinctReleases.Made made =
        new DistinctReleases(rows, contribution.ofValues(), this::distinctCells)
            .make(key, needs, releases.size());
    releases.add(made.draft());
    return made.released();
  }

  private List<AggregateQuery.Cell> distinctCells(
      RexNode value, List<UnaryOperator<RexNode>> sums) {
    if (!(contribution instanceof Contribution.OnePass)) {
      return distinctOfUnits.of(value, sums);
    }
    List<AggregateQuery.Cell> cells = new ArrayList<>();
    cells.add(new AggregateQuery.Cell(0, main.distinct(value)));
    sums.forEach(sum -> cells.add(new AggregateQuery.Cell(0, main.distinctSum(sum.apply(value)))));
    return cells;
  }

  private BigInteger rowsOfUnit() {
    return BigInteger.valueOf(contribution.rows());
  }

  private Released count(Measures.Key key) {
    if (key.argument() == Measures.ROWS && key.filter() == Measures.ALL) {
      int cell = main.countRows();
      if (contribution instanceof Contribution.PerGroup bound) {
        groupCount(COUNT_ROWS, new AggregateQuery.Cell(0, cell), rowsOfUnit(), bound.groups());
      } else if (!clipsSquares()) {
        BigInteger inAll = contribution.l1(rowsOfUnit());
        groupCount(COUNT_ROWS, new AggregateQuery.Cell(0, cell), inAll, 1);
      }
      return count(key, cell);
    }
    if (key.ones()) {
      return count("SUM(" + name(key) + ")", key, CommonScale.here(rows, rows.condition(key)));
    }
    RexNode value = key.argument() == Measures.ROWS ? rows.one() : rows.counted(key.argument());
    return count("COUNT(" + name(key) + ")", key, rows.filtered(key, value));
  }

  /**
   * A number of rows, scaled with the others.
   *
   * @param value not NULL in the rows that are counted
   */
  private Released count(String what, Measures.Key key, RexNode value) {
    if (scaleOverLimit(key).isEmpty()) {
      AggregateQuery.Cell cell = new AggregateQuery.Cell(0, main.count(value));
      return single(what, cell, contribution, rowsOfUnit(), contribution.additive());
    }
    JointReleases joint = new JointReleases(rows, contribution, main);
    int parts = joint.fineness(BigInteger.ONE);
    BigInteger whole = BigInteger.valueOf(parts);
    Summand here =
        Summand.rows(CommonScale.here(rows, rows.condition(key)), BigInteger.valueOf(parts));
    Release.Ref ref = new Release.Ref(releases.size(), 0);
    releases.add(
        joint.draft(
            what,
            List.of(
                joint.component(
                    List.of(here), scale.orElseThrow().counted(), whole, BigFraction.ONE)),
            BigFraction.of(whole),
            whole,
            BigFraction.ONE,
            BigDecimal.ONE.divide(new BigDecimal(whole))));
    return aggregate -> number(aggregate, LinearCombination.of(ref), parts * contribution.parts());
  }

  /** A number of rows, or a sum of ones, in so many parts of a row. */
  private static Statistic number(AggregateCall aggregate, LinearCombination number, int parts) {
    SqlKind kind = aggregate.getAggregation().getKind();
    return kind == SqlKind.SUM || kind == SqlKind.SUM0
        ? new Statistic.Sum(number, BigDecimal.ONE.divide(BigDecimal.valueOf(parts)))
        : new Statistic.Count(number, parts);
  }

  /** How many values a mean is of, whose sum is bounded by itself. */
  Released values(Measures.Key key) {
    return count(key, main.count(rows.filtered(key, rows.counted(key.argument()))));
  }

  private boolean clipsSquares() {
    return contribution instanceof Contribution.Clip clip && clip.squares();
  }

  private Released count(Measures.Key key, int cell) {
    return single(
        "COUNT(" + name(key) + ")",
        new AggregateQuery.Cell(0, cell),
        contribution,
        rowsOfUnit(),
        contribution.additive());
  }

  /**
   * One integer per group.
   *
   * @param bound how it is bounded
   * @param max what counts of it per unit and group
   */
  private Released single(
      String what, AggregateQuery.Cell cell, Contribution bound, BigInteger max, boolean additive) {
    Release.Ref ref = new Release.Ref(releases.size(), 0);
    releases.add(
        new NoisyVector.Draft(
            what,
            List.of(component(cell)),
            bound.l1(max),
            bound.l2Squared(max),
            additive,
            BigFraction.of(1, bound.parts())));
    return aggregate -> number(aggregate, LinearCombination.of(ref), bound.parts());
  }

  private Released sum(Measures.Key key, Measure measure) {
    SumBounds ofRows = SumBounds.of(measure, contribution.rows());
    SumBounds bounds = ofRows;
    // who has one row needs no sum; of several people, clamped sums would move further than a row
    if (!(contribution instanceof Contribution.OnePass) && input.table().units() == 1) {
      bounds = bounds.within(input.columns().get(key.argument()).unitSum(), measure);
    }
    BigInteger max = bounds.max();
    if (contribution instanceof Contribution.Clip clip && !ClippedVectors.fits(clip, max)) {
      throw context.request().groups(input.table()).isPresent()
          ? ExpressionMessages.sumTooWideToClip(name(key))
          : ExpressionMessages.rangeTooWideToClip(name(key));
    }
    int cell =
        main.sum(
            rows.filtered(key, measure.value()),
            bounds.lower(),
            bounds.upper(),
            bounds.equals(ofRows));
    Release.Ref ref = new Release.Ref(releases.size(), 0);
    releases.add(
        new NoisyVector.Draft(
            "SUM(" + name(key) + ")",
            List.of(component(new AggregateQuery.Cell(0, cell))),
            contribution.l1(max),
            contribution.l2Squared(max),
            contribution.additive(),
            NoisyVector.unit(measure.step(), contribution.parts())));
    BigDecimal step = measure.step().divide(BigDecimal.valueOf(contribution.parts()));
    return aggregate -> new Statistic.Sum(LinearCombination.of(ref), step);
  }

  private Released moments(MomentReleases.Asked asked) {
    MomentReleases.Made made =
        new MomentReleases(rows, contribution, main).make(asked, releases.size());
    releases.add(made.draft());
    return made::statistic;
  }

  private String name(Measures.Key key) {
    return rows.name(key.argument());
  }

  private static NoisyVector.Component component(AggregateQuery.Cell cell) {
    return new NoisyVector.Component(
        List.of(new NoisyVector.Term(cell, BigInteger.ONE)), BigFraction.ONE);
  }
}
