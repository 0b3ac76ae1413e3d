package org.dpjdbc.sql.dialect.unverified;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAbstractDateTimeLiteral;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.dialect.common.FormOperator;
import org.dpjdbc.sql.dialect.common.ParserSettings;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * ClickHouse, from version 23.8. It enforces no keys; each statement sets what it relies on, since
 * the server keeps no session; integers wrap around and sums of decimals do, which is total.
 */
public final class ClickHouseDialect extends UnverifiedDialect {
  private static final String NAME = "ClickHouse";

  private static final ParserSettings SETTINGS =
      new ParserSettings(
          Quoting.DOUBLE_QUOTE,
          Casing.UNCHANGED,
          Casing.UNCHANGED,
          true,
          SqlConformanceEnum.LENIENT);

  private static final int SECOND_DIGITS = 6;

  /** Of a DateTime64 that has more, two values would become one. */
  private static final String MOMENT = "toTimeZone(toDateTime64({0}, 6), 'UTC')";

  private static final String FINITE_DOUBLE =
      "if(abs({0}) <= 1.7976931348623157E308, toFloat64({0}) + 0E0, NULL)";

  /** Whatever the server's profiles say. */
  private static final String SETTINGS_CLAUSE =
      " SETTINGS join_use_nulls = 1, join_default_strictness = 'ALL', aggregate_functions_null_for_empty = 1, group_by_use_nulls = 1,"
          + " transform_null_in = 0, cast_keep_nullable = 1, prefer_column_name_to_alias = 1,"
          + " union_default_mode = 'DISTINCT', intersect_default_mode = 'DISTINCT',"
          + " except_default_mode = 'DISTINCT', count_distinct_implementation = 'uniqExact',"
          + " enable_extended_results_for_datetime_functions = 1,"
          + " short_circuit_function_evaluation = 'force_enable', session_timezone = 'UTC',"
          + " group_by_overflow_mode = 'throw', join_overflow_mode = 'throw',"
          + " distinct_overflow_mode = 'throw', set_overflow_mode = 'throw',"
          + " sort_overflow_mode = 'throw', read_overflow_mode = 'throw',"
          + " result_overflow_mode = 'throw', timeout_overflow_mode = 'throw',"
          + " max_rows_to_group_by = 0, limit = 0, offset = 0";

  public ClickHouseDialect() {
    super(NAME, SETTINGS, () -> new Printer(), ClickHouseDialect::types);
  }

  private static BackendTypes types() {
    // A quotient has the decimals of its dividend, and no more; a product the digits of its factor.
    return new UnverifiedTypes(SECOND_DIGITS, UnverifiedTypes.Division.WHOLE, 0, false) {
      @Override
      public RoundingMode floatingRounding() {
        return RoundingMode.DOWN;
      }
    };
  }

  @Override
  public boolean isOf(String product, String version) {
    return product.equals(NAME) && version.matches("(23\\.([89]|1\\d)|2[4-9]\\.|[3-9]\\d\\.).*");
  }

  @Override
  public boolean asksOfOuterRows() {
    return false;
  }

  /** Without Nullable(…) and LowCardinality(…) around it. */
  private static String plain(LiveSchema.Column column) {
    String name = column.typeName();
    for (String around : List.of("LowCardinality(", "Nullable(")) {
      if (name.startsWith(around) && name.endsWith(")")) {
        name = name.substring(around.length(), name.length() - 1);
      }
    }
    return name.split("[ (]", 2)[0].toLowerCase(Locale.ROOT);
  }

  @Override
  Optional<Readable> readable(LiveSchema.Column column) {
    return Optional.ofNullable(
        switch (plain(column)) {
          case "bool" -> Readable.asIs(SqlTypeName.BOOLEAN);
          case "int8" -> Readable.asIs(SqlTypeName.TINYINT);
          case "int16" -> Readable.asIs(SqlTypeName.SMALLINT);
          case "uint8" -> Readable.by("toInt16({0})", SqlTypeName.SMALLINT);
          case "int32" -> Readable.asIs(SqlTypeName.INTEGER);
          case "uint16" -> Readable.by("toInt32({0})", SqlTypeName.INTEGER);
          case "int64" -> Readable.asIs(SqlTypeName.BIGINT);
          case "uint32" -> Readable.by("toInt64({0})", SqlTypeName.BIGINT);
          case "float32", "float64" -> Readable.orNull(FINITE_DOUBLE, SqlTypeName.DOUBLE);
          // Of fewer digits, a product would have no more, and be an error.
          case "decimal" ->
              isPlainDecimal(column)
                  ? Readable.decimal(
                      "toDecimal128({0}, " + column.scale() + ")",
                      column.precision(),
                      column.scale())
                  : null;
          case "string" -> Readable.text("", 0);
          case "uuid", "enum8", "enum16" -> Readable.text("toString({0})", 0);
          case "date", "date32" -> Readable.by("toDate32({0})", SqlTypeName.DATE);
          case "datetime" -> Readable.moment(MOMENT, SqlTypeName.TIMESTAMP, SECOND_DIGITS);
          case "datetime64" ->
              column.scale() <= SECOND_DIGITS
                  ? Readable.moment(MOMENT, SqlTypeName.TIMESTAMP, SECOND_DIGITS)
                  : null;
          default -> null;
        });
  }

