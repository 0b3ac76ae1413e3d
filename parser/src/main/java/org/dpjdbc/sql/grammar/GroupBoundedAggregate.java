package org.dpjdbc.sql.grammar;

import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.Optionality;

/**
 * {@code SUM(x, contribution_bounds_per_group => (a, b))}: what each unit has in a group counts
 * within the bounds, which are the last two operands. It has the name of the function, but is not
 * found by it.
 */
public final class GroupBoundedAggregate extends SqlAggFunction {
  public static final GroupBoundedAggregate COUNT =
      new GroupBoundedAggregate(SqlStdOperatorTable.COUNT, OperandTypes.VARIADIC);
  public static final GroupBoundedAggregate SUM =
      new GroupBoundedAggregate(SqlStdOperatorTable.SUM, numbers());
  public static final GroupBoundedAggregate AVG =
      new GroupBoundedAggregate(SqlStdOperatorTable.AVG, numbers());

  private final SqlAggFunction function;

  private GroupBoundedAggregate(SqlAggFunction function, SqlOperandTypeChecker operands) {
    super(
        function.getName(),
        null,
        SqlKind.OTHER_FUNCTION,
        call -> type(function, call),
        null,
        operands,
        SqlFunctionCategory.NUMERIC,
        false,
        false,
        Optionality.FORBIDDEN);
    this.function = function;
  }

  private static SqlOperandTypeChecker numbers() {
    return OperandTypes.family(SqlTypeFamily.NUMERIC, SqlTypeFamily.NUMERIC, SqlTypeFamily.NUMERIC);
  }

  /** What is computed of each unit's rows in a group. */
  public SqlAggFunction function() {
    return function;
  }

  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    call.getOperandList().forEach(operand -> validator.deriveType(scope, operand));
    return validateOperands(validator, scope, call);
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int left, int right) {
    int values = call.operandCount() - 2;
    SqlWriter.Frame frame = writer.startFunCall(getName());
    for (int i = 0; i < values; i++) {
      writer.sep(",");
      call.operand(i).unparse(writer, 0, 0);
    }
    if (values == 0) {
      writer.print("*");
    }
    writer.sep(",", true);
    writer.print("contribution_bounds_per_group =>");
    SqlWriter.Frame bounds = writer.startList("(", ")");
    call.operand(values).unparse(writer, 0, 0);
    writer.sep(",", true);
    call.operand(values + 1).unparse(writer, 0, 0);
    writer.endList(bounds);
    writer.endFunCall(frame);
  }

  private static RelDataType type(SqlAggFunction function, SqlOperatorBinding call) {
    RelDataTypeFactory types = call.getTypeFactory();
    if (function.getKind() == SqlKind.COUNT) {
      return types.createSqlType(SqlTypeName.BIGINT);
    }
    RelDataType value = value(types, call.collectOperandTypes());
    RelDataType type =
        function.getKind() == SqlKind.SUM
            ? types.getTypeSystem().deriveSumType(types, value)
            : types.getTypeSystem().deriveAvgAggType(types, value);
    return types.createTypeWithNullability(type, true);
  }

  /** The type of a number within the bounds. */
  public static RelDataType value(RelDataTypeFactory types, List<RelDataType> arguments) {
    return Objects.requireNonNull(types.leastRestrictive(arguments), "numbers");
  }
}
