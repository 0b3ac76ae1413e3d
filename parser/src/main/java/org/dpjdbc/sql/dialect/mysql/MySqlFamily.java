package org.dpjdbc.sql.dialect.mysql;

import java.math.BigDecimal;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.dpjdbc.sql.dialect.common.CatalogQuery;
import org.dpjdbc.sql.dialect.common.CollationOperator;
import org.dpjdbc.sql.dialect.common.CommonDialect;
import org.dpjdbc.sql.dialect.common.ParserSettings;
import org.jspecify.annotations.Nullable;

/** The common part of the dialects of MySQL and MariaDB. */
abstract class MySqlFamily extends CommonDialect {
  /** Names keep their letters' case and are compared without regard to it. */
  private static final ParserSettings SETTINGS =
      new ParserSettings(
          Quoting.BACK_TICK, Casing.UNCHANGED, Casing.UNCHANGED, false, SqlConformanceEnum.LENIENT);

  /**
   * Sorting compares only the first bytes of longer strings, so that the rows of one group would
   * not be adjacent: the maximum length, with four bytes per character.
   */
  private static final int SORTED_BYTES = 4 * (MySqlForms.LONGEST_STRING + 1);

  /** Room for 15 rows of several such keys, which the database asks for. */
  private static final int SORT_BUFFER = 1 << 26;

  /** What is printed means the same in any mode that does not change the values themselves. */
  private static final String MODE = "NO_UNSIGNED_SUBTRACTION,STRICT_ALL_TABLES";

  private final String collation;

  /**
   * Creates the dialect of one of them.
   *
   * @param collation the Unicode collation by which different strings are never equal
   */
  MySqlFamily(String productName, String collation) {
    super(productName, SETTINGS, () -> new MySqlPrinter(), () -> new MySqlTypeSystem());
    this.collation = collation;
  }

  /** The name of the type, without digits, sign or collation. */
  private static String kind(LiveSchema.Column column) {
    String name = column.typeName().toUpperCase(Locale.ROOT);
    if (name.contains(" COLLATE ")) {
      return "";
    }
    // The drivers report TINYINT(1) as such: to the database, every number is a boolean.
    if (column.jdbcType() == Types.BOOLEAN || (name.equals("BIT") && column.precision() == 1)) {
      return "BOOLEAN";
    }
    boolean unsigned = name.contains(" UNSIGNED");
    String plain = name.split("[ (]", 2)[0];
    return unsigned && isInteger(plain) ? "UNSIGNED " + plain : plain;
  }

  private static boolean isInteger(String name) {
    return switch (name) {
      case "TINYINT", "SMALLINT", "MEDIUMINT", "INT", "INTEGER", "BIGINT" -> true;
      default -> false;
    };
  }

  @Override
  public HavingNames havingNames() {
    return HavingNames.GROUPS_AND_ALIASES;
  }

  @Override
  public boolean hasNonFinite() {
    return false;
  }

  @Override
  protected @Nullable RelDataType scalar(RelDataTypeFactory types, LiveSchema.Column column) {
    return switch (kind(column)) {
      case "BOOLEAN" -> types.createSqlType(SqlTypeName.BOOLEAN);
      case "TINYINT" -> types.createSqlType(SqlTypeName.TINYINT);
      case "SMALLINT", "YEAR", "UNSIGNED TINYINT" -> types.createSqlType(SqlTypeName.SMALLINT);
      case "MEDIUMINT", "INT", "INTEGER", "UNSIGNED SMALLINT", "UNSIGNED MEDIUMINT" ->
          types.createSqlType(SqlTypeName.INTEGER);
      case "BIGINT", "UNSIGNED INT", "UNSIGNED INTEGER" -> types.createSqlType(SqlTypeName.BIGINT);
      case "UNSIGNED BIGINT" -> BackendTypes.decimal(types, MySqlTypeSystem.UNSIGNED_DIGITS, 0);
      case "DECIMAL", "NUMERIC" ->
          column.precision() <= BackendTypes.MAX_DIGITS
              ? types.createSqlType(SqlTypeName.DECIMAL, column.precision(), column.scale())
              : null;
      case "FLOAT", "DOUBLE", "REAL" -> types.createSqlType(SqlTypeName.DOUBLE);
      case "CHAR" ->
          types.createSqlType(
              isForeign(types) ? SqlTypeName.CHAR : SqlTypeName.VARCHAR,
              Math.max(1, column.precision()));
      case "VARCHAR" -> types.createSqlType(SqlTypeName.VARCHAR, Math.max(1, column.precision()));
      case "TINYTEXT", "TEXT", "ENUM", "SET", "UUID" -> types.createSqlType(SqlTypeName.VARCHAR);
      case "DATE" -> types.createSqlType(SqlTypeName.DATE);
      case "TIME" -> types.createSqlType(SqlTypeName.TIME, MySqlTypeSystem.SECOND_DIGITS);
      case "DATETIME", "TIMESTAMP" ->
          types.createSqlType(SqlTypeName.TIMESTAMP, MySqlTypeSystem.SECOND_DIGITS);
      default -> null;
    };
  }

