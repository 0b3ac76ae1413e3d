package org.dpjdbc.plan.contribution;

import com.google.common.collect.ImmutableList;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.relation.PlanContext;

/**
 * Keeps a limited number of groups of each unit: the first ones by a hash of unit and keys, so that
 * no group is preferred and the choice depends only on the unit's own rows. Ties are broken by the
 * keys themselves, so that the choice is the same each time. The rows are one per unit and group,
 * their columns the unit, the keys, then others.
 */
public final class GroupLimit {
  private static final int UNIT = 0;

  private final PlanContext context;
  private final RexBuilder rex;
  private final RelNode rel;
  private final boolean sorts;
  private final List<RexNode> ranks = new ArrayList<>();

  private GroupLimit(PlanContext context, RelNode grouped) {
    this.context = context;
    this.rex = context.rex();
    // H2 does not see that a key in a window is the one that is grouped by, where it is computed
    boolean apart = computesKeys(grouped);
    this.rel = apart ? SubSelect.of(context.ordered(grouped)) : grouped;
    this.sorts = !apart && grouped instanceof Aggregate;
  }

  /**
   * Limits the groups of each unit.
   *
   * @param keys number of keys
   * @param max groups to keep
   * @return the same columns and one more
   */
  public static RelNode apply(PlanContext context, RelNode grouped, int keys, int max) {
    return ranked(
        context, grouped, List.of(UNIT), range(1, keys + 1), SqlStdOperatorTable.ROW_NUMBER, max);
  }

  /**
   * The groups that {@link #apply} drops.
   *
   * @return the same columns and one more
   */
  static RelNode dropped(PlanContext context, RelNode grouped, int keys, int max) {
    GroupLimit limit = new GroupLimit(context, grouped);
    limit.rank(
        SqlStdOperatorTable.ROW_NUMBER, List.of(UNIT), range(UNIT, keys + 1), range(1, keys + 1));
    return limit.filtered(SqlStdOperatorTable.GREATER_THAN, max);
  }

  /**
   * Numbers the groups of each unit that agree in some keys: the first of them represents the unit
   * there. Where groups are limited it is one that is kept if any is, for both go by one order.
   *
   * @param keys number of keys
   * @param some of them, by their places among the keys
   * @param bound how many groups are kept
   * @return the same columns and others, the number last
   */
  public static RelNode numbered(
      PlanContext context,
      RelNode grouped,
      int keys,
      List<Integer> some,
      Contribution.PerGroup bound) {
    List<Integer> order = range(1, keys + 1);
    List<Integer> agreeing = new ArrayList<>(List.of(UNIT));
    some.forEach(key -> agreeing.add(1 + key));
    GroupLimit limit = new GroupLimit(context, grouped);
    if (!bound.limited()) {
      limit.rank(SqlStdOperatorTable.ROW_NUMBER, agreeing, List.of(), order);
      return SubSelect.of(limit.ranked());
    }
    List<Integer> hashed = range(UNIT, keys + 1);
    limit.rank(SqlStdOperatorTable.ROW_NUMBER, List.of(UNIT), hashed, order);
    limit.rank(SqlStdOperatorTable.ROW_NUMBER, agreeing, hashed, order);
    return limit.limited(bound.groups());
  }

  /**
   * Keeps the rows whose rank among those of equal {@code partition} columns, by a hash of
   * partition and order columns, is at most {@code max}.
   */
  public static RelNode ranked(
      PlanContext context,
      RelNode grouped,
      List<Integer> partition,
      List<Integer> order,
      SqlAggFunction rank,
      int max) {
    List<Integer> hashed = new ArrayList<>(partition);
    hashed.addAll(order);
    GroupLimit limit = new GroupLimit(context, grouped);
    limit.rank(rank, partition, hashed, order);
    return limit.limited(max);
  }

  /** One more rank: by the hash of some columns, if there are any, then by the order. */
  private void rank(
      SqlAggFunction function, List<Integer> partition, List<Integer> hashed, List<Integer> order) {
    ImmutableList.Builder<RexFieldCollation> collations = ImmutableList.builder();
    if (!hashed.isEmpty()) {
      RexNode hash = context.catalog().dialect().hash(rex, refs(hashed));
      collations.add(new RexFieldCollation(hash, Set.of()));
    }
    refs(order).forEach(key -> collations.add(new RexFieldCollation(key, Set.of())));
    ranks.add(
        rex.makeOver(
            rex.getTypeFactory().createSqlType(SqlTypeName.BIGINT),
            function,
            List.of(),
            refs(partition),
            collations.build(),
            RexWindowBounds.UNBOUNDED_PRECEDING,
            RexWindowBounds.CURRENT_ROW,
            true,
            true,
            false,
            false,
            false));
  }

  private RelNode ranked() {
    int width = rel.getRowType().getFieldCount();
    List<RexNode> projects = new ArrayList<>(refs(range(0, width)));
    projects.addAll(ranks);
    List<String> names = new ArrayList<>(rel.getRowType().getFieldNames());
    range(width, projects.size()).forEach(i -> names.add("r" + i));
    RelNode ranked = LogicalProject.create(rel, List.of(), projects, names, Set.of());
    return sorts ? context.ordered(ranked) : ranked;
  }

  /** The rows whose first rank is at most so much. */
  private RelNode limited(int max) {
    return filtered(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, max);
  }

  private RelNode filtered(SqlOperator comparison, int max) {
    RelNode ranked = ranked();
    return LogicalFilter.create(
        ranked,
        rex.makeCall(
            comparison,
            rex.makeInputRef(ranked, rel.getRowType().getFieldCount()),
            rex.makeExactLiteral(BigDecimal.valueOf(max))));
  }

  private static boolean computesKeys(RelNode grouped) {
    return grouped instanceof Aggregate aggregate
        && aggregate.getInput() instanceof Project project
        && aggregate.getGroupSet().asList().stream()
            .anyMatch(key -> !(project.getProjects().get(key) instanceof RexInputRef));
  }

  private List<RexNode> refs(List<Integer> columns) {
    return columns.stream().<RexNode>map(i -> rex.makeInputRef(rel, i)).toList();
  }

  private static List<Integer> range(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }
}
