package org.dpjdbc.plan.relation;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.LiteralRows;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.plan.pushdown.TryExpressions;
import org.dpjdbc.plan.release.RowMeasures;

/**
 * A second line of defence behind the total forms, on databases with {@code TRY}: if a condition or
 * value fails for a row in a way that no form foresaw, it is NULL for that row, and does not decide
 * whether the query is answered.
 *
 * <p>This changes no sensitivity. A row is still mapped to values of its own: a condition that is
 * NULL drops it, and a measure that is NULL is neither added up nor counted, because a mean counts
 * its measure after {@code TRY} ({@link RowMeasures#counted}). Group keys, unit keys and join
 * conditions are not wrapped, for speed. Values are wrapped only if there are no per-unit
 * aggregates or windows below or above, because those count one expression and add up another;
 * conditions are wrapped if there are none below. Statements that read a table twice are not
 * wrapped ({@link TryExpressions#ifReadOnce}).
 */
public final class TryRows {
  private final RexBuilder rex;

  private TryRows(RexBuilder rex) {
    this.rex = rex;
  }

  /** The rows, the unit and those keys of them as they are; the same where no database tries. */
  public static PerUnit of(PlanContext context, PerUnit rows, List<Integer> keys) {
    if (!context.catalog().dialect().tries()) {
      return rows;
    }
    ImmutableBitSet.Builder plain = ImmutableBitSet.builder();
    keys.forEach(plain::set);
    rows.unit().ifPresent(plain::set);
    return rows.withRel(of(context.rex(), rows.rel(), plain.build()), rows.columns());
  }

  /**
   * The same rows.
   *
   * @param plain columns that are to stay as they are
   */
  public static RelNode of(RexBuilder rex, RelNode rel, ImmutableBitSet plain) {
    return new TryRows(rex).rows(rel, plain, true).rel();
  }

  /** Whether there are only expressions over single rows, so that values of them can be tried. */
  public static boolean areOfRows(RexBuilder rex, RelNode rel) {
    return new TryRows(rex).rows(rel, ImmutableBitSet.of(), false).ofRows();
  }

  /**
   * Rows that were visited.
   *
   * @param ofRows whether there are only expressions over single rows below
   */
  private record Visited(RelNode rel, boolean ofRows) {}

  private Visited rows(RelNode rel, ImmutableBitSet plain, boolean values) {
    if (!rel.getVariablesSet().isEmpty()) {
      return new Visited(rel, false);
    }
    if (rel instanceof Project project) {
      return projected(project, plain, values);
    }
    if (rel instanceof Filter filter) {
      return filtered(filter, rows(filter.getInput(), plain, values));
    }
    if (rel instanceof Join join) {
      return joined(join, plain, values);
    }
    if (rel instanceof SubSelect || rel instanceof Union) {
      return over(rel, rel.getInputs().stream().map(i -> rows(i, plain, values)).toList(), true);
    }
    if (rel instanceof Aggregate) {
      return over(rel, List.of(rows(rel.getInput(0), plain, false)), false);
    }
    return new Visited(
        rel, rel instanceof TableScan || rel instanceof Values || rel instanceof LiteralRows);
  }

  private static Visited over(RelNode rel, List<Visited> inputs, boolean ofRows) {
    List<RelNode> rels = inputs.stream().map(Visited::rel).toList();
    return new Visited(
        rels.equals(rel.getInputs()) ? rel : rel.copy(rel.getTraitSet(), rels),
        ofRows && inputs.stream().allMatch(Visited::ofRows));
  }

  private Visited projected(Project project, ImmutableBitSet plain, boolean values) {
    boolean ofRows =
        !project.containsOver() && project.getProjects().stream().noneMatch(TryRows::asks);
    ImmutableBitSet below = ImmutableBitSet.of();
    for (int column : plain) {
      if (column < project.getProjects().size()) {
        below = below.union(RelOptUtil.InputFinder.bits(project.getProjects().get(column)));
      }
    }
    Visited input = rows(project.getInput(), below, values && ofRows);
    if (!values || !ofRows || !input.ofRows()) {
      return over(project, List.of(input), ofRows);
    }
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < project.getProjects().size(); i++) {
      RexNode column = project.getProjects().get(i);
      columns.add(plain.get(i) ? column : tried(column));
    }
    return new Visited(
        LogicalProject.create(
            input.rel(),
            project.getHints(),
            columns,
            project.getRowType().getFieldNames(),
            project.getVariablesSet()),
        true);
  }

  private Visited filtered(Filter filter, Visited input) {
    boolean ofRows = !asks(filter.getCondition());
    if (!ofRows || !input.ofRows()) {
      return over(filter, List.of(input), ofRows);
    }
    List<RexNode> conditions =
        RelOptUtil.conjunctions(filter.getCondition()).stream().map(this::tried).toList();
    boolean same = conditions.equals(RelOptUtil.conjunctions(filter.getCondition()));
    return new Visited(
        same
            ? over(filter, List.of(input), true).rel()
            : LogicalFilter.create(input.rel(), RexUtil.composeConjunction(rex, conditions)),
        true);
  }

  private Visited joined(Join join, ImmutableBitSet plain, boolean values) {
    int left = join.getLeft().getRowType().getFieldCount();
    ImmutableBitSet stay = plain.union(RelOptUtil.InputFinder.bits(join.getCondition()));
    ImmutableBitSet ofLeft = stay.intersect(ImmutableBitSet.range(left));
    ImmutableBitSet ofRight = stay.except(ofLeft).shift(-left);
    return over(
        join,
        List.of(rows(join.getLeft(), ofLeft, values), rows(join.getRight(), ofRight, values)),
        !asks(join.getCondition()));
  }

  private RexNode tried(RexNode node) {
    return TryExpressions.of(rex, node);
  }

  private static boolean asks(RexNode node) {
    return RexUtil.SubQueryFinder.find(node) != null;
  }
}
