package org.dpjdbc.run.schema;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlDialect;
import org.dpjdbc.policy.LiveSchema.Column;
import org.dpjdbc.policy.LiveSchema.Kind;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.dialect.common.Connectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** By which connectors a database reads its tables, where it does not store all of them itself. */
final class TableSources {
  private static final Logger LOGGER = LoggerFactory.getLogger(TableSources.class);

  /** Of a catalog that the database does not list, or a table that it does not describe. */
  private static final String UNKNOWN = "unknown";

  private final Connection connection;
  private final SqlDialect printer;
  private final Connectors known;

  /** By catalog. */
  private final Map<String, String> connectors;

  private TableSources(
      Connection connection, SqlDialect printer, Connectors known, Map<String, String> connectors) {
    this.connection = connection;
    this.printer = printer;
    this.known = known;
    this.connectors = connectors;
  }

  /**
   * How one table is read.
   *
   * @param unverified the connectors on which the build runs no tests
   * @param failing by a column, the connector that fails for some values of its type
   */
  record Source(Optional<String> unverified, Function<Column, Optional<String>> failing) {
    static final Source STORED = new Source(Optional.empty(), column -> Optional.empty());

    /** A type that cannot be read is named with the connector, which makes it a type of its own. */
    List<Column> types(List<Column> columns) {
      return columns.stream()
          .map(column -> failing.apply(column).map(by -> through(by, column)).orElse(column))
          .toList();
    }

    private static Column through(String connector, Column column) {
      return new Column(
          column.name(),
          column.jdbcType(),
          column.typeName() + " through " + connector,
          column.precision(),
          column.scale(),
          column.nullable(),
          column.checked(),
          column.remarks());
    }
  }

  /**
   * Lists the connectors.
   *
   * @return empty if the database stores its tables itself
   * @throws SQLException if the database fails, or does not show its connectors to the user
   */
  static Optional<TableSources> read(Connection connection) throws SQLException {
    BackendDialect dialect = CatalogRows.dialect(connection);
    Optional<Connectors> known = dialect.connectors();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> connectors = new TreeMap<>();
    Optional<String> query = known.get().query();
    if (query.isPresent()) {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(query.get())) {
        while (rows.next()) {
          connectors.put(rows.getString(1), rows.getString(2));
        }
      }
    }
    return Optional.of(new TableSources(connection, dialect.printer(), known.get(), connectors));
  }

  /**
   * How a table or view is read.
   *
   * @param catalog that holds it
   * @throws SQLException if the database fails
   */
  Source of(@Nullable String catalog, String schema, String name, Kind kind) throws SQLException {
    if (kind == Kind.VIEW) {
      Optional<String> failing = failing(catalog, schema, name);
      return new Source(unverified(connectors.values()), column -> failing);
    }
    Optional<String> query = known.tableQuery(quoted(null, schema, name));
    String connector = query.isPresent() ? described(query.get()) : connector(catalog);
    return new Source(
        unverified(List.of(connector)),
        column -> Optional.of(connector).filter(by -> known.mayFail(by, column.typeName())));
  }

  /** Of several rows of that property the last: the others are columns that are called so. */
  private String described(String query) throws SQLException {
    String connector = UNKNOWN;
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        if (known.property().equals(rows.getString(1))) {
          connector = Optional.ofNullable(rows.getString(2)).orElse(UNKNOWN);
        }
      }
    }
    return connector;
  }

  private String connector(@Nullable String catalog) {
    return catalog == null ? UNKNOWN : connectors.getOrDefault(catalog, UNKNOWN);
  }

  private Optional<String> unverified(Collection<String> candidates) {
    String names =
        candidates.stream()
            .filter(connector -> !known.isVerified(connector))
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return Optional.of(names).filter(some -> !some.isEmpty());
  }

  private String quoted(@Nullable String catalog, String schema, String name) {
    return Stream.of(Optional.ofNullable(catalog), Optional.of(schema), Optional.of(name))
        .flatMap(Optional::stream)
        .map(printer::quoteIdentifier)
        .collect(Collectors.joining("."));
  }

  /**
   * A connector that fails for some values and that a view reads: it may decode columns that the
   * view does not show.
   */
  private Optional<String> failing(@Nullable String catalog, String schema, String name) {
    Optional<String> query = known.inputsQuery(quoted(catalog, schema, name));
    if (query.isEmpty() || connectors.values().stream().noneMatch(known::mayFail)) {
      return Optional.empty();
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query.get())) {
      StringBuilder answer = new StringBuilder();
      while (rows.next()) {
        answer.append(rows.getString(1)).append('\n');
      }
      return known.inputs(answer.toString()).stream()
          .map(this::connector)
          .filter(known::mayFail)
          .findFirst();
    } catch (SQLException e) {
      LOGGER.info("What the view {}.{} reads is not known", schema, name, e);
      return Optional.of(UNKNOWN);
    }
  }
}
