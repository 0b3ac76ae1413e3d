package org.dpjdbc.plan.contribution;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.AggregateCalls;
import org.dpjdbc.plan.algebra.Decimals;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.relation.PlanContext;

/**
 * Bounds the contributions of over-limit units only, which are those with more rows than the limits
 * allow. All rows are added up regardless of their unit, and what the bounds cut off from the
 * over-limit units is subtracted. If the policy's limits fit the data, there are few such units,
 * and this costs little more than the sums alone, whereas bounding every unit takes a row for each
 * unit and group.
 *
 * <ul>
 *   <li>If units are clamped in each group, the over-limit units are clamped there. The result is
 *       exactly that of clamping all units: a unit with at most {@code rows} rows has no more than
 *       that in any group, and {@code rows} values of a measure add up to no more than the clamp of
 *       a sum.
 *   <li>If the L2 norm of a unit's vector is clipped, those of over-limit units are clipped as they
 *       are in {@link ClippedVectors}. The result is exactly that of clipping all units: the norm
 *       of n values is at most n times that of one, and no other unit has more than {@link
 *       Contribution.Clip#rowsWithin()}, which times that of one is within the bound.
 *   <li>If the L1 norm of a unit's vector is clipped to B = {@code groups} · {@code rows} rows,
 *       each row of a unit with n > B rows weighs w = ⌊K · B / n⌋ parts of K, and each row of any
 *       other unit all K. A unit's rows weigh no more than K · B together, and each contributes no
 *       more than m times its weight to a quantity that moves by m with a row: L1 over all groups
 *       is at most K · B · m. Counts, sums and spreads have the same weights, so relations between
 *       them are preserved. The SQL checks by a comparison of integers that the weight is no more
 *       than claimed, whatever the division before it gives.
 * </ul>
 *
 * <p>The table is read three times, and correctness depends on reading the same rows each time: on
 * {@link org.dpjdbc.sql.dialect.common.BackendDialect#readsAlike()}, and on the rows being those of
 * one stored table, filtered and transformed only by functions of the row. A view may compute
 * different rows each time. {@link OverLimitRows} covers rows that hold a reference instead of the
 * unit itself.
 */
public final class OverLimitUnits {
  private static final int UNIT = 0;

  private final RexBuilder rex;
  private final Decimals decimals;
  private final OverLimitRows source;
  private final int keys;
  private final List<AggregateCall> aggregates;
  private final List<AggregateSum> cells;
  private final boolean apart;
  private final PlanContext context;

  /**
   * Creates the strategy.
   *
   * @param source what is read
   * @param keys number of keys
   * @param aggregates over the rows
   * @param cells what is to be bounded, of the aggregates
   */
  public OverLimitUnits(
      PlanContext context,
      OverLimitRows source,
      int keys,
      List<AggregateCall> aggregates,
      List<AggregateSum> cells) {
    this.context = context;
    this.rex = context.rex();
    this.decimals = new Decimals(rex);
    this.apart = context.catalog().dialect().plansLimitedPartsApart();
    this.source = source;
    this.keys = keys;
    this.aggregates = aggregates;
    this.cells = cells;
  }

  /** What is bounded. */
  public interface Bounded {
    /**
     * The cells, bounded.
     *
     * @param perUnit rows that are a unit, the keys, the aggregates
     */
    List<RexNode> cells(RelNode perUnit, UnitBounds bounds);
  }

  /**
   * Clamps the contribution of an over-limit unit to a group.
   *
   * @param max the maximum rows of a unit that is not over the limit
   * @return the keys and the cells; several rows of a group are to be added up
   */
  public RelNode clamped(int max, Bounded bounded) {
    RelNode heavy = source.of().apply(candidates(BigInteger.valueOf(max)));
    RelNode perUnit = aggregated(heavy, ImmutableBitSet.range(1 + keys));
    List<RexNode> clamped = bounded.cells(perUnit, new UnitClamps(rex, max));
    return corrected(
        1,
        perUnit,
        1,
        cell -> decimals.minus(decimals.wide(clamped.get(cell)), whole(perUnit, 1 + keys, cell)));
  }

  /**
   * Weights the rows of an over-limit unit; the parameters and the result are those of {@link
   * #clamped}.
   */
  public RelNode weighted(Contribution.Clip clip) {
    BigInteger max = clip.rowsWithin();
    RelNode heavy = source.of().apply(heavy(max));
    RelNode alike =
        aggregated(
            heavy, ImmutableBitSet.range(1, 1 + keys).set(heavy.getRowType().getFieldCount() - 1));
    RexNode parts = decimals.number(BigInteger.valueOf(clip.parts()));
    RexNode weight =
        decimals.part(
            decimals.number(max.multiply(BigInteger.valueOf(clip.parts()))),
            decimals.wide(rex.makeInputRef(alike, keys)),
            BigInteger.valueOf(clip.parts()));
    return corrected(
        clip.parts(),
        alike,
        0,
        cell -> decimals.times(decimals.minus(weight, parts), whole(alike, keys + 1, cell)));
  }

  /** Clips the L2 norm of an over-limit unit's vector; the result is that of {@link #clamped}. */
  public RelNode clipped(Contribution.Clip clip, Bounded bounded) {
    RelNode heavy = source.of().apply(heavy(clip.rowsWithin()));
    RelNode perUnit = aggregated(heavy, ImmutableBitSet.range(1 + keys));
    ClippedVectors vectors = new ClippedVectors(rex, clip, perUnit, 1 + keys);
    bounded.cells(perUnit, vectors);
    kept(perUnit, vectors);
    RelNode clipped = vectors.clipped();
    List<RexNode> values = bounded.cells(perUnit, vectors);
    List<RexNode> wholes = kept(perUnit, vectors);
    RexNode parts = decimals.number(BigInteger.valueOf(clip.parts()));
    return corrected(
        clip.parts(),
        clipped,
        1,
        cell -> decimals.minus(values.get(cell), decimals.times(wholes.get(cell), parts)));
  }

