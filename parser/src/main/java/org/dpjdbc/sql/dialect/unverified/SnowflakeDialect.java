package org.dpjdbc.sql.dialect.unverified;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.dialect.common.FormOperator;
import org.dpjdbc.sql.dialect.common.ParserSettings;

/** Snowflake. It enforces no keys; integers are decimals, and divided as such. */
public final class SnowflakeDialect extends UnverifiedDialect {
  private static final String NAME = "Snowflake";

  private static final int SECOND_DIGITS = 9;

  private static final int INTEGER_DIGITS = 9;

  private static final int BIGINT_DIGITS = 18;

  private static final int QUOTIENT_DECIMALS = 6;

  private static final String FINITE_DOUBLE =
      "CASE WHEN ABS({0}) <= TO_DOUBLE('1.7976931348623157E308') THEN {0} + 0E0 ELSE NULL END";

  private static final Map<String, String> FORMS =
      Map.ofEntries(
          Map.entry("ABS", "ABS({0})"),
          Map.entry("MOD", "MOD({0}, {1})"),
          Map.entry("FLOOR", "FLOOR({0})"),
          Map.entry("CEIL", "CEIL({0})"),
          Map.entry("SQRT", "SQRT(CASE WHEN {0} >= 0 THEN {0} ELSE NULL END)"),
          Map.entry("IS_NAN", "({0} = TO_DOUBLE('NaN'))"),
          // Two texts of any length would be an error.
          Map.entry("||", "(LEFT({0}, 65535) || LEFT({1}, 65535))"),
          Map.entry("UPPER", "UPPER({0})"),
          Map.entry("LOWER", "LOWER({0})"),
          Map.entry("SUBSTRING", "SUBSTR({0}, {1}, {2})"),
          Map.entry("CHAR_LENGTH", "LENGTH({0})"),
          Map.entry("CHARACTER_LENGTH", "LENGTH({0})"),
          Map.entry("LIKE", "{0} LIKE {1}"),
          Map.entry("LIKE ESCAPE", "{0} LIKE {1} ESCAPE {2}"),
          Map.entry("EXTRACT YEAR", "YEAR({0})"),
          Map.entry("EXTRACT ISOYEAR", "YEAROFWEEKISO({0})"),
          Map.entry("EXTRACT QUARTER", "QUARTER({0})"),
          Map.entry("EXTRACT MONTH", "MONTH({0})"),
          Map.entry("EXTRACT WEEK", "WEEKISO({0})"),
          Map.entry("EXTRACT DAY", "DAYOFMONTH({0})"),
          Map.entry("EXTRACT DOW", "(MOD(DAYOFWEEKISO({0}), 7) + 1)"),
          Map.entry("EXTRACT ISODOW", "DAYOFWEEKISO({0})"),
          Map.entry("EXTRACT DOY", "DAYOFYEAR({0})"),
          Map.entry("EXTRACT HOUR", "HOUR({0})"),
          Map.entry("EXTRACT MINUTE", "MINUTE({0})"),
          Map.entry("EXTRACT SECOND", "SECOND({0})"),
          Map.entry("DATE_TRUNC YEAR", "DATE_TRUNC('YEAR', {0})"),
          Map.entry("DATE_TRUNC QUARTER", "DATE_TRUNC('QUARTER', {0})"),
          Map.entry("DATE_TRUNC MONTH", "DATE_TRUNC('MONTH', {0})"),
          Map.entry("DATE_TRUNC WEEK", "DATE_TRUNC('WEEK', {0})"),
          Map.entry("DATE_TRUNC DAY", "DATE_TRUNC('DAY', {0})"),
          Map.entry("DATE_TRUNC HOUR", "DATE_TRUNC('HOUR', {0})"),
          Map.entry("DATE_TRUNC MINUTE", "DATE_TRUNC('MINUTE', {0})"),
          Map.entry("DATE_TRUNC SECOND", "DATE_TRUNC('SECOND', {0})"),
          Map.entry("DATEDIFF YEAR", "DATEDIFF('YEAR', {0}, {1})"),
          Map.entry("DATEDIFF QUARTER", "DATEDIFF('QUARTER', {0}, {1})"),
          Map.entry("DATEDIFF MONTH", "DATEDIFF('MONTH', {0}, {1})"),
          Map.entry("DATEDIFF WEEK", "DATEDIFF('WEEK', {0}, {1})"),
          Map.entry("DATEDIFF DAY", "DATEDIFF('DAY', {0}, {1})"),
          Map.entry("DATEDIFF HOUR", "DATEDIFF('HOUR', {0}, {1})"),
          Map.entry("DATEDIFF MINUTE", "DATEDIFF('MINUTE', {0}, {1})"),
          Map.entry("DATEDIFF SECOND", "DATEDIFF('SECOND', {0}, {1})"));

