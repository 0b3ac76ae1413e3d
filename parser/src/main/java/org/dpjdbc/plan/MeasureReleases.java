package org.dpjdbc.plan;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.Measures.Need;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.plan.bounds.DpOperators;
import org.dpjdbc.plan.bounds.Measure;
import org.dpjdbc.sql.Messages;

/**
 * The releases of one measure, with their sensitivities. For one row whose measure is the integer x
 * in [L, U], W = U − L:
 *
 * <ul>
 *   <li>a count moves by 1;
 *   <li>a sum by at most M = max(|L|, |U|) (add or remove, not replace);
 *   <li>the pair (U − x, x − L) by exactly W in L1, and by at most W in L2 (Kulesza, Suresh, Wang,
 *       ICML 2024): mean, sum and count come of it with the whole share of epsilon each;
 *   <li>with the spread q = (U − x)(x − L) ≤ W²/4, weighted W/4, the triple moves by at most W +
 *       4q/W ≤ 2W in L1 and by at most √2 · W in L2.
 * </ul>
 *
 * <p>Every bound grows with the rows of a unit as {@link Contribution} says: a unit's clamped or
 * scaled contribution to a group obeys the same inequalities with the number of its allowed rows in
 * front, because its count n is at most that, its sum lies in [L · n, U · n], and its spread is
 * clamped to n · W²/4.
 *
 * <p>Where norms are clipped, the vector of a unit's clipped counts n' over its groups is what is
 * bounded; sum and spread are scaled like the count and kept within [L · n', U · n'] and [0, n' ·
 * W²/4], so that the same inequalities hold in each group with n' for the rows: over all groups L1
 * is at most W (2W with a spread) times that of n', and the square of L2 at most W² (2W²) times
 * that of n'. A sum on its own is clipped as the vector that it is.
 */
final class MeasureReleases {
  /** Products below 2^24 are INTEGERs whose sums are safe, as those of measures are. */
  private static final int INTEGER_PRODUCT_BITS = 12;

  private static final int LONG_PRODUCT_BITS = 31;

  /** The spreads of 2^31 rows of a unit, each below 2^94, add up to less than 38 digits hold. */
  private static final int DECIMAL_PRODUCT_BITS = 48;

  private static final int DIGITS = 38;

  private final PlanContext context;
  private final PerUnit input;
  private final Map<Integer, Measure> ofColumns;
  private final Contribution contribution;
  private final MainAsk main;
  private final List<FrontierDraft.ReleaseDraft> releases;
  private final Function<RexNode, Ask.Cell> distinctOfUnits;

  MeasureReleases(
      PlanContext context,
      PerUnit input,
      Map<Integer, Measure> ofColumns,
      Contribution contribution,
      MainAsk main,
      List<FrontierDraft.ReleaseDraft> releases,
      Function<RexNode, Ask.Cell> distinctOfUnits) {
    this.context = context;
    this.input = input;
    this.ofColumns = ofColumns;
    this.contribution = contribution;
    this.main = main;
    this.releases = releases;
    this.distinctOfUnits = distinctOfUnits;
  }

  /** What was released of a measure, and how an aggregate is computed of it. */
  interface Released {
    Statistic statistic(SqlKind aggregate);
  }

  Released release(Measures.Key key, Set<Need> needs) {
    if (needs.contains(Need.DISTINCT)) {
      return distinct(key);
    } else if (needs.equals(EnumSet.of(Need.COUNT))) {
      return count(key);
    }
    Measure measure = measure(key.argument());
    if (needs.equals(EnumSet.of(Need.SUM))) {
      return sum(key, measure);
    }
    return pair(key, measure, needs.contains(Need.SPREAD));
  }

  private Measure measure(int argument) {
    Measure ofColumn = ofColumns.get(argument);
    return ofColumn != null
        ? ofColumn
        : context
            .expressions(input.facts())
            .measure(context.rex().makeInputRef(input.rel(), argument));
  }

  private Released distinct(Measures.Key key) {
    RexNode value = filtered(key, context.rex().makeInputRef(input.rel(), key.argument()));
    boolean units = input.unit().isPresent() && input.unit().getAsInt() == key.argument();
    String what = "COUNT(DISTINCT " + name(key) + ")";
    if (contribution instanceof Contribution.OnePass) {
      return single(what, new Ask.Cell(0, main.distinct(value)), contribution, rows(), false);
    } else if (units) {
      Ask.Cell cell = new Ask.Cell(0, main.presence(value));
      return single(what, cell, contribution, BigInteger.ONE, false);
    }
    return single(what, distinctOfUnits.apply(value), contribution.unclipped(), rows(), false);
  }

