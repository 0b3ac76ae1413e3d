package org.dpjdbc.sql.validate;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlBasicAggFunction;
import org.apache.calcite.sql.fun.SqlExtractFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.Optionality;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.dialect.common.PartialOperators;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's operators with the result types of the database, as its {@link BackendTypes} tell them.
 */
public final class BackendOperators {
  /** {@code EXTRACT(unit FROM date)}. */
  public static final SqlFunction EXTRACT = new Extract();

  /** {@code CHAR_LENGTH(text)}. */
  public static final SqlFunction CHAR_LENGTH = length("CHAR_LENGTH");

  /** The same under its longer name. */
  public static final SqlFunction CHARACTER_LENGTH = length("CHARACTER_LENGTH");

  /** {@code PERCENTILE_CONT(fraction) WITHIN GROUP (ORDER BY number)}: of integers it is none. */
  static final SqlAggFunction PERCENTILE_CONT =
      SqlBasicAggFunction.create(
              "PERCENTILE_CONT",
              SqlKind.PERCENTILE_CONT,
              BackendOperators::ofContinuous,
              OperandTypes.UNIT_INTERVAL_NUMERIC_LITERAL)
          .withFunctionType(SqlFunctionCategory.SYSTEM)
          .withGroupOrder(Optionality.MANDATORY)
          .withPercentile(true)
          .withAllowsFraming(false);

  private static final IdentityHashMap<SqlOperator, SqlOperator> PARTIAL = PartialOperators.all();
  private static final IdentityHashMap<SqlOperator, SqlOperator> OF_CALCITE = ofCalcite();

  private BackendOperators() {}

  /**
   * Operators that have no value for some operands, and so a result that may be NULL, by those of
   * Calcite in whose place they stand. By identity: the two are equal.
   */
  public static Map<SqlOperator, SqlOperator> partial() {
    return Collections.unmodifiableMap(PARTIAL);
  }

  /** The operator in the place of Calcite's; the same where the database has no say. */
  static SqlOperator of(SqlOperator operator) {
    return OF_CALCITE.getOrDefault(operator, operator);
  }

  private static IdentityHashMap<SqlOperator, SqlOperator> ofCalcite() {
    IdentityHashMap<SqlOperator, SqlOperator> all = new IdentityHashMap<>(PARTIAL);
    all.put(SqlStdOperatorTable.EXTRACT, EXTRACT);
    all.put(SqlStdOperatorTable.CHAR_LENGTH, CHAR_LENGTH);
    all.put(SqlStdOperatorTable.CHARACTER_LENGTH, CHARACTER_LENGTH);
    all.put(SqlStdOperatorTable.PERCENTILE_CONT, PERCENTILE_CONT);
    for (SqlAggFunction spread :
        new SqlAggFunction[] {
          SqlStdOperatorTable.VAR_POP,
          SqlStdOperatorTable.VAR_SAMP,
          SqlStdOperatorTable.VARIANCE,
          SqlStdOperatorTable.STDDEV_POP,
          SqlStdOperatorTable.STDDEV_SAMP,
          SqlStdOperatorTable.STDDEV
        }) {
      all.put(spread, spread(spread));
    }
    for (SqlAggFunction pairs :
        new SqlAggFunction[] {
          SqlStdOperatorTable.COVAR_POP,
          SqlStdOperatorTable.COVAR_SAMP,
          SqlStdOperatorTable.REGR_SXX,
          SqlStdOperatorTable.REGR_SYY
        }) {
      PairAggregates.named(pairs.getName()).ifPresent(function -> all.put(pairs, function));
    }
    return all;
  }

  /** A variance is a covariance with itself, whose type Calcite asks the database for. */
  private static SqlAggFunction spread(SqlAggFunction function) {
    return SqlBasicAggFunction.create(
            function.getName(),
            function.getKind(),
            ReturnTypes.AVG_AGG_FUNCTION.andThen(BackendOperators::ofSpread),
            OperandTypes.NUMERIC)
        .withFunctionType(SqlFunctionCategory.NUMERIC);
  }

  private static RelDataType ofSpread(SqlOperatorBinding call, RelDataType mean) {
    RelDataTypeFactory types = call.getTypeFactory();
    RelDataType argument = call.getOperandType(0);
    return types.createTypeWithNullability(
        types.getTypeSystem().deriveCovarType(types, argument, argument), mean.isNullable());
  }

  private static RelDataType ofContinuous(SqlOperatorBinding call) {
    RelDataType ordered = call.getCollationType();
    RelDataTypeFactory types = call.getTypeFactory();
    return types.createTypeWithNullability(
        SqlTypeUtil.isNumeric(ordered) ? types.createSqlType(SqlTypeName.DOUBLE) : ordered, true);
  }

  private static SqlFunction length(String name) {
    return SqlBasicFunction.create(
        name,
        database(BackendTypes::length, ReturnTypes.INTEGER_NULLABLE),
        OperandTypes.CHARACTER,
        SqlFunctionCategory.NUMERIC);
  }

  private static SqlReturnTypeInference database(
      Function<BackendTypes, SqlTypeName> type, SqlReturnTypeInference otherwise) {
    return call -> {
      RelDataTypeFactory types = call.getTypeFactory();
      RelDataType ofCalcite = otherwise.inferReturnType(call);
      return ofCalcite != null && types.getTypeSystem() instanceof BackendTypes database
          ? types.createTypeWithNullability(
              types.createSqlType(type.apply(database)), ofCalcite.isNullable())
          : ofCalcite;
    };
  }

  /** Equal to Calcite's, so that Calcite knows how to compute it. */
  private static final class Extract extends SqlExtractFunction {
    private static final SqlReturnTypeInference PART =
        database(BackendTypes::datePart, ReturnTypes.BIGINT_NULLABLE);

    Extract() {
      super("EXTRACT", false);
    }

    @Override
    public RelDataType inferReturnType(SqlOperatorBinding call) {
      if (isEpoch(call) && SqlTypeUtil.isInterval(call.getOperandType(1))) {
        RelDataType interval = call.getOperandType(1);
        return DateSubtraction.seconds(call.getTypeFactory(), interval.isNullable());
      }
      if (isEpoch(call)
          && call.getTypeFactory().getTypeSystem() instanceof BackendTypes database
          && database.datePart() == SqlTypeName.DECIMAL) {
        return DateSubtraction.seconds(call.getTypeFactory(), call.getOperandType(1).isNullable());
      }
      RelDataType part = isEpoch(call) ? null : PART.inferReturnType(call);
      return part == null ? super.inferReturnType(call) : part;
    }

    private static boolean isEpoch(SqlOperatorBinding call) {
      return call instanceof SqlCallBinding written
          ? written.operand(0) instanceof SqlIntervalQualifier unit
              && unit.timeUnitRange == TimeUnitRange.EPOCH
          : call.getOperandLiteralValue(0, TimeUnitRange.class) == TimeUnitRange.EPOCH;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof SqlExtractFunction;
    }

    @Override
    public int hashCode() {
      return SqlStdOperatorTable.EXTRACT.hashCode();
    }
  }
}