  /**
   * The units in each group, each in at most so many of its groups: all units are counted in all of
   * theirs, and the over-limit units, which alone can be in more, are subtracted where they are not
   * kept.
   *
   * @param max groups of a unit that are kept, by {@link GroupLimit#apply}
   * @return as {@link #clamped}
   */
  public static RelNode units(PlanContext context, OverLimitRows source, int keys, int max) {
    AggregateCall all =
        AggregateCalls.of(SqlStdOperatorTable.COUNT, true, List.of(UNIT), source.all(), keys, null);
    OverLimitUnits units =
        new OverLimitUnits(context, source, keys, List.of(all), List.of(AggregateSum.of(0)));
    RelNode heavy = source.of().apply(units.candidates(BigInteger.valueOf(max)));
    RelNode groups =
        LogicalAggregate.create(heavy, List.of(), ImmutableBitSet.range(1 + keys), null, List.of());
    RexNode less = units.decimals.number(BigInteger.ONE.negate());
    return units.corrected(
        1, GroupLimit.dropped(context, groups, keys, max), 1, cell -> units.decimals.wide(less));
  }

  private List<RexNode> kept(RelNode perUnit, ClippedVectors vectors) {
    return IntStream.range(0, cells.size())
        .mapToObj(cell -> vectors.kept(whole(perUnit, 1 + keys, cell)))
        .toList();
  }

  private interface Cells {
    RexNode of(int cell);
  }

  /** All rows, each in so many parts, and the corrections. */
  private RelNode corrected(int parts, RelNode corrections, int firstKey, Cells cell) {
    RelNode all = aggregated(source.all(), ImmutableBitSet.range(1, 1 + keys));
    RexNode times = decimals.number(BigInteger.valueOf(parts));
    RelNode wholes =
        projected(
            all,
            0,
            i -> parts == 1 ? whole(all, keys, i) : decimals.times(whole(all, keys, i), times));
    return LogicalUnion.create(
        List.of(apart ? limited(wholes) : wholes, projected(corrections, firstKey, cell)), true);
  }

  /** The same rows, with a limit that is beyond any number of them. */
  private RelNode limited(RelNode rel) {
    return LogicalSort.create(
        rel, RelCollations.EMPTY, null, decimals.number(BigInteger.valueOf(Long.MAX_VALUE)));
  }

  private RelNode projected(RelNode rel, int firstKey, Cells cell) {
    List<RexNode> projects = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int key = 0; key < keys; key++) {
      projects.add(rex.makeInputRef(rel, firstKey + key));
      names.add("k" + key);
    }
    for (int i = 0; i < cells.size(); i++) {
      projects.add(cell.of(i));
      names.add("c" + i);
    }
    return LogicalProject.create(rel, List.of(), projects, names, Set.of());
  }

  /** What a cell is when nothing is bounded. */
  private RexNode whole(RelNode aggregated, int first, int cell) {
    return decimals.wide(
        cells.get(cell).over(rex, place -> rex.makeInputRef(aggregated, first + place)));
  }

  /**
   * Each over-limit unit with its number of rows. Where it is cheaper to count more rows than
   * those, they are counted of those units alone that have too many of the others.
   */
  private RelNode heavy(BigInteger max) {
    return source.among() == source.counted() && source.number().isEmpty()
        ? over(source.counted(), max)
        : over(source.of().apply(candidates(max)), max);
  }

  /** At least the units with more than so many of the rows, each once. */
  private RelNode candidates(BigInteger max) {
    return source
        .number()
        .map(number -> over(number.beyond(context, source.all(), max), BigInteger.ZERO))
        .orElseGet(() -> over(source.among(), max));
  }

  /** Each unit with more than so many of the rows, and their number. */
  private RelNode over(RelNode counted, BigInteger max) {
    RelNode units =
        LogicalProject.create(
            counted, List.of(), List.of(rex.makeInputRef(counted, 0)), List.of("d0"), Set.of());
    AggregateCall count =
        AggregateCalls.of(
            SqlStdOperatorTable.COUNT, false, List.of(), units, 1, OverLimitRows.NUMBER);
    RelNode counts =
        LogicalAggregate.create(units, List.of(), ImmutableBitSet.of(0), null, List.of(count));
    RelNode over =
        LogicalFilter.create(
            counts,
            rex.makeCall(
                SqlStdOperatorTable.GREATER_THAN,
                rex.makeInputRef(counts, 1),
                rex.makeExactLiteral(new BigDecimal(max.divide(source.each())))));
    // Without a limit, each worker that joins the units would count the rows of all units.
    return apart ? limited(over) : over;
  }

  /** As a subselect, or an aggregate would be computed as often as an expression names it. */
  private RelNode aggregated(RelNode rel, ImmutableBitSet groups) {
    List<AggregateCall> calls =
        aggregates.stream()
            .map(
                a ->
                    AggregateCalls.of(
                        a.getAggregation(),
                        a.isDistinct(),
                        a.getArgList(),
                        rel,
                        groups.cardinality(),
                        null))
            .toList();
    return SubSelect.of(LogicalAggregate.create(rel, List.of(), groups, null, calls));
  }
}
