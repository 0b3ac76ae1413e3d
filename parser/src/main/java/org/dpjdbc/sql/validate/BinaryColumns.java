package org.dpjdbc.sql.validate;

import java.util.List;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.refusal.Culprit;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.refusal.RefusedException;

/**
 * Columns of binary strings: whether there is one in a row can be asked, by {@code IS NULL} and
 * {@code COUNT}. Databases and drivers differ in everything else.
 */
final class BinaryColumns extends RelHomogeneousShuttle {
  private BinaryColumns() {}

  /**
   * Looks for other uses.
   *
   * @throws RefusedException if there is one
   */
  static void check(RelNode query) {
    query.accept(new BinaryColumns());
  }

  @Override
  public RelNode visit(RelNode rel) {
    if (rel instanceof Aggregate aggregate) {
      check(aggregate);
    } else if (rel instanceof Sort sort) {
      check(rel, RelCollations.ordinals(sort.getCollation()));
    } else if (rel instanceof SetOp set && !(set.all && set.kind == SqlKind.UNION)) {
      check(rel, rel.getRowType().getFieldList().stream().map(field -> field.getIndex()).toList());
    }
    List<String> names =
        rel.getInputs().stream()
            .flatMap(input -> input.getRowType().getFieldNames().stream())
            .toList();
    return super.visit(rel).accept(new Calls(names));
  }

  private static void check(Aggregate aggregate) {
    check(aggregate.getInput(), aggregate.getGroupSet().asList());
    for (AggregateCall call : aggregate.getAggCallList()) {
      if (call.getAggregation().getKind() != SqlKind.COUNT
          || call.isDistinct()
          || call.getArgList().size() > 1) {
        check(aggregate.getInput(), call.getArgList());
      }
      check(aggregate.getInput(), RelCollations.ordinals(call.getCollation()));
    }
  }

  private static void check(RelNode rel, List<Integer> columns) {
    for (int column : columns) {
      RelDataTypeField field = rel.getRowType().getFieldList().get(column);
      if (isBinary(field.getType())) {
        throw ExpressionMessages.binaryColumn().about(new Culprit.Column(field.getName()));
      }
    }
  }

  private static boolean isBinary(RelDataType type) {
    return SqlTypeName.BINARY_TYPES.contains(type.getSqlTypeName());
  }

  /** Calls over columns of these names. */
  private static final class Calls extends RexShuttle {
    private final List<String> names;

    Calls(List<String> names) {
      this.names = names;
    }

    private void check(List<RexNode> nodes) {
      for (RexNode node : nodes) {
        if (isBinary(node.getType())) {
          throw node instanceof RexInputRef column && column.getIndex() < names.size()
              ? ExpressionMessages.binaryColumn()
                  .about(new Culprit.Column(names.get(column.getIndex())))
              : ExpressionMessages.binaryColumn();
        }
      }
    }

    @Override
    public RexNode visitCall(RexCall call) {
      if (call.getKind() != SqlKind.IS_NULL && call.getKind() != SqlKind.IS_NOT_NULL) {
        check(call.getOperands());
      }
      check(List.of(call));
      return super.visitCall(call);
    }

    @Override
    public RexNode visitOver(RexOver over) {
      check(over.getOperands());
      check(over.getWindow().partitionKeys);
      check(over.getWindow().orderKeys.stream().map(key -> key.left).toList());
      return super.visitOver(over);
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery query) {
      BinaryColumns.check(query.rel);
      check(query.getOperands());
      check(List.of(query));
      return super.visitSubQuery(query);
    }
  }
}
