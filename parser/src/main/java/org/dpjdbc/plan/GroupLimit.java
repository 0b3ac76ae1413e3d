package org.dpjdbc.plan;

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
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Keeps at most so many groups of each unit: the first by a hash of unit and keys, so that no group
 * is preferred and the choice depends on the unit's own rows alone. Ties are broken by the keys
 * themselves, so that the choice is the same each time.
 */
final class GroupLimit {
  private GroupLimit() {}

  /**
   * Limits rows that are one per unit and group.
   *
   * @param rel keys first, then the unit
   * @param keys number of keys
   * @param most groups to keep
   * @return the same columns and one more
   */
  static RelNode apply(PlanContext context, RelNode rel, int keys, int most) {
    return ranked(
        context, rel, List.of(keys), range(0, keys), SqlStdOperatorTable.ROW_NUMBER, most);
  }

  /**
   * Keeps the rows whose rank among those of equal {@code partition} columns, by a hash of
   * partition and order columns, is at most {@code most}.
   */
  static RelNode ranked(
      PlanContext context,
      RelNode grouped,
      List<Integer> partition,
      List<Integer> order,
      SqlAggFunction rank,
      int most) {
    RexBuilder rex = context.rex();
    // H2 does not see that a key in a window is the one that is grouped by, where it is computed
    RelNode rel = computesKeys(grouped) ? SubSelect.of(grouped) : grouped;
    List<RexNode> partitionKeys = refs(rex, rel, partition);
    List<RexNode> orderKeys = refs(rex, rel, order);
    List<RexNode> hashed = new ArrayList<>(partitionKeys);
    hashed.addAll(orderKeys);
    ImmutableList.Builder<RexFieldCollation> collations = ImmutableList.builder();
    collations.add(new RexFieldCollation(context.catalog().dialect().hash(rex, hashed), Set.of()));
    orderKeys.forEach(key -> collations.add(new RexFieldCollation(key, Set.of())));
    RexNode number =
        rex.makeOver(
            rex.getTypeFactory().createSqlType(SqlTypeName.BIGINT),
            rank,
            List.of(),
            partitionKeys,
            collations.build(),
            RexWindowBounds.UNBOUNDED_PRECEDING,
            RexWindowBounds.CURRENT_ROW,
            true,
            true,
            false,
            false,
            false);
    int width = rel.getRowType().getFieldCount();
    List<RexNode> projects = new ArrayList<>(refs(rex, rel, range(0, width)));
    projects.add(number);
    List<String> names = new ArrayList<>(rel.getRowType().getFieldNames());
    names.add("r" + width);
    RelNode numbered = LogicalProject.create(rel, List.of(), projects, names, Set.of());
    return LogicalFilter.create(
        numbered,
        rex.makeCall(
            SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
            rex.makeInputRef(numbered, width),
            rex.makeExactLiteral(BigDecimal.valueOf(most))));
  }

  private static boolean computesKeys(RelNode grouped) {
    return grouped instanceof Aggregate aggregate
        && aggregate.getInput() instanceof Project project
        && aggregate.getGroupSet().asList().stream()
            .anyMatch(key -> !(project.getProjects().get(key) instanceof RexInputRef));
  }

  private static List<RexNode> refs(RexBuilder rex, RelNode rel, List<Integer> columns) {
    return columns.stream().<RexNode>map(i -> rex.makeInputRef(rel, i)).toList();
  }

  private static List<Integer> range(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }
}