  @Override
  public boolean enforcesKeys() {
    return false;
  }

  /** By zero, the integer division of a row fails even where its quotient is not used. */
  @Override
  RexNode exact(RexBuilder rex, RexCall call) {
    if (call.getKind() != SqlKind.DIVIDE) {
      return call;
    }
    if (SqlTypeUtil.isIntType(call.getType())) {
      return formed(rex, call, "if(ifNull({1} = 0, 1), NULL, intDivOrZero({0}, {1}))");
    }
    if (call.getOperands().get(1).getType().getScale() > 0) {
      throw ExpressionMessages.notOfferedOn("division by a decimal", NAME);
    }
    return formed(rex, call, "if(ifNull({1} = 0, 1), NULL, ({0}) / ifNull(nullIf({1}, 0), 1))");
  }

  /** A sum of integers has 64 bits. */
  @Override
  String sum(RelDataType argument) {
    return isLong(argument) ? "SUM(CAST({0} AS Nullable(Decimal(38, 0))))" : "SUM({0})";
  }

  @Override
  public RexNode hash(RexBuilder rex, List<RexNode> values) {
    FormOperator step = FormOperator.hash("cityHash64({0}, {1})");
    return chained(
        rex,
        rex.makeExactLiteral(BigDecimal.valueOf(HASH_SEED)),
        values,
        (value, hash) -> rex.makeCall(step, value, hash));
  }

  @Override
  public List<String> pinning() {
    return List.of();
  }

  /** Kept by a session, where the driver has one. */
  @Override
  public List<String> limits(Duration timeout) {
    return List.of("SET max_execution_time = " + Math.max(1, timeout.toSeconds()));
  }

  @Override
  public String statement(String query) {
    return query + SETTINGS_CLAUSE;
  }

  private static final class Printer extends UnverifiedPrinter {
    Printer() {
      super(NAME, "`", NullCollation.LAST, types(), ClickHouseForms.ALL);
    }

    /** A query within one that asks of a row outside is new there, or an error. */
    @Override
    public void unparseCall(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
      if (call.getKind() == SqlKind.EXISTS) {
        throw refused("EXISTS, or an outer join of two private tables with more than an equality");
      }
      super.unparseCall(writer, call, leftPrec, rightPrec);
    }

    /** What NULL is cast to must have it. */
    @Override
    String type(RelDataType type) {
      return "Nullable("
          + switch (type.getSqlTypeName()) {
            case BOOLEAN -> "Bool";
            case TINYINT -> "Int8";
            case SMALLINT -> "Int16";
            case INTEGER -> "Int32";
            case BIGINT -> "Int64";
            case DECIMAL -> "Decimal(38, " + Math.max(0, type.getScale()) + ")";
            case REAL, FLOAT, DOUBLE -> "Float64";
            case CHAR, VARCHAR -> "String";
            case DATE -> "Date32";
            case TIMESTAMP -> "DateTime64(6, 'UTC')";
            default -> throw refused(type.getSqlTypeName().getName());
          }
          + ")";
    }

    @Override
    String identifier(String name) {
      return withoutEscapes(name);
    }

    /** A number with decimals is of double precision otherwise. */
    @Override
    public void unparseNumericLiteral(SqlWriter writer, String value, int leftPrec, int rightPrec) {
      int scale = value.contains("E") ? 0 : new BigDecimal(value).scale();
      boolean isInteger =
          scale == 0
              && (value.contains("E") || new BigDecimal(value).toBigInteger().bitLength() < 64);
      writer.literal(isInteger ? value : "toDecimal128('" + value + "', " + scale + ")");
    }

    @Override
    public void unparseDateTimeLiteral(
        SqlWriter writer, SqlAbstractDateTimeLiteral literal, int leftPrec, int rightPrec) {
      String text = literal.toFormattedString();
      writer.print(
          literal.getTypeName() == SqlTypeName.DATE
              ? "toDate32('" + text + "') "
              : "toDateTime64('" + text + "', 6, 'UTC') ");
    }
  }
}
