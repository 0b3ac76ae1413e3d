package org.dpjdbc.plan.release;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * A choice among integers that are literals, all of them. A database gives it the narrowest type
 * that holds them, and fails where a product of two of them needs more.
 */
final class TypedLiterals {
  private TypedLiterals() {}

  /** The same in the type that the planner gives it, if it is such a choice; else as it is. */
  static RexNode of(RexBuilder rex, RexNode value) {
    if (value.getKind() != SqlKind.CASE || !isOfLiterals(value)) {
      return value;
    }
    int bits = bits(value);
    SqlTypeName read =
        bits < Integer.SIZE
            ? SqlTypeName.INTEGER
            : bits < Long.SIZE ? SqlTypeName.BIGINT : SqlTypeName.DECIMAL;
    return read == SqlTypeName.DECIMAL || read == value.getType().getSqlTypeName()
        ? value
        : rex.makeAbstractCast(value.getType(), as(rex, value, read), /* safe= */ false);
  }

  private static boolean isOfLiterals(RexNode value) {
    return value.getKind() == SqlKind.CASE
        ? values((RexCall) value).stream().allMatch(TypedLiterals::isOfLiterals)
        : value instanceof RexLiteral literal
            && (literal.isNull() || literal.getValue() instanceof BigDecimal);
  }

  /** Of the largest of the literals. */
  private static int bits(RexNode value) {
    if (value instanceof RexLiteral literal) {
      return literal.isNull() ? 0 : number(literal).toBigInteger().bitLength();
    }
    return values((RexCall) value).stream().mapToInt(TypedLiterals::bits).max().orElse(0);
  }

  private static BigDecimal number(RexLiteral literal) {
    return Objects.requireNonNull(literal.getValueAs(BigDecimal.class));
  }

  private static List<RexNode> values(RexCall choice) {
    List<RexNode> operands = choice.getOperands();
    return IntStream.range(0, operands.size())
        .filter(i -> isValue(i, operands.size()))
        .<RexNode>mapToObj(operands::get)
        .toList();
  }

  /** Whether an operand of a CASE is a value and no condition. */
  private static boolean isValue(int place, int size) {
    return place % 2 == 1 || place == size - 1;
  }

  /** The same of literals of another type. */
  private static RexNode as(RexBuilder rex, RexNode value, SqlTypeName name) {
    RelDataTypeFactory types = rex.getTypeFactory();
    RelDataType type = types.createSqlType(name);
    if (value instanceof RexLiteral literal) {
      return literal.isNull()
          ? rex.makeNullLiteral(types.createTypeWithNullability(type, true))
          : rex.makeExactLiteral(number(literal), type);
    }
    List<RexNode> operands = new ArrayList<>(((RexCall) value).getOperands());
    for (int i = 0; i < operands.size(); i++) {
      if (isValue(i, operands.size())) {
        operands.set(i, as(rex, operands.get(i), name));
      }
    }
    return rex.makeCall(SqlStdOperatorTable.CASE, operands);
  }
}
