package org.dpjdbc.plan.release;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.AggregateCalls;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.plan.contribution.AggregateSum;
import org.dpjdbc.plan.contribution.BoundingChoice;
import org.dpjdbc.plan.contribution.ClippedVectors;
import org.dpjdbc.plan.contribution.GroupLimit;
import org.dpjdbc.plan.contribution.OverLimitRows;
import org.dpjdbc.plan.contribution.OverLimitUnits;
import org.dpjdbc.plan.contribution.UnitBounds;
import org.dpjdbc.plan.contribution.UnitClamps;
import org.dpjdbc.plan.key.KeyColumns;
import org.dpjdbc.plan.model.AggregateQuery;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.model.GroupKey;
import org.dpjdbc.plan.pushdown.Pushdown;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;

/**
 * Builds the ask that all the measures of a frontier share but the distinct values of bounded
 * units. In one pass the database aggregates rows; otherwise it aggregates per unit and group, each
 * such contribution is clamped, and the clamped ones are added up.
 */
public final class MeasuresQuery {
  private final PlanContext context;
  private final List<GroupKey> keys;
  private final PerUnit.PrivateTable table;
  private final Contribution contribution;
  private final RowColumns columns;
  private final int firstKey;
  private final int firstValue;
  private List<Integer> standing = List.of();
  private final List<AggregateCall> rowAggregates = new ArrayList<>();
  private final List<Bounded> cells = new ArrayList<>();

  private static final int NARROW_BITS = 80;

  /** Stands for the last column of the rows per unit and group, not for an aggregate. */
  private static final int LAST = -1;

  /**
   * A cell of the result: how it is bounded, of which aggregates per unit and group.
   *
   * @param linear whether bounds leave a unit with no more rows than are allowed as it is: what
   *     such units contribute is the first of the sums over all their rows
   */
  private record Bounded(String kind, boolean linear, Bound bound, List<AggregateSum> sums) {}

  /** Makes the clamped contribution of one unit in one group out of its sums. */
  private interface Bound {
    RexNode apply(List<RexNode> sums, UnitBounds bounds);
  }

  /**
   * A number of rows or a sum over them, times a factor.
   *
   * @param column the integer that is added up; or not NULL in the rows that are counted
   * @param max of what is added up, in a row and in absolute value; empty if rows are counted
   */
  record Summand(RexNode column, Optional<BigInteger> max, BigInteger factor) {
    static Summand rows(RexNode column, BigInteger factor) {
      return new Summand(column, Optional.empty(), factor);
    }

    static Summand sum(RexNode column, BigInteger max, BigInteger factor) {
      return new Summand(column, Optional.of(max), factor);
    }

    Summand times(BigInteger further) {
      return new Summand(column, max, factor.multiply(further));
    }
  }

  public MeasuresQuery(
      PlanContext context, PerUnit input, List<GroupKey> keys, Contribution contribution) {
    this.context = context;
    this.keys = keys;
    this.table = input.table();
    this.contribution = contribution;
    this.columns = new RowColumns(input.rel());
    // The unit first: a database that keeps groups in a tree mostly compares no more than that.
    if (perUnit()) {
      columns.add(context.rex().makeInputRef(input.rel(), input.unit().orElseThrow()), "u");
    }
    this.firstKey = columns.width();
    for (int key = 0; key < keys.size(); key++) {
      columns.add(KeyColumns.of(context.rex(), input.rel(), keys.get(key)), "k" + key);
    }
    this.firstValue = columns.width();
  }

  private boolean perUnit() {
    return !(contribution instanceof Contribution.OnePass);
  }

  /** Number of rows, up to the bound per unit and group. */
  public int countRows() {
    return cell("count", true, (n, bounds) -> bounds.count(n.get(0)), List.of(rows()));
  }

  /** Number of rows where the column is not NULL, up to the bound per unit and group. */
  public int count(RexNode column) {
    return cell("count", true, (n, bounds) -> bounds.count(n.get(0)), List.of(counted(column)));
  }

  /** Number of units with a row where the column is not NULL. */
  int presence(RexNode column) {
    return cell(
        "presence", false, (n, bounds) -> bounds.presence(n.get(0)), List.of(counted(column)));
  }

  /** Number of units. */
  int units() {
    return cell("units", false, (n, bounds) -> bounds.one(), List.of());
  }

  /**
   * Number of units for some of the keys: among the groups of a unit that agree in them one alone
   * counts it, so that added up over the other keys each unit counts once, as partition selection
   * needs it. To be asked for once, where units are clamped.
   *
   * @param some of the keys, by their places among them
   */
  int unitsOnce(List<Integer> some) {
    standing = List.copyOf(some);
    return cell("units once", false, (number, bounds) -> isFirst(number.get(0)), List.of(LAST));
  }

