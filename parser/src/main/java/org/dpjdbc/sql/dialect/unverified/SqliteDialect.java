package org.dpjdbc.sql.dialect.unverified;

import java.math.BigDecimal;
import java.math.RoundingMode;
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
 * SQLite, from version 3.39. Any column may hold a value of any storage class: a value of another
 * class than the column's is read as NULL. There are neither decimals nor dates, and no key is
 * relied on, because it may distinguish values that are read as one.
 */
public final class SqliteDialect extends UnverifiedDialect {
  private static final String NAME = "SQLite";

  private static final ParserSettings SETTINGS =
      new ParserSettings(
          Quoting.DOUBLE_QUOTE,
          Casing.UNCHANGED,
          Casing.UNCHANGED,
          false,
          SqlConformanceEnum.LENIENT);

  private static final String INTEGER = "CASE WHEN TYPEOF({0}) = 'integer' THEN {0} ELSE NULL END";

  private static final String REAL =
      "CASE WHEN TYPEOF({0}) IN ('real', 'integer') AND {0} BETWEEN -1.7976931348623157E308"
          + " AND 1.7976931348623157E308 THEN CAST({0} AS REAL) + 0E0 ELSE NULL END";

  /** Of any text, as bytes; two of them joined are no text that is too long. */
  private static final String TEXT =
      "CASE WHEN TYPEOF({0}) = 'text' AND LENGTH(CAST({0} AS BLOB)) < 65536 THEN {0} ELSE NULL END";

  private static final String TRUTH =
      "CASE WHEN TYPEOF({0}) = 'integer' THEN {0} <> 0 ELSE NULL END";

  /** No sum of halves of integers is too long, and their sum is a REAL where it is. */
  private static final String LONG_SUM =
      "(SUM(CAST({0} AS INTEGER) / 2147483648) * 2147483648"
          + " + SUM(CAST({0} AS INTEGER) % 2147483648))";

  private static final Map<String, String> FORMS =
      Map.ofEntries(
          // That of the least integer would be an error.
          Map.entry("ABS", "CASE WHEN {0} < 0 THEN -({0}) ELSE {0} END"),
          Map.entry("MOD", "(({0}) % ({1}))"),
          Map.entry("FLOOR", "(CAST({0} AS INTEGER) - (({0}) < CAST({0} AS INTEGER)))"),
          Map.entry("CEIL", "(CAST({0} AS INTEGER) + (({0}) > CAST({0} AS INTEGER)))"),
          Map.entry("IS_NAN", "({0} <> {0})"),
          Map.entry("||", "({0} || {1})"),
          Map.entry("UPPER", "UPPER({0})"),
          Map.entry("LOWER", "LOWER({0})"),
          Map.entry("SUBSTRING", "SUBSTR({0}, {1}, {2})"),
          Map.entry("CHAR_LENGTH", "LENGTH({0})"),
          Map.entry("CHARACTER_LENGTH", "LENGTH({0})"),
          Map.entry("LIKE", "{0} LIKE {1}"),
          Map.entry("LIKE ESCAPE", "{0} LIKE {1} ESCAPE {2}"));

  public SqliteDialect() {
    super(NAME, SETTINGS, () -> new Printer(), SqliteDialect::types);
  }

  private static BackendTypes types() {
    return new UnverifiedTypes(0, UnverifiedTypes.Division.WHOLE, 0, false) {
      @Override
      public RoundingMode floatingRounding() {
        return RoundingMode.DOWN;
      }
    };
  }

  @Override
  public boolean isOf(String product, String version) {
    return product.equals(NAME) && version.matches("3\\.(39|[4-9]\\d|\\d{3})\\..*");
  }

