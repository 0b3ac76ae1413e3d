package org.dpjdbc.plan.rule;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.Strong;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.plan.model.ReleasedScalar;
import org.dpjdbc.plan.relation.FixedValues;
import org.dpjdbc.plan.relation.Origin;
import org.dpjdbc.plan.relation.Origins;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.ReleasedFacts;

/**
 * A released row used with private rows, as in {@code WHERE cost > (SELECT AVG(cost) FROM visits)}.
 * The inner query is a frontier of its own and is released first; its noisy values then enter the
 * outer query as bind parameters, as if the analyst had queried them and written them as literals.
 *
 * <p>Adaptive sequential composition (Dwork, Rothblum, Vadhan 2010, section III; Dwork and Roth
 * 2014, Theorem 3.16 for fixed epsilons) needs that the outer release is differentially private for
 * <em>each</em> value of the parameters, with an epsilon and a sensitivity that do not depend on
 * them. Both hold:
 *
 * <ul>
 *   <li>With the value held fixed, it is a constant column. What happens to a row depends only on
 *       that row and the constant, so each row stays with its unit, and removing a unit removes
 *       just its rows. Neighbours have the same constant, because it was released.
 *   <li>The plan is made before anything is released. The range of the column comes only from the
 *       policy or the query, with the usual clamps: no bound is taken from the value. Group keys
 *       that contain it are private, since lists of public keys are read before it is known; bounds
 *       on rows that would need it do not exist.
 * </ul>
 */
final class ScalarRule {
  private static final String NAME = "(SELECT ...)";

  private final PlanContext context;
  private final RexBuilder rex;
  private final JoinRelType asked;

  ScalarRule(PlanContext context, JoinRelType asked) {
    this.context = context;
    this.rex = context.rex();
    this.asked = asked;
  }

  /**
   * The private rows with the released row beside each.
   *
   * @param released the released side, evaluated by the driver
   * @throws org.dpjdbc.sql.refusal.RefusedException if it is no fixed value
   */
  PerUnit apply(Join join, PerUnit rows, RelNode released, boolean privateLeft) {
    RelNode written = privateLeft ? join.getRight() : join.getLeft();
    JoinRule.checkType(asked, privateLeft);
    FixedValues.check(context, released);
    int from = privateLeft ? rows.visible() : 0;
    int width = released.getRowType().getFieldCount();
    List<String> names = join.getRowType().getFieldNames();
    PerUnit beside = beside(rows, released, from, names);
    RexNode condition = join.getCondition();
    if (asked == JoinRelType.INNER) {
      RexNode passes =
          present(condition, written, released, ImmutableBitSet.range(from, from + width));
      return passes.isAlwaysTrue() ? beside : new FilterRule(context).apply(passes, beside);
    }
    return condition.isAlwaysTrue() ? beside : matched(condition, beside, from, width, names);
  }

  /**
   * Whether the query alone ensures that there is at most one row. A subquery that Calcite would
   * have to check for it when it is run has another row for each group that happens to be shown.
   */
  static boolean isOneRow(RelNode written, RelNode released) {
    Double max = written.getCluster().getMetadataQuery().getMaxRowCount(written);
    return max != null && max <= 1 && !FixedValues.isChecked(released);
  }

  /** Each released column becomes one of the private rows: the same in all of them. */
  private PerUnit beside(PerUnit rows, RelNode released, int from, List<String> names) {
    List<ColumnFacts> facts = ReleasedFacts.of(context, released);
    List<RexDynamicParam> values =
        IntStream.range(0, facts.size()).mapToObj(i -> scalar(released, i)).toList();
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < rows.visible(); i++) {
      columns.add(rex.makeInputRef(rows.rel(), i));
    }
    columns.addAll(from, values);
    PerUnit beside = new ProjectRule(context).apply(columns, names, rows);
    List<PerUnit.Column> known = new ArrayList<>(beside.columns());
    for (int i = 0; i < facts.size(); i++) {
      ColumnFacts of = facts.get(i);
      String name = SqlUtil.isGeneratedAlias(of.name()) ? NAME : of.name();
      known.set(
          from + i,
          known
              .get(from + i)
              .with(
                  new ColumnFacts(name, of.range(), Optional.empty(), true, Optional.empty()),
                  origin(values.get(i))));
    }
    return beside.withRel(beside.rel(), known);
  }

  /** Booleans have public values, whatever they are computed from. */
  private static Origin origin(RexDynamicParam value) {
    Origin ofType = Origins.ofType(value.getType());
    return ofType instanceof Origin.Private ? new Origin.Released(value) : ofType;
  }

  private RexDynamicParam scalar(RelNode released, int column) {
    String name = released.getRowType().getFieldNames().get(column);
    return context.scalar(
        LogicalProject.create(
            released,
            List.of(),
            List.of(rex.makeInputRef(released, column)),
            List.of(SqlUtil.isGeneratedAlias(name) ? ReleasedScalar.UNNAMED : name),
            Set.of()));
  }

  /** An inner join with no row has none, which a condition on its columns may not notice. */
  private RexNode present(
      RexNode condition, RelNode written, RelNode released, ImmutableBitSet columns) {
    RelMetadataQuery metadata = written.getCluster().getMetadataQuery();
    Double min = metadata.getMinRowCount(written);
    if ((min != null && min >= 1) || Strong.isNotTrue(condition, columns)) {
      return condition;
    }
    RelNode counted =
        LogicalAggregate.create(
            released,
            List.of(),
            ImmutableBitSet.of(),
            null,
            List.of(
                AggregateCall.create(
                    SqlStdOperatorTable.COUNT,
                    false,
                    false,
                    false,
                    List.of(),
                    List.of(),
                    -1,
                    null,
                    RelCollations.EMPTY,
                    context.catalog().types().createSqlType(SqlTypeName.BIGINT),
                    "rows")));
    RexNode any =
        rex.makeCall(
            SqlStdOperatorTable.GREATER_THAN,
            context.scalar(counted),
            rex.makeExactLiteral(BigDecimal.ZERO));
    return condition.isAlwaysTrue() ? any : RelOptUtil.andJoinFilters(rex, condition, any);
  }

  /** An outer join has the value just where its condition holds. */
  private PerUnit matched(
      RexNode condition, PerUnit beside, int from, int width, List<String> names) {
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < beside.visible(); i++) {
      RexNode column = rex.makeInputRef(beside.rel(), i);
      columns.add(
          i < from || i >= from + width
              ? column
              : rex.makeCall(
                  SqlStdOperatorTable.CASE,
                  condition,
                  column,
                  rex.makeNullLiteral(column.getType())));
    }
    return new ProjectRule(context).apply(columns, names, beside);
  }
}
