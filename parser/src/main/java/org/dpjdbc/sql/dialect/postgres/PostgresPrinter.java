package org.dpjdbc.sql.dialect.postgres;

import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWriter;
import org.dpjdbc.sql.dialect.common.BackendPrinter;
import org.jspecify.annotations.Nullable;

/** Prints SQL that PostgreSQL reads as Calcite means it. */
final class PostgresPrinter extends BackendPrinter {
  PostgresPrinter() {
    super(DatabaseProduct.POSTGRESQL, NullCollation.HIGH, new PostgresTypeSystem());
  }

  /**
   * A string keeps the cast to the type that it is compared with, because string literals are
   * written with their type.
   */
  @Override
  public boolean supportsImplicitTypeCoercion(RexCall call) {
    return false;
  }

  /** Calcite then keeps what reads a window's column in a subselect of its own. */
  @Override
  public boolean supportsWindowFunctions() {
    return false;
  }

  @Override
  public boolean supportsAliasedValues() {
    return true;
  }

  /** CHAR would be compared without its trailing blanks, and lose them. */
  @Override
  public @Nullable SqlNode getCastSpec(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case TINYINT -> named("SMALLINT");
      case FLOAT, DOUBLE -> named("DOUBLE PRECISION");
      case CHAR, VARCHAR ->
          named(type.getPrecision() > 0 ? "VARCHAR(" + type.getPrecision() + ")" : "VARCHAR");
      default -> super.getCastSpec(type);
    };
  }

  @Override
  public void unparseCall(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    switch (call.getOperator().getName()) {
      case "TRUNCATE" -> function(writer, "TRUNC", call.getOperandList());
      case "DATEDIFF" -> distance(writer, call);
      default -> super.unparseCall(writer, call, leftPrec, rightPrec);
    }
  }

  /**
   * The number of unit boundaries between two timestamps: the difference of their boundary counts.
   */
  private static void distance(SqlWriter writer, SqlCall call) {
    String unit = unit(call);
    SqlWriter.Frame frame = writer.startFunCall("CAST");
    writer.print("(");
    count(writer, unit, call.operand(2));
    writer.print("-");
    count(writer, unit, call.operand(1));
    writer.print(")");
    if (unit.equals("WEEK")) {
      writer.print("/");
      writer.literal("7");
    }
    writer.sep("AS");
    writer.print("BIGINT");
    writer.endFunCall(frame);
  }

  private static void count(SqlWriter writer, String unit, SqlNode timestamp) {
    switch (unit) {
      case "YEAR" -> form(writer, "EXTRACT(YEAR FROM ?)", timestamp);
      case "QUARTER" ->
          form(writer, "(EXTRACT(YEAR FROM ?) * 4 + EXTRACT(QUARTER FROM ?))", timestamp);
      case "MONTH" ->
          form(writer, "(EXTRACT(YEAR FROM ?) * 12 + EXTRACT(MONTH FROM ?))", timestamp);
      case "WEEK" ->
          form(writer, "CAST(DATE_TRUNC('WEEK', CAST(? AS TIMESTAMP)) AS DATE)", timestamp);
      case "DAY" -> form(writer, "CAST(? AS DATE)", timestamp);
      case "HOUR" ->
          form(writer, "FLOOR(EXTRACT(EPOCH FROM CAST(? AS TIMESTAMP)) / 3600)", timestamp);
      case "MINUTE" ->
          form(writer, "FLOOR(EXTRACT(EPOCH FROM CAST(? AS TIMESTAMP)) / 60)", timestamp);
      case "SECOND" -> form(writer, "FLOOR(EXTRACT(EPOCH FROM CAST(? AS TIMESTAMP)))", timestamp);
      default -> throw new IllegalArgumentException(unit);
    }
  }
}
