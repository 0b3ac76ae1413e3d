package org.dpjdbc.run.finish.expression;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.BasicSqlType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.run.finish.expression.StrictCall.Function;
import org.dpjdbc.run.finish.expression.StrictCall.Known;

/** The functions that are NULL if an operand is NULL. */
public final class Functions {
  private final RelDataTypeSystem system;
  private final TypeConversions conversions;

  Functions(RelDataTypeSystem system, TypeConversions conversions) {
    this.system = system;
    this.conversions = conversions;
  }

  /** What the call computes of operands that are not NULL, if it is known here. */
  Optional<Known> compile(RexCall call) {
    Optional<Known> special = DateFunctions.compile(call, system);
    if (special.isEmpty()) {
      special = StringFunctions.compile(call, system);
    }
    return special.isPresent()
        ? special
        : general(call).map(function -> new Known(call.getOperands(), function));
  }

  private Optional<Function> general(RexCall call) {
    return switch (call.getKind()) {
      case EQUALS -> comparison(call, sign -> sign == 0);
      case NOT_EQUALS -> comparison(call, sign -> sign != 0);
      case LESS_THAN -> comparison(call, sign -> sign < 0);
      case LESS_THAN_OR_EQUAL -> comparison(call, sign -> sign <= 0);
      case GREATER_THAN -> comparison(call, sign -> sign > 0);
      case GREATER_THAN_OR_EQUAL -> comparison(call, sign -> sign >= 0);
      case CAST -> cast(call);
      case REINTERPRET -> Optional.of(values -> values.get(0));
      case FLOOR, CEIL, MINUS_PREFIX, PLUS_PREFIX, CHECKED_MINUS_PREFIX ->
          ofNumbers(call).flatMap(type -> NumericFunctions.unary(call.getKind(), type));
      case PLUS,
          MINUS,
          TIMES,
          DIVIDE,
          MOD,
          CHECKED_PLUS,
          CHECKED_MINUS,
          CHECKED_TIMES,
          CHECKED_DIVIDE ->
          ofNumbers(call)
              .flatMap(type -> ArithmeticFunctions.binary(call.getKind(), type))
              .map(function -> values -> function.apply(values.get(0), values.get(1)));
      default -> named(call);
    };
  }

  private Optional<Function> named(RexCall call) {
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    return ofNumbers(call)
        .flatMap(type -> NumericFunctions.named(name, call.getOperands().size(), type));
  }

  /**
   * The numeric result type of a call whose operands are numbers, or intervals, as well. A NULL
   * without a type may be a number.
   */
  private Optional<NumericType> ofNumbers(RexCall call) {
    for (RexNode operand : call.getOperands()) {
      if (!isUntyped(operand) && NumericType.of(operand.getType(), system).isEmpty()) {
        return Optional.empty();
      }
    }
    RelDataType type =
        isUntyped(call) ? new BasicSqlType(system, SqlTypeName.BIGINT) : call.getType();
    return NumericType.of(type, system);
  }

  /** Whether it is NULL, and nothing says of which type. */
  static boolean isUntyped(RexNode node) {
    return node.getType().getSqlTypeName() == SqlTypeName.NULL;
  }

  private Optional<Function> cast(RexCall call) {
    if (call.getOperands().size() != 1) {
      return Optional.empty(); // with a FORMAT
    }
    return conversions
        .between(call.getOperands().get(0).getType(), call.getType())
        .map(conversion -> values -> conversion.apply(values.get(0)));
  }

  private static Optional<Function> comparison(RexCall call, IntPredicate wanted) {
    List<RexNode> operands = call.getOperands();
    if (!comparable(operands.get(0).getType(), operands.get(1).getType())) {
      return Optional.empty();
    }
    boolean padded = Padding.applies(operands.get(0), operands.get(1));
    return Optional.of(
        values -> wanted.test(Padding.compare(values.get(0), values.get(1), padded)));
  }

  public static boolean comparable(RelDataType left, RelDataType right) {
    return left.getSqlTypeName() == right.getSqlTypeName()
        || left.getSqlTypeName() == SqlTypeName.NULL
        || right.getSqlTypeName() == SqlTypeName.NULL
        || (SqlTypeUtil.isNumeric(left) && SqlTypeUtil.isNumeric(right))
        || (SqlTypeUtil.inCharFamily(left) && SqlTypeUtil.inCharFamily(right))
        || (SqlTypeUtil.isBinary(left) && SqlTypeUtil.isBinary(right))
        || (SqlTypeUtil.isInterval(left)
            && SqlTypeUtil.isInterval(right)
            && DateFunctions.inMonths(left) == DateFunctions.inMonths(right));
  }
}