  public SnowflakeDialect() {
    super(NAME, ParserSettings.standard(), () -> new Printer(), SnowflakeDialect::types);
  }

  private static BackendTypes types() {
    return new UnverifiedTypes(
        SECOND_DIGITS, UnverifiedTypes.Division.DECIMAL, QUOTIENT_DECIMALS, true);
  }

  @Override
  Optional<Readable> readable(LiveSchema.Column column) {
    return Optional.ofNullable(
        switch (word(column)) {
          case "BOOLEAN" -> Readable.asIs(SqlTypeName.BOOLEAN);
          case "NUMBER", "DECIMAL" -> isPlainDecimal(column) ? number(column) : null;
          case "FLOAT", "DOUBLE" -> Readable.orNull(FINITE_DOUBLE, SqlTypeName.DOUBLE);
          // A column may have a collation that takes different texts for one.
          case "VARCHAR", "TEXT", "STRING", "CHAR" ->
              Readable.text("COLLATE({0}, '')", column.precision());
          case "DATE" -> Readable.asIs(SqlTypeName.DATE);
          case "TIMESTAMPNTZ", "TIMESTAMP_NTZ" ->
              Readable.moment("", SqlTypeName.TIMESTAMP, SECOND_DIGITS);
          default -> null;
        });
  }

  private static Readable number(LiveSchema.Column column) {
    if (column.scale() > 0 || column.precision() > BIGINT_DIGITS) {
      return Readable.decimal("", column.precision(), column.scale());
    }
    return Readable.asIs(
        column.precision() <= INTEGER_DIGITS ? SqlTypeName.INTEGER : SqlTypeName.BIGINT);
  }

  @Override
  public boolean enforcesKeys() {
    return false;
  }

  /** A quotient has six decimals more than its dividend, up to twelve. */
  @Override
  RexNode exact(RexBuilder rex, RexCall call) {
    return call.getKind() == SqlKind.DIVIDE && call.getType().getScale() > 0
        ? formed(rex, call, "ROUND(({0}) / ({1}), " + call.getType().getScale() + ")")
        : call;
  }

  /** What it is may change with Snowflake's version. */
  @Override
  public RexNode hash(RexBuilder rex, List<RexNode> values) {
    List<RexNode> seeded = new ArrayList<>();
    seeded.add(rex.makeExactLiteral(BigDecimal.valueOf(HASH_SEED)));
    seeded.addAll(values);
    StringBuilder form = new StringBuilder("HASH({0}");
    for (int i = 1; i < seeded.size(); i++) {
      form.append(", {").append(i).append('}');
    }
    return rex.makeCall(FormOperator.hash(form.append(')').toString()), seeded);
  }

  @Override
  public List<String> pinning() {
    return List.of(
        "ALTER SESSION SET TIMEZONE = 'UTC'",
        "ALTER SESSION SET TIMESTAMP_TYPE_MAPPING = 'TIMESTAMP_NTZ'",
        "ALTER SESSION SET QUOTED_IDENTIFIERS_IGNORE_CASE = FALSE",
        "ALTER SESSION SET WEEK_START = 1",
        "ALTER SESSION SET WEEK_OF_YEAR_POLICY = 0",
        "ALTER SESSION SET ROWS_PER_RESULTSET = 0");
  }

  @Override
  public List<String> limits(Duration timeout) {
    return List.of(
        "ALTER SESSION SET STATEMENT_TIMEOUT_IN_SECONDS = " + Math.max(1, timeout.toSeconds()));
  }

  private static final class Printer extends UnverifiedPrinter {
    Printer() {
      super(NAME, "\"", NullCollation.HIGH, types(), FORMS);
    }

    @Override
    String type(RelDataType type) {
      return switch (type.getSqlTypeName()) {
        case BOOLEAN -> "BOOLEAN";
        case TINYINT, SMALLINT, INTEGER -> "NUMBER(10, 0)";
        case BIGINT -> "NUMBER(19, 0)";
        case DECIMAL -> "NUMBER" + digits(type);
        case REAL, FLOAT, DOUBLE -> "DOUBLE";
        case CHAR, VARCHAR -> "VARCHAR";
        case DATE -> "DATE";
        case TIMESTAMP -> "TIMESTAMP_NTZ(9)";
        default -> throw refused(type.getSqlTypeName().getName());
      };
    }
  }
}
