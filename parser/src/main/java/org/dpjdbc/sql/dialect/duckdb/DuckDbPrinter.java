package org.dpjdbc.sql.dialect.duckdb;

import java.util.Locale;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
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
      case "IN_LIST" -> {
        call.operand(0).unparse(writer, SqlStdOperatorTable.IN.getLeftPrec(), 0);
        writer.keyword("IN");
        values(writer, call, /* orNull= */ false);
      }
      case "IN_LIST_OR_NULL" -> inListOrNull(writer, call);
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

  /** The list has a column whose name does not occur in the expression that it is compared with. */
  private static void inListOrNull(SqlWriter writer, SqlCall call) {
    String key = call.operand(0).toString().toLowerCase(Locale.ROOT);
    String column = "l";
    while (key.contains(column)) {
      column += "l";
    }
    writer.keyword("EXISTS");
    SqlWriter.Frame frame = writer.startList("(", ")");
    writer.print("SELECT 1 FROM ");
    values(writer, call, /* orNull= */ true);
    writer.keyword("AS");
    writer.identifier(column, true);
    SqlWriter.Frame columns = writer.startList("(", ")");
    writer.identifier(column, true);
    writer.endList(columns);
    writer.keyword("WHERE");
    writer.identifier(column, true);
    writer.keyword("IS NOT DISTINCT FROM");
    call.operand(0).unparse(writer, 0, SqlStdOperatorTable.IS_NOT_DISTINCT_FROM.getRightPrec());
    writer.endList(frame);
  }

  private static void values(SqlWriter writer, SqlCall call, boolean orNull) {
    SqlWriter.Frame frame = writer.startList("(VALUES ", ")");
    for (SqlNode value : call.getOperandList().subList(1, call.operandCount())) {
      writer.sep(",");
      row(writer, () -> value.unparse(writer, 0, 0));
    }
    if (orNull) {
      writer.sep(",");
      row(writer, () -> writer.keyword("NULL"));
    }
    writer.endList(frame);
  }

  private static void row(SqlWriter writer, Runnable value) {
    SqlWriter.Frame frame = writer.startList("(", ")");
    value.run();
    writer.endList(frame);
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
