package org.dpjdbc.sql.dialect.trino;

import com.google.common.base.Strings;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.avatica.util.Quoting;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.dialect.common.CatalogQuery;
import org.dpjdbc.sql.dialect.common.CommonDialect;
import org.dpjdbc.sql.dialect.common.Connectors;
import org.dpjdbc.sql.dialect.common.ParserSettings;
import org.dpjdbc.sql.dialect.postgres.PostgresForms;
import org.dpjdbc.sql.rewrite.DialectSyntax;
import org.jspecify.annotations.Nullable;

/** Trino, from version 418. */
public final class TrinoDialect extends CommonDialect {
  /** Names are compared without regard to their letters' case, quoted or not. */
  private static final ParserSettings SETTINGS =
      new ParserSettings(
          Quoting.DOUBLE_QUOTE,
          Casing.UNCHANGED,
          Casing.UNCHANGED,
          false,
          SqlConformanceEnum.LENIENT);

  /** The driver's setting that a URL may have if all of its properties are harmless. */
  private static final String SESSION_PROPERTIES = "sessionproperties";

  private static final Pattern WITHOUT_TLS =
      Pattern.compile("TLS/SSL (is )?required for authentication with username and password");

  private static final Connectors CONNECTORS = new TrinoConnectors();

  /** How long the driver repeats a request that fails; a server answers within a second. */
  private static final Duration RETRIES = Duration.ofSeconds(8);

  /** Whether statements are prepared on the server. */
  private static final String IMMEDIATE = "explicitPrepare";

  private static final int QUERY_QUEUE_FULL = 131_074;

  /** {@code timestamp(3) with time zone}: the name's first half, the digits and the second half. */
  private static final Pattern NAME = Pattern.compile("([a-z ]+)(?:\\((\\d+)(?:, ?\\d+)?\\))?(.*)");

  public TrinoDialect() {
    super("Trino", SETTINGS, () -> new TrinoPrinter(), () -> new TrinoTypeSystem());
  }

  @Override
  public String valuesColumn(int column, SqlNode first) {
    return "_col" + column;
  }

  @Override
  public DialectSyntax syntax() {
    return TrinoSyntax.ALL;
  }

  /**
   * The parts of a type's name.
   *
   * @param name without digits
   * @param digits or characters; negative if there are none
   */
  private record TypeName(String name, int digits) {
    static TypeName of(LiveSchema.Column column) {
      Matcher parts = NAME.matcher(column.typeName().toLowerCase(Locale.ROOT));
      if (!parts.matches()) {
        return new TypeName("", -1);
      }
      String digits = parts.group(2);
      return new TypeName(
          parts.group(1) + parts.group(3), digits == null ? -1 : Integer.parseInt(digits));
    }
  }

  @Override
  public HavingNames havingNames() {
    return HavingNames.COLUMNS;
  }

  @Override
  protected @Nullable RelDataType scalar(RelDataTypeFactory types, LiveSchema.Column column) {
    TypeName type = TypeName.of(column);
    return switch (type.name()) {
      case "boolean" -> types.createSqlType(SqlTypeName.BOOLEAN);
      case "tinyint" -> types.createSqlType(SqlTypeName.TINYINT);
      case "smallint" -> types.createSqlType(SqlTypeName.SMALLINT);
      case "integer" -> types.createSqlType(SqlTypeName.INTEGER);
      case "bigint" -> types.createSqlType(SqlTypeName.BIGINT);
      case "real" -> types.createSqlType(SqlTypeName.REAL);
      case "double" -> types.createSqlType(SqlTypeName.DOUBLE);
      case "decimal" ->
          types.createSqlType(SqlTypeName.DECIMAL, column.precision(), column.scale());
      case "varchar", "char" ->
          type.digits() > 0
              ? types.createSqlType(SqlTypeName.VARCHAR, type.digits())
              : types.createSqlType(SqlTypeName.VARCHAR);
      case "uuid" -> types.createSqlType(SqlTypeName.VARCHAR);
      case "date" -> types.createSqlType(SqlTypeName.DATE);
      case "time" -> timestamp(types, SqlTypeName.TIME, type.digits());
      case "timestamp", "timestamp with time zone" ->
          timestamp(types, SqlTypeName.TIMESTAMP, type.digits());
      default -> null;
    };
  }

  /** Of more digits two values could become one. */
  private static @Nullable RelDataType timestamp(
      RelDataTypeFactory types, SqlTypeName name, int digits) {
    return digits > TrinoTypeSystem.MAX_SECOND_DIGITS
        ? null
        : types.createSqlType(name, digits < 0 ? TrinoTypeSystem.SECOND_DIGITS : digits);
  }

  @Override
  protected boolean mayNotFit(LiveSchema.Column column) {
    return switch (TypeName.of(column).name()) {
      case "real", "double" -> true;
      default -> false;
    };
  }

