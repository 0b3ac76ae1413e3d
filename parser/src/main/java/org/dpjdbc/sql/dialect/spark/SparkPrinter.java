package org.dpjdbc.sql.dialect.spark;

import java.util.List;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.dpjdbc.sql.dialect.common.BackendPrinter;
import org.dpjdbc.sql.dialect.trino.TrinoPrinter;
import org.jspecify.annotations.Nullable;

/** Prints SQL that Spark reads as Calcite means it. */
final class SparkPrinter extends BackendPrinter {
  SparkPrinter() {
    super(DatabaseProduct.SPARK, "`", NullCollation.LOW, new SparkTypeSystem());
  }

  @Override
  public boolean supportsAliasedValues() {
    return true;
  }

  /** Calcite then keeps what reads a window's column in a subselect of its own. */
  @Override
  public boolean supportsWindowFunctions() {
    return false;
  }

  @Override
  public void quoteStringLiteral(StringBuilder text, @Nullable String charset, String value) {
    text.append(SparkLiterals.text(value));
  }

  @Override
  public void unparseOffsetFetch(
      SqlWriter writer, @Nullable SqlNode offset, @Nullable SqlNode fetch) {
    unparseFetchUsingLimit(writer, offset, fetch);
  }

  /** The length of a string type has no effect in a cast; FLOAT is of single precision. */
  @Override
  public @Nullable SqlNode getCastSpec(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case CHAR, VARCHAR -> named("STRING");
      case REAL -> named("FLOAT");
      case FLOAT, DOUBLE -> named("DOUBLE");
      case TIMESTAMP -> named("TIMESTAMP");
      default -> super.getCastSpec(type);
    };
  }

  @Override
  public void unparseCall(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    List<SqlNode> operands = call.getOperandList();
    switch (call.getKind()) {
      case BETWEEN -> TrinoPrinter.between(writer, operands);
      case SAFE_CAST -> TrinoPrinter.cast(writer, "TRY_CAST", operands);
      case IS_NULL -> TrinoPrinter.test(writer, call.operand(0), "IS NULL");
      case IS_NOT_NULL -> TrinoPrinter.test(writer, call.operand(0), "IS NOT NULL");
      case LIKE, IN, NOT_IN, IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM -> predicate(writer, call);
      case EXTRACT -> form(writer, part(unit(call)), call.operand(1));
      default -> {
        switch (call.getOperator().getName()) {
          case "TRUNCATE" -> truncate(writer, operands);
          case "IS_NAN" -> form(writer, "(? = DOUBLE('NaN'))", call.operand(0));
          case "DATEDIFF" -> distance(writer, unit(call), call);
          default -> super.unparseCall(writer, call, leftPrec, rightPrec);
        }
      }
    }
  }

  /** Where Calcite thinks that it binds more than a comparison, it binds less here. */
  private void predicate(SqlWriter writer, SqlCall call) {
    SqlWriter.Frame frame = writer.startList("(", ")");
    super.unparseCall(writer, call, 0, 0);
    writer.endList(frame);
  }

  /** Of a decimal: towards zero, down where it is positive. */
  private static void truncate(SqlWriter writer, List<SqlNode> operands) {
    SqlNode x = operands.get(0);
    form(writer, "(CASE WHEN (?) < 0 THEN ", x);
    function(writer, "CEIL", operands);
    writer.print(" ELSE ");
    function(writer, "FLOOR", operands);
    writer.print(" END)");
  }

  private static String part(String unit) {
    return switch (unit) {
      case "EPOCH" -> "UNIX_SECONDS(CAST(? AS TIMESTAMP))";
      case "ISOYEAR" -> "EXTRACT(YEAROFWEEK FROM ?)";
      case "DOW" -> "DAYOFWEEK(?)";
      case "ISODOW" -> "(WEEKDAY(?) + 1)";
      case "DOY" -> "DAYOFYEAR(?)";
      case "WEEK" -> "WEEKOFYEAR(?)";
      case "YEAR", "QUARTER", "MONTH", "DAY" -> unit + "(?)";
      case "HOUR", "MINUTE", "SECOND" -> unit + "(CAST(? AS TIMESTAMP))";
      default -> throw new IllegalArgumentException(unit);
    };
  }

  private static void distance(SqlWriter writer, String unit, SqlCall call) {
    String count = count(unit);
    writer.print("CAST(");
    form(writer, count, call.operand(2));
    writer.print(" - ");
    form(writer, count, call.operand(1));
    writer.print(" AS BIGINT)");
  }

  /** The number of unit boundaries since a fixed date; 1970 began on a Thursday. */
  private static String count(String unit) {
    return switch (unit) {
      case "YEAR" -> "YEAR(?)";
      case "QUARTER" -> "(YEAR(?) * 4 + QUARTER(?))";
      case "MONTH" -> "(YEAR(?) * 12 + MONTH(?))";
      case "WEEK" -> "FLOOR((UNIX_DATE(CAST(? AS DATE)) + 3) / 7)";
      case "DAY" -> "UNIX_DATE(CAST(? AS DATE))";
      case "HOUR" -> "FLOOR(UNIX_SECONDS(CAST(? AS TIMESTAMP)) / 3600)";
      case "MINUTE" -> "FLOOR(UNIX_SECONDS(CAST(? AS TIMESTAMP)) / 60)";
      case "SECOND" -> "UNIX_SECONDS(CAST(? AS TIMESTAMP))";
      default -> throw new IllegalArgumentException(unit);
    };
  }
}
