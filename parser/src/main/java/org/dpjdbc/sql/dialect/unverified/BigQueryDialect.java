package org.dpjdbc.sql.dialect.unverified;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAbstractDateTimeLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.dialect.common.FormOperator;
import org.dpjdbc.sql.dialect.common.ParserSettings;

/**
 * BigQuery in GoogleSQL. It enforces no keys and has no sessions to pin; decimals are BIGNUMERICs,
 * in which 38 digits are exact, both before and after the point.
 */
public final class BigQueryDialect extends UnverifiedDialect {
  private static final String NAME = "Google BigQuery";

  private static final ParserSettings SETTINGS =
      new ParserSettings(
          Quoting.BACK_TICK, Casing.UNCHANGED, Casing.UNCHANGED, false, SqlConformanceEnum.LENIENT);

  private static final int SECOND_DIGITS = 6;

  private static final int NUMERIC_DECIMALS = 9;

  private static final int QUOTIENT_DECIMALS = 6;

  private static final String FINITE_DOUBLE =
      "CASE WHEN ABS({0}) <= 1.7976931348623157E308 THEN {0} + 0E0 ELSE NULL END";

  /** Weeks start on Mondays. */
  private static final Map<String, String> UNITS =
      Map.of(
          "YEAR", "YEAR", "QUARTER", "QUARTER", "MONTH", "MONTH", "WEEK", "ISOWEEK", "DAY", "DAY",
          "HOUR", "HOUR", "MINUTE", "MINUTE", "SECOND", "SECOND");

  private static final Map<String, String> FORMS = forms();

  public BigQueryDialect() {
    super(NAME, SETTINGS, () -> new Printer(), BigQueryDialect::types);
  }

  private static Map<String, String> forms() {
    Map<String, String> forms =
        new HashMap<>(
            Map.ofEntries(
                Map.entry("ABS", "ABS({0})"),
                Map.entry("MOD", "MOD({0}, {1})"),
                // Of an integer, they would be of double precision.
                Map.entry("FLOOR", "FLOOR({0})"),
                Map.entry("CEIL", "CEIL({0})"),
                Map.entry("SQRT", "SQRT(CASE WHEN {0} >= 0 THEN {0} ELSE NULL END)"),
                Map.entry("IS_NAN", "IS_NAN({0})"),
                Map.entry("||", "(LEFT({0}, 65535) || LEFT({1}, 65535))"),
                Map.entry("UPPER", "UPPER({0})"),
                Map.entry("LOWER", "LOWER({0})"),
                Map.entry("SUBSTRING", "SUBSTR({0}, {1}, {2})"),
                Map.entry("CHAR_LENGTH", "CHAR_LENGTH({0})"),
                Map.entry("CHARACTER_LENGTH", "CHAR_LENGTH({0})"),
                // Backslashes would escape what follows them.
                Map.entry("LIKE", "{0} LIKE REPLACE({1}, '\\\\', '\\\\\\\\')"),
                Map.entry("EXTRACT ISOYEAR", "EXTRACT(ISOYEAR FROM {0})"),
                Map.entry("EXTRACT DOW", "EXTRACT(DAYOFWEEK FROM {0})"),
                Map.entry("EXTRACT ISODOW", "(MOD(EXTRACT(DAYOFWEEK FROM {0}) + 5, 7) + 1)"),
                Map.entry("EXTRACT DOY", "EXTRACT(DAYOFYEAR FROM {0})")));
    UNITS.forEach(
        (unit, here) -> {
          forms.put("EXTRACT " + unit, "EXTRACT(" + here + " FROM {0})");
          forms.put("DATE_TRUNC " + unit, "DATETIME_TRUNC(CAST({0} AS DATETIME), " + here + ")");
          forms.put(
              "DATEDIFF " + unit,
              "DATETIME_DIFF(CAST({1} AS DATETIME), CAST({0} AS DATETIME), " + here + ")");
        });
    return Map.copyOf(forms);
  }

  private static BackendTypes types() {
    return new UnverifiedTypes(
        SECOND_DIGITS, UnverifiedTypes.Division.WHOLE, QUOTIENT_DECIMALS, false);
  }