  private RexNode isFirst(RexNode number) {
    RexNode one = context.rex().makeExactLiteral(BigDecimal.ONE);
    return context
        .rex()
        .makeCall(
            SqlStdOperatorTable.CASE,
            context.rex().makeCall(SqlStdOperatorTable.EQUALS, number, one),
            one,
            context.rex().makeExactLiteral(BigDecimal.ZERO));
  }

  /** Number of distinct values; in one pass only. */
  int distinct(RexNode column) {
    return distinct("distinct", SqlStdOperatorTable.COUNT, column);
  }

  /** Sum of the distinct values of an integer column; in one pass only. */
  int distinctSum(RexNode column) {
    return distinct("distinct sum", SqlStdOperatorTable.SUM, column);
  }

  private int distinct(String kind, SqlAggFunction function, RexNode column) {
    int place = columns.share(column, firstValue);
    return cell(
        kind,
        false,
        (values, bounds) -> values.get(0),
        List.of(aggregate(function, true, List.of(place))));
  }

  /**
   * Sum of an integer column, what a unit adds to a group kept between the bounds.
   *
   * @param ofRows whether the bounds are what the allowed rows can add up to, and no tighter
   */
  public int sum(RexNode column, BigInteger lower, BigInteger upper, boolean ofRows) {
    return cell(
        "sum " + lower + ".." + upper,
        ofRows && isNarrow(lower) && isNarrow(upper),
        (s, bounds) -> bounds.sum(s.get(0), lower, upper),
        List.of(summed(column)));
  }

  /**
   * Sum of an integer column between the bounds, that of a unit with too many values scaled down to
   * its allowed rows: fits the clamped {@link #count} of the same column.
   */
  int scaledSum(RexNode column, RexNode counted, BigInteger lower, BigInteger upper) {
    return cell(
        "scaled " + lower + ".." + upper,
        isNarrow(lower) && isNarrow(upper),
        (s, bounds) -> bounds.scaledSum(s.get(0), s.get(1), lower, upper),
        List.of(summed(column), counted(counted)));
  }

  /**
   * A sum of what is not negative in any row, that of a unit with too many rows scaled down to no
   * more than its allowed rows' part of it.
   *
   * @param summands of which a row adds at most so much, and no less than 0, all together; at least
   *     one of them positive, and that first
   * @param counted not NULL in the rows that add anything
   * @param max of a row
   */
  int share(List<Summand> summands, RexNode counted, BigInteger max) {
    return boundedSums(
        "share",
        isNarrow(max),
        (s, bounds) -> bounds.share(s.get(0), s.get(1), max),
        List.of(
            new AggregateSum(summands.stream().map(this::term).toList()),
            AggregateSum.of(counted(counted))));
  }

  private AggregateSum.Term term(Summand summand) {
    int aggregate =
        summand.max().isPresent() ? summed(summand.column()) : counted(summand.column());
    return new AggregateSum.Term(aggregate, summand.factor(), summand.max().orElse(BigInteger.ONE));
  }

  /** The number of rows or the sum over them, of what is not negative; in one pass only. */
  int inOnePass(Summand summand) {
    return summand
        .max()
        .map(max -> sum(summand.column(), BigInteger.ZERO, max, /* ofRows= */ true))
        .orElseGet(() -> count(summand.column()));
  }

  private int rows() {
    return aggregate(SqlStdOperatorTable.COUNT, false, List.of());
  }

  private int counted(RexNode column) {
    if (column instanceof RexLiteral literal && !literal.isNull()) {
      return rows();
    }
    return aggregate(SqlStdOperatorTable.COUNT, false, List.of(columns.share(column, firstValue)));
  }

  private int summed(RexNode column) {
    return aggregate(SqlStdOperatorTable.SUM, false, List.of(columns.share(column, firstValue)));
  }

  /** Whether 2^31 rows of so much, in all their parts, add up to less than 38 digits hold. */
  private static boolean isNarrow(BigInteger bound) {
    return bound.bitLength() <= NARROW_BITS;
  }

  private int cell(String kind, boolean linear, Bound bound, List<Integer> aggregates) {
    return boundedSums(kind, linear, bound, aggregates.stream().map(AggregateSum::of).toList());
  }

  private int boundedSums(String kind, boolean linear, Bound bound, List<AggregateSum> sums) {
    for (int i = 0; i < cells.size(); i++) {
      if (cells.get(i).kind().equals(kind) && cells.get(i).sums().equals(sums)) {
        return i;
      }
    }
    cells.add(new Bounded(kind, linear, bound, sums));
    return cells.size() - 1;
  }

  private int aggregate(SqlAggFunction function, boolean distinct, List<Integer> arguments) {
    AggregateCall call = call(function, distinct, arguments, columns.build(), firstValue);
    int known = rowAggregates.indexOf(call);
    if (known >= 0) {
      return known;
    }
    rowAggregates.add(call);
    return rowAggregates.size() - 1;
  }

  private static AggregateCall call(
      SqlAggFunction function, boolean distinct, List<Integer> arguments, RelNode of, int groups) {
    return AggregateCalls.of(function, distinct, arguments, of, groups, null);
  }