  /**
   * NaN is NULL: it equals nothing here, not even itself, so that a join by it would lose rows that
   * a group of it has. Strings that are compared without the blanks at their ends are read without
   * them, UUIDs as strings, timestamps in any zone as UTC's clock shows them. Different values
   * never become one.
   */
  @Override
  public RexNode read(RexBuilder rex, RexNode value, LiveSchema.Column column, RelDataType type) {
    return switch (TypeName.of(column).name()) {
      case "real", "double" -> rex.makeCall(type, TrinoOperators.NUMBER, List.of(value));
      case "char" -> rex.makeCall(type, TrinoOperators.UNPADDED, List.of(value));
      case "uuid" -> rex.makeAbstractCast(type, value, false);
      case "timestamp with time zone" ->
          rex.makeAbstractCast(
              type, rex.makeCall(type, TrinoOperators.IN_UTC, List.of(value)), false);
      default -> value;
    };
  }

  @Override
  public RexNode rewrite(RexBuilder rex, RexCall call) {
    return new TrinoForms(rex).of(call);
  }

  /** A sum of BIGINTs is one too, and an error where it is too long. */
  @Override
  public SqlAggFunction rewrite(SqlAggFunction function, RelDataType argument) {
    boolean sum = function.getKind() == SqlKind.SUM || function.getKind() == SqlKind.SUM0;
    return sum && argument.getSqlTypeName() == SqlTypeName.BIGINT
        ? TrinoOperators.SUM_OF_BIGINTS
        : function;
  }

  @Override
  public String typeName(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case DECIMAL -> "decimal(%d,%d)".formatted(type.getPrecision(), type.getScale());
      case CHAR, VARCHAR ->
          type.getPrecision() > 0 ? "varchar(%d)".formatted(type.getPrecision()) : "varchar";
      case TIME -> "time(%d)".formatted(type.getPrecision());
      case TIMESTAMP -> "timestamp(%d)".formatted(type.getPrecision());
      case FLOAT -> "double";
      default -> type.getSqlTypeName().getName().toLowerCase(Locale.ROOT);
    };
  }

  /** The type of a string literal is VARCHAR. */
  @Override
  public int jdbcType(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.CHAR ? Types.VARCHAR : super.jdbcType(type);
  }

  @Override
  public boolean tries() {
    return true;
  }

  @Override
  public RexNode hash(RexBuilder rex, List<RexNode> values) {
    RelDataType text = rex.getTypeFactory().createSqlType(SqlTypeName.VARCHAR);
    RelDataType bigint = rex.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
    return chained(
        rex,
        rex.makeExactLiteral(BigDecimal.valueOf(HASH_SEED), bigint),
        values,
        (value, hash) ->
            rex.makeCall(
                TrinoOperators.HASH,
                rex.makeAbstractCast(text, PostgresForms.oneZero(rex, value), false),
                rex.makeAbstractCast(text, hash, false)));
  }

  /** There is no read-only session: what may be written is the server's rules to say. */
  @Override
  public List<String> pinning() {
    return List.of("SET SESSION time_zone_id = 'UTC'");
  }

  @Override
  public Optional<String> settingsQuery() {
    return Optional.of(TrinoSettings.QUERY);
  }

  @Override
  public List<String> pinning(Map<String, String> settings) {
    return TrinoSettings.pinning(settings);
  }

  @Override
  public Optional<Connectors> connectors() {
    return Optional.of(CONNECTORS);
  }

  @Override
  public List<String> limits(Duration timeout) {
    return List.of(
        "SET SESSION query_max_run_time = '%dms'".formatted(Math.max(1, timeout.toMillis())));
  }

  /** Before a statement reads any row. Of memory there may be too little because of rows. */
  @Override
  public boolean isBusy(int errorCode) {
    return errorCode == QUERY_QUEUE_FULL;
  }

  /** There are none. */
  @Override
  public boolean enforcesKeys() {
    return false;
  }

  /** Strings are compared by code points; there are no keys and no constraints. */
  @Override
  public Optional<String> catalogQuery(CatalogQuery query) {
    return Optional.empty();
  }

  /** A schema of another catalog than the connection's is called {@code catalog.schema}. */
  @Override
  public List<String> path(String schema) {
    return List.of(schema.split("\\.", 2));
  }

  @Override
  public boolean returnsTimestampsAsStrings() {
    return true;
  }

  /**
   * A statement travels within its execution: in a header of the request, as the driver would send
   * it otherwise, there is no room for a long one.
   */
  @Override
  public Map<String, String> driverProperties(String url, Duration patience) {
    return url.startsWith("jdbc:trino:") && !url.contains(IMMEDIATE + "=")
        ? Map.of(IMMEDIATE, "false")
        : Map.of();
  }

  @Override
  public Duration networkTimeout(Duration timeout) {
    return timeout.compareTo(RETRIES) < 0 ? timeout : RETRIES;
  }

  @Override
  public boolean refuses(String name, String value) {
    return name.equals(SESSION_PROPERTIES)
        && !Stream.of(value.split(";", -1)).allMatch(TrinoSettings::isHarmless);
  }

  /** What the driver says, with no SQLState, of a server's 401. */
  @Override
  public boolean isRefusedLogin(Throwable failure) {
    boolean said = String.valueOf(failure.getMessage()).contains("Authentication failed");
    return said
        && (failure instanceof SQLException exception
            ? Strings.isNullOrEmpty(exception.getSQLState())
            : failure.getClass().getName().startsWith("io.trino."));
  }

  /** What the driver says of a password without TLS, before it connects. */
  @Override
  public boolean isPasswordWithoutTls(Throwable failure) {
    return WITHOUT_TLS.matcher(String.valueOf(failure.getMessage())).find();
  }
}
