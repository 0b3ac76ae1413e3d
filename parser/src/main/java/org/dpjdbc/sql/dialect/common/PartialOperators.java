package org.dpjdbc.sql.dialect.common;

import java.util.IdentityHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.calcite.plan.Strong;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's operators that have no value for some operands, as division has none for a divisor of
 * zero. The result is NULL there, below the aggregates and above, and its type says so: otherwise
 * Calcite would take {@code COALESCE(x / y, 0)} for {@code x / y}. SQRT is not among them: Calcite
 * makes a POWER of its own of it, and refuses a query whose types change by that.
 */
public final class PartialOperators {
  private PartialOperators() {}

  /** The operators in the place of Calcite's. */
  public static IdentityHashMap<SqlOperator, SqlOperator> all() {
    IdentityHashMap<SqlOperator, SqlOperator> all = new IdentityHashMap<>();
    Stream.of(
            SqlStdOperatorTable.LN,
            SqlStdOperatorTable.LOG10,
            SqlStdOperatorTable.POWER,
            SqlStdOperatorTable.ASIN,
            SqlStdOperatorTable.ACOS)
        .forEach(function -> all.put(function, nullable((SqlBasicFunction) function)));
    all.put(SqlStdOperatorTable.DIVIDE, new Quotient());
    all.put(SqlStdOperatorTable.MOD, new Remainder());
    return all;
  }

  private static SqlOperator nullable(SqlBasicFunction function) {
    return function.withReturnTypeInference(
        ReturnTypes.DOUBLE.andThen(SqlTypeTransforms.FORCE_NULLABLE));
  }

  /**
   * Equal to Calcite's, so that Calcite knows how to compute it. Not so to the division of integers
   * that Calcite makes of TIMESTAMPDIFF, which is of the same kind.
   */
  private static final class Quotient extends SqlBinaryOperator {
    Quotient() {
      super(
          SqlStdOperatorTable.DIVIDE.getName(),
          SqlKind.DIVIDE,
          60,
          true,
          ReturnTypes.QUOTIENT_NULLABLE.andThen(SqlTypeTransforms.FORCE_NULLABLE),
          InferTypes.FIRST_KNOWN,
          OperandTypes.DIVISION_OPERATOR);
    }

    @Override
    public Supplier<Strong.Policy> getStrongPolicyInference() {
      // NULL operands are not the only ones that give NULL.
      return () -> Strong.Policy.AS_IS;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof SqlBinaryOperator operator
          && operator.kind == SqlKind.DIVIDE
          && operator.getName().equals(getName());
    }

    @Override
    public int hashCode() {
      return SqlStdOperatorTable.DIVIDE.hashCode();
    }
  }

  /** Likewise. */
  private static final class Remainder extends SqlFunction {
    Remainder() {
      super(
          "MOD",
          SqlKind.MOD,
          ReturnTypes.NULLABLE_MOD.andThen(SqlTypeTransforms.FORCE_NULLABLE),
          null,
          OperandTypes.EXACT_NUMERIC_EXACT_NUMERIC,
          SqlFunctionCategory.NUMERIC);
    }

    @Override
    public Supplier<Strong.Policy> getStrongPolicyInference() {
      // NULL operands are not the only ones that give NULL.
      return () -> Strong.Policy.AS_IS;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof SqlFunction function && function.kind == SqlKind.MOD;
    }

    @Override
    public int hashCode() {
      return SqlStdOperatorTable.MOD.hashCode();
    }
  }
}
