package org.dpjdbc.sql.dialect.trino;

import java.util.List;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.dpjdbc.sql.dialect.common.BackendPrinter;
import org.jspecify.annotations.Nullable;

/** Prints SQL that Trino reads as Calcite means it. */
public final class TrinoPrinter extends BackendPrinter {
  /** Binds more than any operator. */
  private static final int TIGHT = 100;

  TrinoPrinter() {
    super(DatabaseProduct.PRESTO, NullCollation.LAST, new TrinoTypeSystem());
  }

  @Override
  public boolean supportsAliasedValues() {
    return true;
  }

  /** CHAR would be compared without its trailing blanks. */
  @Override
  public @Nullable SqlNode getCastSpec(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case CHAR, VARCHAR ->
          named(type.getPrecision() > 0 ? "VARCHAR(" + type.getPrecision() + ")" : "VARCHAR");
      case FLOAT, DOUBLE -> named("DOUBLE");
      default -> super.getCastSpec(type);
    };
  }

  /**
   * POSITION is printed as STRPOS: Trino numbers the parameters of POSITION in the order in which
   * they stand, prints it as STRPOS, and then finds a statement with one within another unlike
   * itself.
   */
  @Override
  public void unparseCall(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    List<SqlNode> operands = call.getOperandList();
    switch (call.getKind()) {
      case BETWEEN -> between(writer, operands);
      case SAFE_CAST -> cast(writer, "TRY_CAST", operands);
      case IS_NULL -> test(writer, operands.get(0), "IS NULL");
      case IS_NOT_NULL -> test(writer, operands.get(0), "IS NOT NULL");
      case EXTRACT -> extract(writer, operands.get(0), operands.get(1));
      case POSITION -> {
        if (operands.size() > 2) {
          super.unparseCall(writer, call, leftPrec, rightPrec);
        } else {
          numbered(writer, "STRPOS({1}, {0})", operands);
        }
      }
      default -> {
        switch (call.getOperator().getName()) {
          case "CHAR_LENGTH", "CHARACTER_LENGTH" -> function(writer, "LENGTH", operands);
          case "DATEDIFF" -> distance(writer, unit(call), operands);
          default -> super.unparseCall(writer, call, leftPrec, rightPrec);
        }
      }
    }
  }

  /** Without ASYMMETRIC. */
  public static void between(SqlWriter writer, List<SqlNode> operands) {
    SqlWriter.Frame frame = writer.startList("(", ")");
    operands.get(0).unparse(writer, TIGHT, TIGHT);
    writer.print("BETWEEN ");
    operands.get(1).unparse(writer, TIGHT, TIGHT);
    writer.print("AND ");
    operands.get(2).unparse(writer, TIGHT, TIGHT);
    writer.endList(frame);
  }

  /** Of a condition it stands in parentheses, for one test of another is not read. */
  public static void test(SqlWriter writer, SqlNode operand, String test) {
    SqlWriter.Frame frame = writer.startList("(", ")");
    operand.unparse(writer, TIGHT, TIGHT);
    writer.print(test);
    writer.endList(frame);
  }

  /** A cast by the name of its function. */
  public static void cast(SqlWriter writer, String cast, List<SqlNode> operands) {
    SqlWriter.Frame frame = writer.startFunCall(cast);
    operands.get(0).unparse(writer, 0, 0);
    writer.sep("AS");
    operands.get(1).unparse(writer, 0, 0);
    writer.endFunCall(frame);
  }

  private static void extract(SqlWriter writer, SqlNode part, SqlNode timestamp) {
    String unit =
        part instanceof SqlIntervalQualifier qualifier
            ? qualifier.timeUnitRange.name()
            : ((SqlLiteral) part).getValueAs(Enum.class).name();
    if (unit.equals("EPOCH")) {
      function(writer, "TO_UNIXTIME", List.of(timestamp));
      return;
    }
    SqlWriter.Frame frame = writer.startFunCall("EXTRACT");
    writer.print(
        switch (unit) {
              case "ISODOW" -> "DOW";
              case "ISOYEAR" -> "YOW";
              default -> unit;
            }
            + " FROM ");
    timestamp.unparse(writer, 0, 0);
    writer.endFunCall(frame);
  }

  /** Between the beginnings of two units of time there are whole ones. */
  private static void distance(SqlWriter writer, String unit, List<SqlNode> operands) {
    SqlWriter.Frame frame = writer.startFunCall("DATE_DIFF");
    writer.print("'" + unit + "'");
    for (SqlNode timestamp : operands.subList(1, operands.size())) {
      writer.sep(",", true);
      SqlWriter.Frame start = writer.startFunCall("DATE_TRUNC");
      writer.print("'" + unit + "'");
      writer.sep(",", true);
      timestamp.unparse(writer, 0, 0);
      writer.endFunCall(start);
    }
    writer.endFunCall(frame);
  }
}
