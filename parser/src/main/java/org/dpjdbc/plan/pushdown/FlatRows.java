package org.dpjdbc.plan.pushdown;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.plan.algebra.InputRefs;
import org.dpjdbc.plan.algebra.SubSelect;

/**
 * A relation, split into leaves, conditions and outputs.
 *
 * @param origin the original relation, for the names and types of its columns
 * @param leaves what stands in FROM
 * @param conditions what stands in WHERE or ON, over the columns of all leaves
 * @param outputs the columns, over the same
 * @param apart whether a column was computed below the top: then everything above refers to it, so
 *     that it is written once
 */
record FlatRows(
    RelNode origin,
    List<Leaf> leaves,
    List<RexNode> conditions,
    List<RexNode> outputs,
    boolean apart) {

  /**
   * One relation of those that stand side by side.
   *
   * @param on conditions of its left join, over the columns of all; empty for an inner one
   * @param owners whether it is the owners of the others' rows
   */
  record Leaf(RelNode rel, List<RexNode> on, boolean owners) {
    boolean isInner() {
      return on.isEmpty();
    }

    int width() {
      return rel.getRowType().getFieldCount();
    }
  }

  static FlatRows leaf(RelNode rel) {
    return new FlatRows(
        rel,
        List.of(new Leaf(rel, List.of(), false)),
        List.of(),
        List.copyOf(rel.getCluster().getRexBuilder().identityProjects(rel.getRowType())),
        false);
  }

  /** Whether an expression over the columns refers only to columns that are computed nowhere. */
  boolean isPlain(RexNode expression) {
    return RelOptUtil.InputFinder.bits(expression).asList().stream()
        .allMatch(column -> outputs.get(column) instanceof RexInputRef);
  }

  /** Whether it is one relation, of which some rows and columns are left. */
  boolean isOneLeaf() {
    return leaves.size() == 1 && !apart;
  }

  private boolean computes() {
    return outputs.stream().anyMatch(output -> !(output instanceof RexInputRef));
  }

  FlatRows filtered(Filter filter) {
    return new FlatRows(
        filter, leaves, and(conditions, moved(filter.getCondition())), outputs, computes());
  }

  FlatRows projected(Project project) {
    List<RexNode> projects = project.getProjects().stream().map(this::moved).toList();
    return new FlatRows(project, leaves, conditions, projects, computes());
  }

  /** The leaves of both, with the columns of the join; its condition is still to come. */
  FlatRows beside(FlatRows right, Join join) {
    List<Leaf> all = new ArrayList<>(leaves);
    int width = leaves.stream().mapToInt(Leaf::width).sum();
    for (Leaf leaf : right.leaves) {
      List<RexNode> on = leaf.on().stream().map(e -> RexUtil.shift(e, width)).toList();
      all.add(new Leaf(leaf.rel(), on, leaf.owners()));
    }
    List<RexNode> conditionsOfBoth = new ArrayList<>(conditions);
    right.conditions.forEach(e -> conditionsOfBoth.add(RexUtil.shift(e, width)));
    List<RexNode> outputsOfBoth = new ArrayList<>(outputs);
    right.outputs.forEach(e -> outputsOfBoth.add(RexUtil.shift(e, width)));
    return new FlatRows(join, all, conditionsOfBoth, outputsOfBoth, false);
  }

  FlatRows joined(Join join) {
    return new FlatRows(
        join, leaves, and(conditions, moved(join.getCondition())), outputs, computes());
  }

  /** The last leaf is that of the left join. */
  FlatRows leftJoined(Join join, int leaf) {
    List<Leaf> all = new ArrayList<>(leaves);
    boolean owners = FlatJoins.isWithOwners(join);
    List<RexNode> on = List.of(moved(join.getCondition()));
    all.set(leaf, new Leaf(leaves.get(leaf).rel(), on, owners));
    List<RexNode> also = conditions;
    if (owners) {
      int left = join.getLeft().getRowType().getFieldCount();
      RexNode key = outputs.get(RelOptUtil.InputFinder.bits(join.getCondition()).nextSetBit(left));
      also =
          and(
              conditions,
              join.getCluster().getRexBuilder().makeCall(SqlStdOperatorTable.IS_NOT_NULL, key));
    }
    return new FlatRows(join, all, also, outputs, computes());
  }

  private static List<RexNode> and(List<RexNode> conditions, RexNode condition) {
    List<RexNode> all = new ArrayList<>(conditions);
    conjuncts(condition).filter(e -> !all.contains(e)).forEach(all::add);
    return all;
  }

  /**
   * Calcite's own would leave out what is true by its type, as that a unit key is not NULL: which
   * is true because this condition is there.
   */
  static Stream<RexNode> conjuncts(RexNode condition) {
    return condition.getKind() == SqlKind.AND
        ? ((RexCall) condition).getOperands().stream().flatMap(FlatRows::conjuncts)
        : Stream.of(condition);
  }

  /** An expression over the columns as one over those of the leaves. */
  private RexNode moved(RexNode expression) {
    return InputRefs.replaced(expression, ref -> outputs.get(ref.getIndex()));
  }

  /**
   * Puts it together: inner joins first, in the order in which they stood.
   *
   * @param inWhere which of their conditions stand behind them
   */
  RelNode rel(Predicate<RexNode> inWhere) {
    FlatBuilder builder = new FlatBuilder(this, inWhere);
    RelNode joined = builder.joined();
    List<RexNode> projects = outputs.stream().map(builder::placed).toList();
    List<String> names = origin.getRowType().getFieldNames();
    if (RexUtil.isIdentity(projects, joined.getRowType())
        && joined.getRowType().getFieldNames().equals(names)) {
      return joined;
    }
    RelNode projected = LogicalProject.create(joined, List.of(), projects, names, Set.of());
    return apart ? SubSelect.of(projected) : projected;
  }

  /** Whether the columns are others, or in another order, than those of the leaves. */
  boolean selectsByName() {
    int width = leaves.stream().mapToInt(Leaf::width).sum();
    return outputs.size() != width
        || !IntStream.range(0, width)
            .allMatch(i -> outputs.get(i) instanceof RexInputRef ref && ref.getIndex() == i);
  }
}