  private BigInteger rows() {
    return BigInteger.valueOf(contribution.rows());
  }

  private Released count(Measures.Key key) {
    int cell;
    if (key.argument() == Measures.ROWS && key.filter() == Measures.ALL) {
      cell = main.countRows();
    } else if (key.argument() == Measures.ROWS) {
      cell = main.count(filtered(key, one()));
    } else {
      cell = main.count(filtered(key, context.rex().makeInputRef(input.rel(), key.argument())));
    }
    return single(
        "COUNT(" + name(key) + ")",
        new Ask.Cell(0, cell),
        contribution,
        rows(),
        contribution.additive());
  }

  /**
   * One integer per group.
   *
   * @param bound how it is bounded
   * @param most what counts of it per unit and group
   */
  private Released single(
      String what, Ask.Cell cell, Contribution bound, BigInteger most, boolean additive) {
    Release.Ref ref = new Release.Ref(releases.size(), 0);
    releases.add(
        new FrontierDraft.ReleaseDraft(
            what,
            List.of(component(BigFraction.ONE, term(cell, 1))),
            bound.l1(most),
            bound.l2Squared(most),
            additive));
    return aggregate -> new Statistic.Count(ref, bound.parts());
  }

  private Released sum(Measures.Key key, Measure measure) {
    SumBounds ofRows = SumBounds.of(measure, contribution.rows());
    SumBounds bounds = ofRows;
    // who has one row needs no sum; of several people, clamped sums would move further than a row
    if (!(contribution instanceof Contribution.OnePass) && input.table().units() == 1) {
      bounds = bounds.within(input.columns().get(key.argument()).unitSum(), measure);
    }
    BigInteger most = bounds.most();
    if (contribution instanceof Contribution.Clip clip && !ClippedVectors.fits(clip, most)) {
      throw Messages.rangeTooWideToClip(name(key));
    }
    int cell =
        main.sum(
            filtered(key, measure.value()), bounds.lower(), bounds.upper(), bounds.equals(ofRows));
    Release.Ref ref = new Release.Ref(releases.size(), 0);
    releases.add(
        new FrontierDraft.ReleaseDraft(
            "SUM(" + name(key) + ")",
            List.of(component(BigFraction.ONE, term(new Ask.Cell(0, cell), 1))),
            contribution.l1(most),
            contribution.l2Squared(most),
            contribution.additive()));
    BigDecimal step = measure.step().divide(BigDecimal.valueOf(contribution.parts()));
    return aggregate -> new Statistic.Sum(ref, step);
  }

  private Released pair(Measures.Key key, Measure measure, boolean spread) {
    BigInteger lower = measure.lower();
    BigInteger upper = measure.upper().max(lower.add(BigInteger.ONE));
    BigInteger width = upper.subtract(lower);
    RexNode value = filtered(key, measure.value());
    RexNode counted = filtered(key, counted(key, measure));
    Ask.Cell n = new Ask.Cell(0, main.count(counted));
    Ask.Cell s = new Ask.Cell(0, main.scaledSum(value, counted, lower, upper));
    int release = releases.size();
    Statistic.Pair pair =
        new Statistic.Pair(
            new Release.Ref(release, 0),
            new Release.Ref(release, 1),
            lower,
            upper,
            measure.step(),
            contribution.parts());
    List<Release.Component> components = new ArrayList<>();
    components.add(
        new Release.Component(List.of(new Release.Term(n, upper), term(s, -1)), BigFraction.ONE));
    components.add(
        new Release.Component(
            List.of(term(s, 1), new Release.Term(n, lower.negate())), BigFraction.ONE));
    if (!spread) {
      add("AVG(" + name(key) + ")", components, width, width.pow(2));
      return aggregate -> statistic(aggregate, pair, pair.above());
    }
    BigInteger most = width.pow(2).shiftRight(2);
    RexNode spreads = filtered(key, spread(measure.value(), lower, upper, key));
    Ask.Cell q = new Ask.Cell(0, main.scaledSum(spreads, counted, BigInteger.ZERO, most));
    components.add(component(BigFraction.of(width, BigInteger.valueOf(4)), term(q, 1)));
    add("VAR(" + name(key) + ")", components, width.shiftLeft(1), width.pow(2).shiftLeft(1));
    Release.Ref third = new Release.Ref(release, 2);
    return aggregate -> statistic(aggregate, pair, third);
  }

