package org.dpjdbc.sql.dialect.common;

import java.sql.Types;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlDialect;
import org.apache.calcite.sql.SqlOperator;
import org.dpjdbc.policy.LiveSchema;
import org.jspecify.annotations.Nullable;

/**
 * The differences between the databases behind the driver: how each reads SQL, and what it is to be
 * sent. Stateless.
 */
public interface BackendDialect extends ReadDialect {
  /**
   * Whether {@code SELECT … UNION ALL VALUES (…), (…)} is a query of the database's, so that many
   * rows can be written in short.
   */
  default boolean takesRowsOfValues() {
    return true;
  }

  /**
   * Whether this is the dialect of a database that calls itself so: its driver may give it the name
   * of another one.
   *
   * @param product its name, as the driver gives it
   * @param version its version, as the driver gives it
   */
  default boolean isOf(String product, String version) {
    return productName().equals(product);
  }

  /** Whether {@link #isOf} needs the version: some drivers query the database for it. */
  default boolean dependsOnVersion() {
    return false;
  }

  /** What {@code version()} is in a version. */
  default String version(String number) {
    return number;
  }

  /** Whether there are INTERSECT ALL and EXCEPT ALL. */
  default boolean comparesOccurrences() {
    return true;
  }

  /** How the strings of a column are compared. */
  default StringKind comparedAs(LiveSchema.Column column) {
    return StringKind.VARYING;
  }

  /** Whether values of a CHAR(n) are returned without their padding. */
  default boolean stripsPadding() {
    return false;
  }

  /** How SQL is printed for the database. */
  SqlDialect printer();

  @Override
  default SqlDialect labels() {
    return printer();
  }

  @Override
  default NullCollation nullOrder() {
    return printer().getNullCollation();
  }

  /**
   * JDBC's number of a column's type, where the driver gives it another one than its values have.
   *
   * @param typeName as the driver gives it
   * @param jdbcType as the driver gives it
   */
  default int columnType(String typeName, int jdbcType) {
    return jdbcType;
  }

  /**
   * The digits of a column's type, where the driver gives something else as its size.
   *
   * @param typeName as the driver gives it
   * @param size as the driver gives it
   */
  default int columnPrecision(String typeName, int size) {
    return size;
  }

  /**
   * The type of a column, nullable as the live schema says.
   *
   * @return empty for a type that is not offered
   */
  Optional<RelDataType> type(RelDataTypeFactory types, LiveSchema.Column column);

  /**
   * What is read in place of a column whose values the database would compare, compute with or hand
   * out in a way of its own: a total function of the value, of the type that {@link #type} gives
   * the column.
   *
   * @param value the column
   * @param type of the result
   * @return {@code value} itself for most columns
   */
  RexNode read(RexBuilder rex, RexNode value, LiveSchema.Column column, RelDataType type);

  /** Whether an index on the column finds what {@link #read} compares: not if that is computed. */
  default boolean usesIndexOn(LiveSchema.Column column) {
    return true;
  }

  /** Whether a column holds timestamps with a time zone, which are read in UTC. */
  default boolean isReadInUtc(LiveSchema.Column column) {
    return column.jdbcType() == Types.TIMESTAMP_WITH_TIMEZONE
        || column
            .typeName()
            .toUpperCase(Locale.ROOT)
            .matches("TIMESTAMPTZ|TIMESTAMP.* WITH TIME ZONE");
  }

  /**
   * The form of a call for the database, if it would compute the call differently, or fail. It has
   * the same value and type, and is total if the call is. The operands are in their forms already.
   */
  default RexNode rewrite(RexBuilder rex, RexCall call) {
    return call;
  }

  /**
   * The form of a condition of WHERE that is cheaper for the database: true for the same rows, and
   * total if the condition is.
   */
  default RexNode condition(RexBuilder rex, RexNode condition) {
    return condition;
  }

  /**
   * The aggregate of the same value that the database has for arguments of a type.
   *
   * @return {@code function} itself for most
   */
  default SqlAggFunction rewrite(SqlAggFunction function, RelDataType argument) {
    return function;
  }

