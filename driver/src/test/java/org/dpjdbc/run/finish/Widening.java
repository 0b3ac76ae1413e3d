package org.dpjdbc.run.finish;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Casts the arguments of sums and means to the type of the result before Calcite generates code for
 * them. Calcite adds in the type of the argument into a variable of the type of the result, which
 * does not compile if the two have different classes, and overflows silently if they have not.
 */
final class Widening {
  private Widening() {}

  private static boolean adds(SqlKind kind) {
    return switch (kind) {
      case SUM, SUM0, AVG -> true;
      default -> false;
    };
  }

  /** An exact argument as a DECIMAL with its digits after the point, others as a DOUBLE. */
  private static RexNode widened(RexNode argument, RexBuilder rexBuilder) {
    RelDataTypeFactory types = rexBuilder.getTypeFactory();
    RelDataType narrow = argument.getType();
    if (!SqlTypeUtil.isNumeric(narrow)) {
      return argument;
    }
    RelDataType wide =
        SqlTypeUtil.isExactNumeric(narrow)
            ? types.createSqlType(
                SqlTypeName.DECIMAL,
                types.getTypeSystem().getMaxPrecision(SqlTypeName.DECIMAL),
                Math.max(0, narrow.getScale()))
            : types.createSqlType(SqlTypeName.DOUBLE);
    return rexBuilder.makeCast(
        types.createTypeWithNullability(wide, narrow.isNullable()), argument);
  }

  /** The aggregate over an input with wider columns, its values cast back. */
  static RelNode of(Aggregate aggregate) {
    RelNode input = aggregate.getInput();
    RexBuilder rexBuilder = aggregate.getCluster().getRexBuilder();
    List<RexNode> columns = new ArrayList<>(rexBuilder.identityProjects(input.getRowType()));
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      if (adds(call.getAggregation().getKind())) {
        RexNode argument = rexBuilder.makeInputRef(input, call.getArgList().get(0));
        columns.add(widened(argument, rexBuilder));
        calls.add(call.withArgList(List.of(columns.size() - 1)));
      } else {
        calls.add(call);
      }
    }
    RelNode wide = LogicalProject.create(input, List.of(), columns, (List<String>) null, Set.of());
    List<AggregateCall> retyped = new ArrayList<>();
    for (AggregateCall call : calls) {
      retyped.add(adds(call.getAggregation().getKind()) ? retyped(call, aggregate, wide) : call);
    }
    RelNode sums =
        LogicalAggregate.create(
            wide, aggregate.getHints(), aggregate.getGroupSet(), aggregate.getGroupSets(), retyped);
    return RelOptUtil.createCastRel(sums, aggregate.getRowType(), /* rename= */ true);
  }

  /** The call with the type that its wider argument gives it. */
  private static AggregateCall retyped(AggregateCall call, Aggregate aggregate, RelNode wide) {
    return AggregateCall.create(
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
        aggregate.hasEmptyGroup(),
        wide,
        /* type= */ null,
        call.getName());
  }

  /** The projection with wider arguments in its window functions. */
  static RelNode of(Project project) {
    RexBuilder rexBuilder = project.getCluster().getRexBuilder();
    return project.accept(
        new RexShuttle() {
          @Override
          public RexNode visitOver(RexOver over) {
            if (!adds(over.getAggOperator().getKind())) {
              return super.visitOver(over);
            }
            RexNode wide = widened(over.getOperands().get(0), rexBuilder);
            RexNode sum =
                rexBuilder.makeOver(
                    rexBuilder.deriveReturnType(over.getAggOperator(), List.of(wide)),
                    over.getAggOperator(),
                    List.of(wide),
                    over.getWindow().partitionKeys,
                    over.getWindow().orderKeys,
                    over.getWindow().getLowerBound(),
                    over.getWindow().getUpperBound(),
                    over.getWindow().getExclude(),
                    over.getWindow().isRows(),
                    /* allowPartial= */ true,
                    /* nullWhenCountZero= */ false,
                    over.isDistinct(),
                    over.ignoreNulls());
            return rexBuilder.makeCast(over.getType(), sum);
          }
        });
  }

  /** The node with whatever it adds up made wide. */
  static RelNode of(RelNode rel) {
    if (rel instanceof Aggregate aggregate) {
      return of(aggregate);
    }
    return rel instanceof Project project && project.containsOver() ? of(project) : rel;
  }
}
