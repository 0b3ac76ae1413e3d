package org.dpjdbc.sql.dialect.duckdb;

import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.dpjdbc.sql.dialect.common.BackendPrinter;
import org.jspecify.annotations.Nullable;

/** Prints SQL that DuckDB reads as Calcite means it. */
final class DuckDbPrinter extends BackendPrinter {
  private static final int MILLI_DIGITS = 3;

  DuckDbPrinter() {
    super(DatabaseProduct.DUCKDB, NullCollation.LAST, new DuckDbTypeSystem());
  }

  @Override
  public boolean supportsAliasedValues() {
    return true;
  }

  /**
   * The length of a VARCHAR and the precision of a TIME have no effect; FLOAT is single precision.
   */
  @Override
  public @Nullable SqlNode getCastSpec(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case CHAR, VARCHAR -> named("VARCHAR");
      case FLOAT, DOUBLE -> named("DOUBLE");
      case TIME -> named("TIME");
      case TIMESTAMP -> named(timestamp(type.getPrecision()));
      default -> super.getCastSpec(type);
    };
  }

  private static String timestamp(int digits) {
    if (digits == 0) {
      return "TIMESTAMP_S";
    }
    return digits > 0 && digits <= MILLI_DIGITS ? "TIMESTAMP_MS" : "TIMESTAMP";
  }

  @Override
  public void unparseCall(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    switch (call.getOperator().getName()) {
      case "IS_NAN" -> function(writer, "ISNAN", call.getOperandList());
      case "TRUNCATE" -> function(writer, "TRUNC", call.getOperandList());
      // Of type TINYINT otherwise, in which arithmetic overflows at once.
      case "SIGN" ->
          cast(writer, "CAST", () -> function(writer, "SIGN", call.getOperandList()), "INTEGER");
      // Decimals are divided as doubles, which hold no more than 53 bits.
      case "WHOLE_QUOTIENT" ->
          cast(writer, "CAST", () -> wholeQuotient(writer, call), "DECIMAL(38, 0)");
      case "DATEDIFF" -> {
        SqlWriter.Frame frame = writer.startFunCall("DATEDIFF");
        writer.sep(",");
        writer.print("'" + unit(call) + "'");
        for (SqlNode temporal : call.getOperandList().subList(1, call.operandCount())) {
          writer.sep(",");
          temporal.unparse(writer, 0, 0);
        }
        writer.endFunCall(frame);
      }
      default -> {
        if (call.getKind() == SqlKind.SAFE_CAST) {
          SqlWriter.Frame frame = writer.startFunCall("TRY_CAST");
          call.operand(0).unparse(writer, 0, 0);
          writer.sep("AS");
          call.operand(1).unparse(writer, 0, 0);
          writer.endFunCall(frame);
        } else {
          super.unparseCall(writer, call, leftPrec, rightPrec);
        }
      }
    }
  }

  private static void wholeQuotient(SqlWriter writer, SqlCall call) {
    cast(writer, "CAST", () -> call.operand(0).unparse(writer, 0, 0), "HUGEINT");
    writer.print("// ");
    cast(writer, "CAST", () -> call.operand(1).unparse(writer, 0, 0), "HUGEINT");
  }

  private static void cast(SqlWriter writer, String cast, Runnable operand, String type) {
    SqlWriter.Frame frame = writer.startFunCall(cast);
    operand.run();
    writer.sep("AS");
    writer.print(type);
    writer.endFunCall(frame);
  }
}