  @Override
  default int jdbcType(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case DECIMAL -> Types.NUMERIC;
      case FLOAT -> Types.DOUBLE;
      default -> type.getSqlTypeName().getJdbcOrdinal();
    };
  }

  /**
   * A number that is a fixed, data-independent hash of the values: by its order it is decided which
   * of a unit's groups or values are kept. Total; NULL is a value like any other.
   */
  RexNode hash(RexBuilder rex, List<RexNode> values);

  /**
   * Whether joins are planned better where the rows are then sorted: H2 reckons the cost of sorting
   * for each table, and so prefers to read a large one once and to look up in small ones.
   */
  default boolean plansBetterOrdered() {
    return false;
  }

  /**
   * Whether an expression that stands several times in a statement is computed as often for each
   * row, but not where it is a column of a subselect that ends in {@code OFFSET 0}.
   */
  default boolean computesEachUse() {
    return false;
  }

  /**
   * Whether a sum of decimals takes less time than to make integers of them, and a sum of those.
   * Needs decimals that have an order without exceptions, and exact sums, and products of at least
   * 18 digits.
   */
  default boolean addsDecimals() {
    return false;
  }

  /**
   * Whether no setting allows a row to be stored without the row that it references. If one does,
   * the unit of a row has to be looked up: orphan rows belong to no unit, and count nowhere.
   */
  default boolean keepsReferences() {
    return false;
  }

  /**
   * Whether a condition of an inner join belongs into WHERE: H2 finds those that follow from two
   * others only where these stand side by side, and DuckDB those of one table that follow from
   * alternatives over several.
   */
  default boolean joinsInWhere(RexNode condition) {
    return false;
  }

  /**
   * Whether {@code TRY(expression)} is NULL for a row for which the expression fails, whatever
   * other rows there are.
   */
  default boolean tries() {
    return false;
  }

  /**
   * Whether a statement that reads a stored table twice reads the same rows twice, whatever others
   * write meanwhile: then all rows are aggregated at once, and only the units that bounds affect
   * are read again. Tables of which that is not true are those that {@link
   * CatalogQuery#UNSTEADY_TABLES} lists.
   */
  default boolean readsAlike() {
    return false;
  }

  /**
   * A condition that tells numbers from what is stored beside them, read as NULL, and greater than
   * all of them: where that is cheaper for the database than to read a value again.
   *
   * @param reading the operator by which a column is read
   * @param stored what is stored in the column
   * @return empty if a column is not read so
   */
  default Optional<RexNode> isNumber(RexBuilder rex, SqlOperator reading, RexNode stored) {
    return Optional.empty();
  }

  /**
   * Whether a part of a union is planned apart from the others just if it has a limit, so that all
   * workers share it. Otherwise each part may get one worker, even if one part is nearly all work.
   */
  default boolean plansLimitedPartsApart() {
    return false;
  }

  /**
   * Whether the rows of some units are found by an index alone, since the database does not join by
   * hashing.
   */
  default boolean joinsByIndexAlone() {
    return false;
  }

  /**
   * Whether the rows of all units are counted in an index alone, if one begins with the unit: then
   * sums over all rows, which need no row for each unit, and that count cost less than the sums of
   * each unit.
   */
  default boolean countsByIndexAlone() {
    return false;
  }

  /**
   * How an index has to hold a column, so that rows come in the order of what {@link #read} gives.
   *
   * @param quoted name of the column
   * @return empty if the index of no column is of use, or the database groups no rows by an index
   */
  default Optional<String> ordered(LiveSchema.Column column, String quoted) {
    return Optional.empty();
  }

  /** The most columns of an index, those that are only included among them. */
  default int indexColumns() {
    return Integer.MAX_VALUE;
  }

  /** Whether a remark in the catalog is the owner's, and not the database's own. */
  default boolean isRemark(String text) {
    return !text.isBlank();
  }

  /**
   * The names under one another by which the database knows a schema of the policy.
   *
   * @param schema as the policy calls it
   */
  default List<String> path(String schema) {
    return List.of(schema);
  }

  /**
   * Whether the database's driver has times of day and timestamps only in the time zone of the JVM,
   * in which some of them do not exist, but can return all of them as strings.
   */
  default boolean returnsTimestampsAsStrings() {
    return false;
  }

  /**
   * Whether an error says that the server takes no more statements at the time. It must not depend
   * on any row: the analyst reads it.
   *
   * @param errorCode the database's own number
   */
  default boolean isBusy(int errorCode) {
    return false;
  }

  /** Whether the keys that the catalog lists are enforced; none is believed where not. */
  default boolean enforcesKeys() {
    return true;
  }

  /**
   * What is selected in the place of a column of an answer that the database's driver would hand
   * out as another value than it is.
   *
   * @return {@code value} itself for most
   */
  default RexNode resultExpression(RexBuilder rex, RexNode value) {
    return value;
  }

  /**
   * A statement with the values of its parameters written into it, for a database whose driver does
   * not send them beside it.
   *
   * @param sql as printed for the database
   * @param parameters a value for each question mark of it; {@code null} is SQL NULL
   * @return empty if the driver sends them
   * @throws IllegalArgumentException if there are not as many question marks as values
   */
  default Optional<String> written(String sql, List<@Nullable Object> parameters) {
    return Optional.empty();
  }

  /**
   * What is prepared and described so that the database checks a statement without reading a row,
   * or run for it, if the statement is {@link #written}: it fails if the statement would be
   * rejected.
   *
   * @param statement as it will be run
   * @return {@code statement} itself where it can be run as it was prepared
   */
  default String check(String statement) {
    return statement;
  }

  /** Whether floating-point numbers of the database can be NaN or infinite; NULL, where not. */
  default boolean hasNonFinite() {
    return true;
  }

  /**
   * Additional properties for the database's driver, besides the user's.
   *
   * @param url that is connected to; perhaps that of another database
   * @param patience after which the driver gives a server up that does not answer the login; a
   *     thread that waits for one cannot be stopped
   */
  default Map<String, String> driverProperties(String url, Duration patience) {
    return Map.of();
  }

  /**
   * How long the driver waits for an answer from the network.
   *
   * @param timeout after which no answer is of use
   */
  default Duration networkTimeout(Duration timeout) {
    return timeout;
  }

  /** Whether the database's driver can make a connection read-only. */
  default boolean hasReadOnlyConnections() {
    return true;
  }

  /** Whether released answers can be kept as tables of the database. */
  default boolean keepsReleases() {
    return false;
  }

  /**
   * How a column is declared that keeps released values of a type, where the database {@link
   * #keepsReleases() keeps any}.
   *
   * @return empty for types that are not kept
   */
  default Optional<String> declared(RelDataType type) {
    return Optional.empty();
  }

  /** The statements after {@link #pinning} that let a connection write, where it cannot yet. */
  default List<String> writing() {
    return List.of();
  }

  /** The connectors by which the database reads tables, if it does not store all of them itself. */
  default Optional<Connectors> connectors() {
    return Optional.empty();
  }

  /** The statements that pin a new backend connection; run once, before anything else. */
  List<String> pinning();

  /**
   * The query that lists the settings of a session, by name and value, if which there are depends
   * on the server; run after {@link #pinning}.
   */
  default Optional<String> settingsQuery() {
    return Optional.empty();
  }

  /**
   * The statements that pin the settings that {@link #settingsQuery} lists.
   *
   * @param settings value by name, an empty one in the place of NULL
   */
  default List<String> pinning(Map<String, String> settings) {
    return List.of();
  }

  /**
   * The statements by which the database itself ends what takes too long; run after {@link
   * #pinning}.
   *
   * @param timeout of every statement
   */
  default List<String> limits(Duration timeout) {
    return List.of();
  }

  /**
   * The query that says who a connection is: one row, the user's own name first (NULL if users are
   * not checked, empty if one account admits any name), then whatever else decides which rows it
   * sees. Without a query the driver is asked for the user.
   */
  default Optional<String> loginQuery() {
    return Optional.empty();
  }

  /** The query that answers a query about a schema, if the database has one. */
  default Optional<String> catalogQuery(CatalogQuery query) {
    return query.standard();
  }

  /** Whether the database's driver fetches some rows at a time within a transaction alone. */
  default boolean streamsInTransactions() {
    return false;
  }

  /**
   * The only settings that a URL of the database may have, in small letters without punctuation.
   *
   * @param url perhaps that of another database
   * @return empty if it is, or if the database's driver reports what it understood of a URL
   */
  default Optional<Set<String>> settings(String url) {
    return Optional.empty();
  }

  /**
   * Where a URL of the database may hold settings that cannot be read here.
   *
   * @param url perhaps that of another database
   * @return empty if it holds none there
   */
  default Optional<String> refusedPart(String url) {
    return Optional.empty();
  }

  /**
   * Whether a setting of that name changes what a query means to the database, or has it load code.
   *
   * @param name in small letters without punctuation
   */
  default boolean refuses(String name) {
    return false;
  }

  /** The same for some values of it alone. */
  default boolean refuses(String name, String value) {
    return false;
  }

  /** Whether a failure to connect says that the login was rejected, though not by its SQLState. */
  default boolean isRefusedLogin(Throwable failure) {
    return false;
  }

  /** Whether it says that a password is not sent without TLS. */
  default boolean isPasswordWithoutTls(Throwable failure) {
    return false;
  }
}
