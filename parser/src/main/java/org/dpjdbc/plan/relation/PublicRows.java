package org.dpjdbc.plan.relation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.plan.algebra.InputRefs;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RelationMessages;
import org.dpjdbc.sql.validate.CatalogTable;

/**
 * Puts expressions over public rows into total form if the statement also reads private rows. The
 * database may compute {@code 1 / (rate - 3)} for a public row only if a private row is joined with
 * it, so a failure of the statement would reveal that there is one.
 */
public final class PublicRows {
  /** Sums of numbers of so many digits fit what every database adds up in. */
  private static final int MAX_DIGITS = 28;

  private final PlanContext context;

  public PublicRows(PlanContext context) {
    this.context = context;
  }

  /**
   * The same rows by expressions and aggregates that raise no error for any row.
   *
   * @throws RefusedException if there is one without such a form
   */
  public RelNode total(RelNode rel) {
    if (rel instanceof TableScan || rel instanceof Values) {
      return rel;
    }
    List<RelNode> inputs = rel.getInputs().stream().map(this::total).toList();
    if (rel instanceof Filter filter) {
      RexNode condition = total(filter.getCondition(), inputs.get(0));
      return LogicalFilter.create(inputs.get(0), condition);
    } else if (rel instanceof Project project) {
      return total(project, inputs.get(0));
    } else if (rel instanceof Join join) {
      return total(join, inputs);
    } else if (rel instanceof Aggregate aggregate) {
      return total(aggregate, inputs.get(0));
    } else if (rel instanceof SetOp set && !PublicForms.isPrintable(context, rel)) {
      throw ExpressionMessages.notOfferedOn(
          set.kind.sql + " ALL", context.catalog().dialects().backend().productName());
    } else if (rel instanceof SetOp || rel instanceof Sort) {
      return rel.copy(rel.getTraitSet(), inputs);
    }
    throw RelationMessages.shapeNotOffered(
        "a part of the query that is no join, filter, aggregate or set operation");
  }

  private RelNode total(Join join, List<RelNode> inputs) {
    List<ColumnFacts> facts = new ArrayList<>(PublicFacts.of(context, inputs.get(0)));
    facts.addAll(PublicFacts.of(context, inputs.get(1)));
    int left = inputs.get(0).getRowType().getFieldCount();
    RexNode typed =
        InputRefs.replaced(
            join.getCondition(),
            ref -> {
              boolean onLeft = ref.getIndex() < left;
              RelNode side = inputs.get(onLeft ? 0 : 1);
              int index = onLeft ? ref.getIndex() : ref.getIndex() - left;
              return new RexInputRef(
                  ref.getIndex(), side.getRowType().getFieldList().get(index).getType());
            });
    return join.copy(
        join.getTraitSet(),
        context.expressions(facts).total(typed),
        inputs.get(0),
        inputs.get(1),
        join.getJoinType(),
        join.isSemiJoinDone());
  }

  private RelNode total(Project project, RelNode input) {
    List<RexNode> columns = new ArrayList<>();
    for (RexNode column : project.getProjects()) {
      RexNode typed = InputRefs.typed(context.rex(), input, column);
      columns.add(isPlain(column, input) ? typed : total(typed, input));
    }
    return LogicalProject.create(
        input, List.of(), columns, project.getRowType().getFieldNames(), Set.of());
  }

  /** A column, as it is, as the dialect has it read, or in a window that cannot fail. */
  private boolean isPlain(RexNode column, RelNode input) {
    if (column instanceof RexInputRef || column instanceof RexLiteral) {
      return true;
    } else if (column instanceof RexOver over) {
      return switch (over.getOperator().getKind()) {
        case ROW_NUMBER, RANK, DENSE_RANK, COUNT, MIN, MAX, LAG, LEAD, FIRST_VALUE, LAST_VALUE ->
            over.getOperands().stream().allMatch(o -> isPlain(o, input))
                && over.getWindow().partitionKeys.stream().allMatch(k -> isPlain(k, input))
                && over.getWindow().orderKeys.stream().allMatch(k -> isPlain(k.left, input));
        default -> false;
      };
    } else if (input instanceof TableScan scan) {
      CatalogTable.Backend table = scan.getTable().unwrapOrThrow(CatalogTable.Backend.class);
      for (RelDataTypeField field : scan.getRowType().getFieldList()) {
        if (column.equals(TableRows.read(context, scan, table, field))) {
          return true;
        }
      }
    }
    return false;
  }

  private RexNode total(RexNode expression, RelNode input) {
    RexNode typed = InputRefs.typed(context.rex(), input, expression);
    return context.expressions(PublicFacts.of(context, input)).total(typed);
  }

  /** The aggregates of columns whose types may be wider now. */
  private static RelNode total(Aggregate aggregate, RelNode input) {
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      check(call, input);
      calls.add(
          AggregateCall.create(
              call.getParserPosition(),
              call.getAggregation(),
              call.isDistinct(),
              call.isApproximate(),
              call.ignoreNulls(),
              call.rexList,
              call.getArgList(),
              call.filterArg,
              call.distinctKeys,
              call.collation,
              aggregate.getGroupCount(),
              input,
              null,
              call.getName()));
    }
    return aggregate.copy(
        aggregate.getTraitSet(), input, aggregate.getGroupSet(), aggregate.getGroupSets(), calls);
  }

  private static void check(AggregateCall call, RelNode input) {
    boolean fits =
        switch (call.getAggregation().getKind()) {
          case COUNT, MIN, MAX, LITERAL_AGG, GROUPING, GROUPING_ID, GROUP_ID -> true;
          case SUM, SUM0, AVG ->
              call.getArgList().stream()
                  .map(i -> input.getRowType().getFieldList().get(i).getType())
                  .allMatch(PublicRows::addsUp);
          default -> false;
        };
    if (!fits) {
      throw RelationMessages.publicNotTotal(call.getAggregation().getName());
    }
  }

  private static boolean addsUp(RelDataType type) {
    return SqlTypeUtil.isExactNumeric(type) && type.getPrecision() <= MAX_DIGITS;
  }

  /** Whether the query alone ensures that there is at most one row. */
  public static boolean isOne(RelNode rel) {
    Double max = rel.getCluster().getMetadataQuery().getMaxRowCount(rel);
    return max != null && max <= 1;
  }
}