  @Override
  Optional<Readable> readable(LiveSchema.Column column) {
    return Optional.ofNullable(
        switch (word(column)) {
          case "BOOL", "BOOLEAN" -> Readable.asIs(SqlTypeName.BOOLEAN);
          case "INT64", "INTEGER" -> Readable.asIs(SqlTypeName.BIGINT);
          case "FLOAT64", "FLOAT" -> Readable.orNull(FINITE_DOUBLE, SqlTypeName.DOUBLE);
          case "NUMERIC" ->
              Readable.decimal(
                  "CAST({0} AS BIGNUMERIC)", BackendTypes.MAX_DIGITS, NUMERIC_DECIMALS);
          // A column may have a collation that takes different texts for one.
          case "STRING" -> Readable.text("COLLATE({0}, '')", 0);
          case "DATE" -> Readable.asIs(SqlTypeName.DATE);
          case "DATETIME" -> Readable.moment("", SqlTypeName.TIMESTAMP, SECOND_DIGITS);
          case "TIMESTAMP" ->
              Readable.moment("DATETIME({0}, 'UTC')", SqlTypeName.TIMESTAMP, SECOND_DIGITS);
          default -> null;
        });
  }

  @Override
  public boolean enforcesKeys() {
    return false;
  }

  /** Integers are divided to a DOUBLE, decimals to 38 decimals. */
  @Override
  RexNode exact(RexBuilder rex, RexCall call) {
    if (call.getKind() != SqlKind.DIVIDE) {
      return call;
    }
    if (SqlTypeUtil.isIntType(call.getType())) {
      return formed(rex, call, "DIV({0}, {1})");
    }
    String quotient = "(CAST({0} AS BIGNUMERIC) / CAST({1} AS BIGNUMERIC))";
    int scale = call.getType().getScale();
    return formed(rex, call, scale > 0 ? "ROUND(" + quotient + ", " + scale + ")" : quotient);
  }

  /** Its decimals have any scale: they are rounded to the one that is meant. */
  @Override
  RexNode number(RexBuilder rex, RexCall cast) {
    return cast.getType().getSqlTypeName() == SqlTypeName.DECIMAL
        ? formed(
            rex,
            cast,
            "ROUND(CAST({0} AS BIGNUMERIC), " + Math.max(0, cast.getType().getScale()) + ")")
        : cast;
  }

  /** A sum of integers that is too long is an error. */
  @Override
  String sum(RelDataType argument) {
    return isLong(argument) ? "SUM(CAST({0} AS BIGNUMERIC))" : "SUM({0})";
  }

  @Override
  public RexNode hash(RexBuilder rex, List<RexNode> values) {
    FormOperator step =
        FormOperator.hash(
            "FARM_FINGERPRINT(CONCAT(CAST({1} AS STRING), ':', CAST({0} AS STRING)))");
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

  private static final class Printer extends UnverifiedPrinter {
    Printer() {
      super(NAME, "`", NullCollation.LOW, types(), FORMS);
    }

    @Override
    String type(RelDataType type) {
      return switch (type.getSqlTypeName()) {
        case BOOLEAN -> "BOOL";
        case TINYINT, SMALLINT, INTEGER, BIGINT -> "INT64";
        case DECIMAL -> "BIGNUMERIC";
        case REAL, FLOAT, DOUBLE -> "FLOAT64";
        case CHAR, VARCHAR -> "STRING";
        case DATE -> "DATE";
        case TIMESTAMP -> "DATETIME";
        default -> throw refused(type.getSqlTypeName().getName());
      };
    }

    /** A dollar sign is in no name. */
    @Override
    String identifier(String name) {
      return withoutEscapes(name).replace("$", "dp__");
    }

    /** A number with decimals, or of many digits, is a decimal by its type's name alone. */
    @Override
    public void unparseNumericLiteral(SqlWriter writer, String value, int leftPrec, int rightPrec) {
      boolean isInteger =
          !value.contains(".") && new BigDecimal(value).toBigInteger().bitLength() < 64;
      writer.literal(value.contains("E") || isInteger ? value : "BIGNUMERIC '" + value + "'");
    }

    @Override
    public void unparseDateTimeLiteral(
        SqlWriter writer, SqlAbstractDateTimeLiteral literal, int leftPrec, int rightPrec) {
      String type = literal.getTypeName() == SqlTypeName.DATE ? "DATE" : "DATETIME";
      writer.print(type + " '" + literal.toFormattedString() + "' ");
    }

    @Override
    String setOperation(String standard) {
      return standard.equals("UNION ALL") ? standard : standard + " DISTINCT";
    }
  }
}