  /** Whether nothing was asked. */
  boolean isEmpty() {
    return cells.isEmpty();
  }

  /** The finished ask; its cells are in the order in which they were asked for. */
  public AggregateQuery build() {
    BoundingChoice choice = choice();
    Pushdown pushed = context.push(choice.again().map(this::heavyAlone).orElseGet(this::bounded));
    return new AggregateQuery(
        pushed.sql(),
        pushed.parameters(),
        pushed.form(),
        IntStream.range(0, keys.size()).boxed().toList(),
        cells.size(),
        choice.name());
  }

  private RelNode bounded() {
    return contribution instanceof Contribution.Clip clip
        ? clipped(clip)
        : contribution instanceof Contribution.PerGroup bound ? clamped(bound) : onePass();
  }

  private BoundingChoice choice() {
    return BoundingChoice.ofMeasures(
        context,
        table,
        contribution,
        columns.build(),
        cells.stream().allMatch(Bounded::linear),
        addsUp());
  }

  /** Whether any column is added up, and rows are not merely counted. */
  private boolean addsUp() {
    return rowAggregates.stream()
        .anyMatch(call -> call.getAggregation().getKind() != SqlKind.COUNT);
  }

  private RelNode heavyAlone(OverLimitRows rows) {
    List<AggregateSum> sums = cells.stream().map(cell -> cell.sums().get(0)).toList();
    OverLimitUnits heavy = new OverLimitUnits(context, rows, keys.size(), rowAggregates, sums);
    if (contribution instanceof Contribution.Clip clip) {
      return summed(clip.squares() ? heavy.clipped(clip, this::values) : heavy.weighted(clip));
    }
    return summed(heavy.clamped(contribution.rows(), this::values));
  }

  private RelNode onePass() {
    List<AggregateCall> calls = new ArrayList<>();
    for (Bounded cell : cells) {
      calls.add(
          cell.sums().isEmpty()
              ? call(SqlStdOperatorTable.COUNT, false, List.of(), columns.build(), keys.size())
              : rowAggregates.get(cell.sums().get(0).only()));
    }
    return aggregated(columns.build(), keys.size(), calls);
  }

  private RelNode clamped(Contribution.PerGroup bound) {
    RelNode perUnit = aggregated(columns.build(), firstValue, rowAggregates);
    RelNode bounded = bounded(perUnit, bound);
    return added(bounded, values(bounded, new UnitClamps(context.rex(), bound.rows())));
  }

  /** As a subselect, or an aggregate would be computed as often as its clamp names it. */
  private RelNode bounded(RelNode perUnit, Contribution.PerGroup bound) {
    if (!standing.isEmpty()) {
      return GroupLimit.numbered(context, perUnit, keys.size(), standing, bound);
    }
    return bound.limited()
        ? GroupLimit.apply(context, perUnit, keys.size(), bound.groups())
        : SubSelect.of(context.ordered(perUnit));
  }

  private RelNode clipped(Contribution.Clip clip) {
    RelNode perUnit = context.ordered(aggregated(columns.build(), firstValue, rowAggregates));
    ClippedVectors vectors = new ClippedVectors(context.rex(), clip, perUnit, firstValue);
    values(perUnit, vectors);
    RelNode clipped = vectors.clipped();
    return added(clipped, values(perUnit, vectors));
  }

  /** What a unit contributes to a group, one value per cell. */
  private List<RexNode> values(RelNode perUnit, UnitBounds bounds) {
    int last = perUnit.getRowType().getFieldCount() - 1;
    IntFunction<RexNode> aggregates =
        place -> context.rex().makeInputRef(perUnit, place == LAST ? last : firstValue + place);
    List<RexNode> values = new ArrayList<>();
    for (Bounded cell : cells) {
      List<RexNode> sums =
          cell.sums().stream().map(sum -> sum.over(context.rex(), aggregates)).toList();
      values.add(cell.bound().apply(sums, bounds));
    }
    return values;
  }

  /** The sums of the units' values in each group. */
  private RelNode added(RelNode rel, List<RexNode> values) {
    List<RexNode> projects = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int key = 0; key < keys.size(); key++) {
      projects.add(context.rex().makeInputRef(rel, firstKey + key));
      names.add("k" + key);
    }
    for (int i = 0; i < values.size(); i++) {
      projects.add(values.get(i));
      names.add("c" + i);
    }
    return summed(LogicalProject.create(rel, List.of(), projects, names, Set.of()));
  }

  /** The sums of the columns after the keys, in each group. */
  private RelNode summed(RelNode each) {
    List<AggregateCall> sums = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      sums.add(call(SqlStdOperatorTable.SUM, false, List.of(keys.size() + i), each, keys.size()));
    }
    return aggregated(each, keys.size(), sums);
  }

  private static RelNode aggregated(RelNode rel, int groups, List<AggregateCall> calls) {
    return LogicalAggregate.create(rel, List.of(), ImmutableBitSet.range(groups), null, calls);
  }
}
