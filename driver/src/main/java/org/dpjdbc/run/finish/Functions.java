package org.dpjdbc.run.finish;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.run.finish.StrictCall.Function;

/** The functions that are NULL where an operand is NULL. */
final class Functions {
  private final RelDataTypeSystem system;
  private final Conversions conversions;

  Functions(RelDataTypeSystem system, Conversions conversions) {
    this.system = system;
    this.conversions = conversions;
  }

  /** What the call computes of operands that are not NULL, if it is known here. */
  Optional<Function> compile(RexCall call) {
    return switch (call.getKind()) {
      case EQUALS -> comparison(call, sign -> sign == 0);
      case NOT_EQUALS -> comparison(call, sign -> sign != 0);
      case LESS_THAN -> comparison(call, sign -> sign < 0);
      case LESS_THAN_OR_EQUAL -> comparison(call, sign -> sign <= 0);
      case GREATER_THAN -> comparison(call, sign -> sign > 0);
      case GREATER_THAN_OR_EQUAL -> comparison(call, sign -> sign >= 0);
      case CAST -> cast(call);
      case FLOOR, CEIL, MINUS_PREFIX, PLUS_PREFIX, CHECKED_MINUS_PREFIX ->
          ofNumbers(call).flatMap(type -> Maths.unary(call.getKind(), type));
      case PLUS, MINUS, TIMES, DIVIDE, MOD, CHECKED_PLUS, CHECKED_MINUS, CHECKED_TIMES,
          CHECKED_DIVIDE ->
          ofNumbers(call)
              .flatMap(type -> Arithmetic.binary(call.getKind(), type))
              .map(function -> values -> function.apply(values.get(0), values.get(1)));
      default -> named(call);
    };
  }

  private Optional<Function> named(RexCall call) {
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    if (allText(call)) {
      return TextFunctions.named(name, call.getOperands().size())
          .map(function -> fitted(function, call.getType()));
    }
    return ofNumbers(call)
        .flatMap(type -> Maths.named(name, call.getOperands().size(), type));
  }

  /** The numeric result type of a call whose operands are numbers as well. */
  private Optional<NumericType> ofNumbers(RexCall call) {
    for (RexNode operand : call.getOperands()) {
      if (!SqlTypeUtil.isNumeric(operand.getType())) {
        return Optional.empty();
      }
    }
    return NumericType.of(call.getType(), system);
  }

  private Function fitted(Function function, RelDataType type) {
    Optional<NumericType> number = NumericType.of(type, system);
    return number.isEmpty()
        ? function
        : values -> number.get().fit(function.apply(values));
  }

  private static boolean allText(RexCall call) {
    return !call.getOperands().isEmpty()
        && call.getOperands().stream().allMatch(node -> SqlTypeUtil.inCharFamily(node.getType()));
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
    RelDataType left = call.getOperands().get(0).getType();
    RelDataType right = call.getOperands().get(1).getType();
    if (!comparable(left, right)) {
      return Optional.empty();
    }
    boolean padded = bothPadded(left, right);
    return Optional.of(
        values -> wanted.test(compare(values.get(0), values.get(1), padded)));
  }

  static boolean comparable(RelDataType left, RelDataType right) {
    return left.getSqlTypeName() == right.getSqlTypeName()
        || left.getSqlTypeName() == SqlTypeName.NULL
        || right.getSqlTypeName() == SqlTypeName.NULL
        || (SqlTypeUtil.isNumeric(left) && SqlTypeUtil.isNumeric(right))
        || (SqlTypeUtil.inCharFamily(left) && SqlTypeUtil.inCharFamily(right))
        || (SqlTypeUtil.isBinary(left) && SqlTypeUtil.isBinary(right));
  }

  /** Whether blanks at the end do not count: between two values of fixed length. */
  static boolean bothPadded(RelDataType left, RelDataType right) {
    return left.getSqlTypeName() == SqlTypeName.CHAR
        && right.getSqlTypeName() == SqlTypeName.CHAR;
  }

  static int compare(Object left, Object right, boolean padded) {
    return padded
        ? stripBlanks((String) left).compareTo(stripBlanks((String) right))
        : Values.compare(left, right);
  }

  private static String stripBlanks(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == ' ') {
      end--;
    }
    return text.substring(0, end);
  }
}
