package org.dpjdbc.run.backend;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlDialect;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a table of released rows, and nothing else, on a connection of its own that runs no
 * queries, because connections for queries are read-only. The statements consist of checked names
 * and of types from the plan; values are bound.
 */
public final class ReleaseWriter {
  private static final Logger LOGGER = LoggerFactory.getLogger(ReleaseWriter.class);

  /** Rows that are sent at a time. */
  private static final int BATCH = 1000;

  private final Settings settings;
  private final BackendDialect dialect;
  private final Policy policy;

  public ReleaseWriter(Settings settings, BackendDialect dialect, Policy policy) {
    this.settings = settings;
    this.dialect = dialect;
    this.policy = policy;
  }

  /**
   * A table that is not there yet.
   *
   * @param schema of releases
   * @param name checked to be safe for a database
   * @param columns at least one
   */
  public record Table(String schema, String name, List<Column> columns) {}

  /**
   * Its column.
   *
   * @param name checked likewise
   * @param type as the database declares it
   * @param jdbcType of {@link java.sql.Types}
   */
  public record Column(String name, String type, int jdbcType) {}

  /**
   * Makes the table with all of the rows, or leaves none behind.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if the database fails
   */
  public void write(Table table, Rows rows) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    try (Connection connection = BoundedConnect.open(settings, policy.limits().timeout(), loader)) {
      ReadOnlyConnection.pinWriting(connection, dialect, policy.limits().timeout());
      connection.setAutoCommit(false);
      write(connection, table, rows);
    } catch (SQLException | RuntimeException e) {
      throw BackendReader.failedAfterCharge(e);
    }
  }

  private void write(Connection connection, Table table, Rows rows) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(create(table));
    }
    try {
      insert(connection, table, rows);
      connection.commit();
    } catch (SQLException | RuntimeException | Error e) {
      undo(connection, table);
      throw e;
    }
  }

  private String create(Table table) {
    SqlDialect printer = dialect.printer();
    return "CREATE TABLE "
        + name(table)
        + table.columns().stream()
            .map(column -> printer.quoteIdentifier(column.name()) + " " + column.type())
            .collect(Collectors.joining(", ", " (", ")"));
  }

  private String name(Table table) {
    List<String> path = new ArrayList<>(dialect.path(table.schema()));
    path.add(table.name());
    return path.stream()
        .map(part -> dialect.printer().quoteIdentifier(part))
        .collect(Collectors.joining("."));
  }

  private void insert(Connection connection, Table table, Rows rows) throws SQLException {
    String marks = String.join(", ", Collections.nCopies(table.columns().size(), "?"));
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + name(table) + " VALUES (" + marks + ")")) {
      for (int row = 0; row < rows.size(); row++) {
        for (int i = 0; i < table.columns().size(); i++) {
          bind(insert, i + 1, stored(rows.get(row, i)), table.columns().get(i).jdbcType());
        }
        insert.addBatch();
        if (row % BATCH == BATCH - 1) {
          insert.executeBatch();
        }
      }
      if (rows.size() % BATCH > 0) {
        insert.executeBatch();
      }
    }
  }

  private static void bind(PreparedStatement insert, int place, @Nullable Object value, int type)
      throws SQLException {
    if (value == null) {
      insert.setNull(place, type);
    } else {
      insert.setObject(place, value);
    }
  }

  /** NaN and infinities are NULL in a database that has none; drivers know shorts, not bytes. */
  private @Nullable Object stored(@Nullable Object value) {
    if (value instanceof Byte number) {
      return number.shortValue();
    }
    boolean missing =
        value instanceof Number number
            && !(value instanceof BigDecimal)
            && !Double.isFinite(number.doubleValue())
            && !dialect.hasNonFinite();
    return missing ? null : value;
  }

  /**
   * If the database does not create tables within transactions, the table exists by now, and this
   * connection created it.
   */
  private void undo(Connection connection, Table table) {
    try {
      connection.rollback();
      if (connection.getMetaData().dataDefinitionCausesTransactionCommit()) {
        try (Statement statement = connection.createStatement()) {
          statement.execute("DROP TABLE " + name(table));
        }
      }
    } catch (SQLException e) {
      LOGGER.error("A table of released rows could not be taken back: {}", table.name(), e);
    }
  }
}