  /** Whether it is another product that knows more of a CHAR(n). */
  private static boolean isForeign(RelDataTypeFactory types) {
    return types.getTypeSystem() instanceof BackendTypes system && system.isForeign();
  }

  @Override
  public boolean stripsPadding() {
    return true;
  }

  @Override
  protected boolean mayNotFit(LiveSchema.Column column) {
    return switch (kind(column)) {
      case "DATE", "TIME", "DATETIME", "TIMESTAMP" -> true;
      default -> false;
    };
  }

  /**
   * Strings are compared by bytes, whatever their collation; unsigned numbers are made signed ones,
   * numbers of single precision those of double precision. Values outside the type, the zero date
   * for one or a time of 25 hours, is NULL; different values never become one.
   */
  @Override
  public RexNode read(RexBuilder rex, RexNode value, LiveSchema.Column column, RelDataType type) {
    return switch (kind(column)) {
      case "BOOLEAN" -> form(rex, MySqlOperators.IS_NOT_ZERO, value, type);
      case "YEAR",
          "UNSIGNED TINYINT",
          "UNSIGNED SMALLINT",
          "UNSIGNED MEDIUMINT",
          "UNSIGNED INT",
          "UNSIGNED INTEGER",
          "UNSIGNED BIGINT" ->
          rex.makeAbstractCast(type, value, false);
      case "FLOAT", "DOUBLE", "REAL" -> form(rex, MySqlOperators.ONE_ZERO, value, type);
      case "CHAR", "VARCHAR", "TINYTEXT", "TEXT" -> byBytes(rex, value, type);
      // Values that are unique as such need not be unique as strings: there is a value for errors.
      case "ENUM", "SET", "UUID" -> byBytes(rex, rex.makeAbstractCast(type, value, false), type);
      case "DATE" -> form(rex, MySqlOperators.REAL_DATE, value, type);
      case "DATETIME", "TIMESTAMP" -> form(rex, MySqlOperators.VALID_TIMESTAMP, value, type);
      case "TIME" -> form(rex, MySqlOperators.TIME_OF_DAY, value, type);
      default -> value;
    };
  }

  private RexNode byBytes(RexBuilder rex, RexNode text, RelDataType type) {
    return form(rex, new CollationOperator(collation, "utf8mb4"), text, type);
  }

  private static RexNode form(RexBuilder rex, SqlOperator form, RexNode value, RelDataType type) {
    return rex.makeCall(type, form, List.of(value));
  }

  /**
   * A driver may return a year as a date; the longest strings are not sorted by all of their bytes.
   */
  @Override
  public int columnType(String typeName, int jdbcType) {
    return switch (typeName) {
      case "YEAR" -> Types.SMALLINT;
      case "MEDIUMTEXT", "LONGTEXT" -> Types.CLOB;
      default -> jdbcType;
    };
  }

  @Override
  public RexNode rewrite(RexBuilder rex, RexCall call) {
    return new MySqlForms(rex).of(call);
  }