  private static Statistic statistic(SqlKind aggregate, Statistic.Pair pair, Release.Ref spread) {
    return switch (aggregate) {
      case COUNT -> new Statistic.PairCount(pair);
      case SUM, SUM0 -> new Statistic.PairSum(pair);
      case AVG -> new Statistic.Mean(pair);
      case VAR_POP -> new Statistic.Variance(pair, spread, false, false);
      case VAR_SAMP -> new Statistic.Variance(pair, spread, true, false);
      case STDDEV_POP -> new Statistic.Variance(pair, spread, false, true);
      case STDDEV_SAMP -> new Statistic.Variance(pair, spread, true, true);
      default -> throw Messages.aggregateNotOffered(aggregate.sql);
    };
  }

  private void add(
      String what, List<Release.Component> components, BigInteger rowL1, BigInteger rowL2Squared) {
    releases.add(
        new FrontierDraft.ReleaseDraft(
            what,
            components,
            rowL1.multiply(contribution.l1(rows())),
            rowL2Squared.multiply(contribution.l2Squared(rows())),
            contribution.additive()));
  }

  private RexNode spread(RexNode value, BigInteger lower, BigInteger upper, Measures.Key key) {
    int bits = upper.subtract(lower).bitLength();
    if (bits > DECIMAL_PRODUCT_BITS) {
      throw Messages.rangeTooWide(name(key));
    }
    RexBuilder rex = context.rex();
    RexNode wide = wide(value, bits);
    return rex.makeCall(
        SqlStdOperatorTable.MULTIPLY,
        rex.makeCall(SqlStdOperatorTable.MINUS, number(upper), wide),
        rex.makeCall(SqlStdOperatorTable.MINUS, wide, number(lower)));
  }

  /** The value in a type that holds products of twice so many bits. */
  private RexNode wide(RexNode value, int bits) {
    SqlTypeName type = value.getType().getSqlTypeName();
    if ((type == SqlTypeName.INTEGER && bits <= INTEGER_PRODUCT_BITS)
        || (type == SqlTypeName.BIGINT && bits <= LONG_PRODUCT_BITS)) {
      return value;
    }
    RelDataTypeFactory types = context.rex().getTypeFactory();
    RelDataType product =
        type == SqlTypeName.INTEGER
            ? types.createSqlType(SqlTypeName.BIGINT)
            : types.createSqlType(SqlTypeName.DECIMAL, DIGITS, 0);
    return context
        .rex()
        .makeAbstractCast(
            types.createTypeWithNullability(product, value.getType().isNullable()), value, false);
  }

  /** NULL just where the measure is, and cheaper to count: a NaN alone makes a difference. */
  private RexNode counted(Measures.Key key, Measure measure) {
    if (ofColumns.containsKey(key.argument())) {
      return measure.value();
    }
    RexBuilder rex = context.rex();
    RexNode column = rex.makeInputRef(input.rel(), key.argument());
    if (!SqlTypeName.APPROX_TYPES.contains(column.getType().getSqlTypeName())) {
      return column;
    }
    RexNode one = one();
    return rex.makeCall(
        SqlStdOperatorTable.CASE,
        rex.makeCall(SqlStdOperatorTable.NOT, rex.makeCall(DpOperators.IS_NAN, column)),
        one,
        rex.makeNullLiteral(one.getType()));
  }

  /** The value where the filter holds, NULL elsewhere. */
  private RexNode filtered(Measures.Key key, RexNode value) {
    if (key.filter() == Measures.ALL) {
      return value;
    }
    RexBuilder rex = context.rex();
    return rex.makeCall(
        SqlStdOperatorTable.CASE,
        rex.makeInputRef(input.rel(), key.filter()),
        value,
        rex.makeNullLiteral(value.getType()));
  }

  private RexNode one() {
    return number(BigInteger.ONE);
  }

  private RexNode number(BigInteger value) {
    return context.rex().makeExactLiteral(new BigDecimal(value));
  }

  private String name(Measures.Key key) {
    if (key.argument() == Measures.ROWS) {
      return "*";
    }
    ColumnFacts facts = input.columns().get(key.argument()).facts();
    return facts.name();
  }

  private static Release.Component component(BigFraction weight, Release.Term... terms) {
    return new Release.Component(List.of(terms), weight);
  }

  private static Release.Term term(Ask.Cell cell, long factor) {
    return new Release.Term(cell, BigInteger.valueOf(factor));
  }
}