  /** By the declared type's name, which SQLite keeps as it was written. */
  @Override
  Optional<Readable> readable(LiveSchema.Column column) {
    return Optional.ofNullable(
        switch (word(column)) {
          case "INTEGER", "INT", "TINYINT", "SMALLINT", "MEDIUMINT", "BIGINT" ->
              Readable.orNull(INTEGER, SqlTypeName.BIGINT);
          case "REAL", "DOUBLE", "FLOAT" -> Readable.orNull(REAL, SqlTypeName.DOUBLE);
          case "TEXT", "VARCHAR", "NVARCHAR", "CHAR", "NCHAR" ->
              Readable.orNull(TEXT, SqlTypeName.VARCHAR);
          case "BOOLEAN" -> Readable.orNull(TRUTH, SqlTypeName.BOOLEAN);
          default -> null;
        });
  }

  /** Of the file that is opened; attached ones are not asked. */
  @Override
  public Optional<String> onlySchema() {
    return Optional.of("main");
  }

  @Override
  public boolean enforcesKeys() {
    return false;
  }

  /** Of integers alone: decimals would be computed in floating point. */
  @Override
  RexNode exact(RexBuilder rex, RexCall call) {
    boolean decimals =
        call.getType().getScale() > 0
            || call.getOperands().stream().anyMatch(x -> x.getType().getScale() > 0);
    if (decimals) {
      throw ExpressionMessages.notOfferedOn("decimal arithmetic", NAME);
    }
    return call;
  }

  @Override
  RexNode number(RexBuilder rex, RexCall cast) {
    if (SqlTypeUtil.isExactNumeric(cast.getType()) && cast.getType().getScale() > 0) {
      throw ExpressionMessages.notOfferedOn("decimal arithmetic", NAME);
    }
    return cast;
  }

  /** A sum of integers that is too long is an error. */
  @Override
  String sum(RelDataType argument) {
    boolean isShort =
        switch (argument.getSqlTypeName()) {
          case TINYINT, SMALLINT, INTEGER -> true;
          default -> false;
        };
    return isShort ? "SUM(CAST({0} AS INTEGER))" : LONG_SUM;
  }

  /** There is no hash: the length and both ends of a value's text. */
  @Override
  public RexNode hash(RexBuilder rex, List<RexNode> values) {
    FormOperator step =
        FormOperator.hash(
            "((({1}) * 31 + LENGTH(CAST({0} AS TEXT)) * 7"
                + " + IFNULL(UNICODE(CAST({0} AS TEXT)), 0) * 961"
                + " + IFNULL(UNICODE(SUBSTR(CAST({0} AS TEXT), -1)), 0) * 29791) % 1000003)");
    return chained(
        rex,
        rex.makeExactLiteral(BigDecimal.valueOf(HASH_SEED)),
        values,
        (value, hash) -> rex.makeCall(step, value, hash));
  }

  @Override
  public List<String> pinning() {
    return List.of("PRAGMA query_only = ON", "PRAGMA case_sensitive_like = ON");
  }

  /** It lets a connection be made read-only when it is open. */
  @Override
  public Map<String, String> driverProperties(String url) {
    return url.startsWith("jdbc:sqlite:") ? Map.of("jdbc.explicit_readonly", "true") : Map.of();
  }

  /** Quotes by backticks: what double quotes enclose is a text where there is no such column. */
  private static final class Printer extends UnverifiedPrinter {
    Printer() {
      super(NAME, "`", NullCollation.LOW, types(), FORMS);
    }

    @Override
    String type(RelDataType type) {
      return switch (type.getSqlTypeName()) {
        case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT -> "INTEGER";
        case DECIMAL -> {
          if (type.getScale() > 0) {
            throw refused("DECIMAL");
          }
          yield "INTEGER";
        }
        case REAL, FLOAT, DOUBLE -> "REAL";
        case CHAR, VARCHAR -> "TEXT";
        default -> throw refused(type.getSqlTypeName().getName());
      };
    }

    @Override
    public void unparseDateTimeLiteral(
        SqlWriter writer, SqlAbstractDateTimeLiteral literal, int leftPrec, int rightPrec) {
      throw refused(literal.getTypeName().getName());
    }
  }
}