  @Override
  public String typeName(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case REAL, FLOAT, DOUBLE -> "DOUBLE";
      case CHAR -> "VARCHAR";
      case TIMESTAMP -> "DATETIME";
      default -> type.getSqlTypeName().getName();
    };
  }

  @Override
  public RexNode hash(RexBuilder rex, List<RexNode> values) {
    RelDataType text = rex.getTypeFactory().createSqlType(SqlTypeName.VARCHAR);
    return chained(
        rex,
        rex.makeExactLiteral(BigDecimal.valueOf(HASH_SEED)),
        values,
        (value, hash) ->
            rex.makeCall(MySqlOperators.HASH, hash, rex.makeAbstractCast(text, value, false)));
  }

  /**
   * The mode of the session, and whatever else changes what a query means or how much of its answer
   * is sent; no warning is kept.
   */
  @Override
  public List<String> pinning() {
    List<String> pins =
        new ArrayList<>(
            List.of(
                // The driver determines the escaping of strings when it connects, and does not
                // change it.
                "SET SESSION sql_mode = IF(FIND_IN_SET('NO_BACKSLASH_ESCAPES', @@SESSION.sql_mode)"
                    + " > 0,"
                    + " '%1$s,NO_BACKSLASH_ESCAPES', '%1$s')".formatted(MODE),
                "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY",
                "SET SESSION completion_type = 'NO_CHAIN'",
                "SET SESSION time_zone = '+00:00'",
                "SET SESSION timestamp = DEFAULT",
                "SET SESSION lc_time_names = 'en_US'",
                "SET SESSION collation_connection = '" + collation + "'",
                "SET SESSION sql_auto_is_null = 0",
                "SET SESSION sql_select_limit = 18446744073709551615",
                "SET SESSION sql_big_selects = 1",
                "SET SESSION div_precision_increment = " + MySqlTypeSystem.QUOTIENT_DECIMALS,
                "SET SESSION default_week_format = 0",
                "SET SESSION max_sort_length = " + SORTED_BYTES,
                "SET SESSION sort_buffer_size = " + SORT_BUFFER,
                "SET SESSION max_error_count = 0"));
    pins.addAll(ownPinning());
    return pins;
  }

  /** Further settings that only one of the two needs. */
  List<String> ownPinning() {
    return List.of();
  }

  /** The statement that sets the timeout of every statement. */
  abstract String timeout(Duration timeout);

  @Override
  public List<String> limits(Duration timeout) {
    return List.of(timeout(timeout));
  }

  /**
   * The account that let the user in: an account without a name admits any name, and a server
   * without authentication has neither name nor host for it.
   */
  @Override
  public Optional<String> loginQuery() {
    return Optional.of(
        "SELECT CASE WHEN CURRENT_USER() <> '@' THEN LEFT(CURRENT_USER(),"
            + " CHAR_LENGTH(CURRENT_USER())"
            + " - CHAR_LENGTH(SUBSTRING_INDEX(CURRENT_USER(), '@', -1)) - 1) END,"
            + " CURRENT_USER(), USER(), DATABASE()");
  }

  /**
   * Strings of other character sets may become equal when converted to Unicode, or may not be
   * convertible. Tables of other engines may have keys that nothing enforces.
   */
  @Override
  public Optional<String> catalogQuery(CatalogQuery query) {
    return switch (query) {
      case MERGING_COLLATIONS ->
          Optional.of(
              """
              SELECT TABLE_NAME, COLUMN_NAME, COLLATION_NAME
              FROM INFORMATION_SCHEMA.COLUMNS
              WHERE CHARACTER_SET_NAME NOT IN ('latin1', 'utf8', 'utf8mb3', 'utf8mb4', 'ucs2', 'utf16', 'utf32')
                AND TABLE_SCHEMA = ?
              """);
      case UNENFORCED_TABLES ->
          Optional.of(
              """
              SELECT TABLE_NAME
              FROM INFORMATION_SCHEMA.TABLES
              WHERE (ENGINE IS NULL OR ENGINE NOT IN ('InnoDB', 'MyISAM', 'Aria', 'MEMORY', 'ROCKSDB'))
                AND TABLE_SCHEMA = ?
              """);
      default -> query.standard();
    };
  }

  /** The comment on a view is that word. */
  @Override
  public boolean isRemark(String text) {
    return super.isRemark(text) && !text.equals("VIEW");
  }
}
