package org.dpjdbc.run.backend;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The statements of one run on one connection. A statement that was checked is kept, and runs as it
 * was prepared. Belongs to one thread.
 */
public final class RunStatements implements AutoCloseable {
  /** {@code cached plan must not change result type}. */
  private static final String KEPT_TOO_LONG = "0A000";

  private static final Logger LOGGER = LoggerFactory.getLogger(RunStatements.class);

  private final Connection connection;
  private final BackendDialect dialect;
  private final Map<String, PreparedStatement> checked = new HashMap<>();

  RunStatements(Connection connection, BackendDialect dialect) {
    this.connection = connection;
    this.dialect = dialect;
  }

  /** A statement and what is done with it. */
  record RunningStatement(Statement statement, Step step) implements AutoCloseable {
    @Override
    public void close() throws SQLException {
      statement.close();
    }
  }

  /** What the database does with a statement. */
  interface Step {
    ResultSet rows() throws SQLException;
  }

  /** A statement with its parameters beside it, or written into it. */
  RunningStatement running(BackendReader.Planned planned) throws SQLException {
    List<@Nullable Object> values = toBackend(planned.parameters());
    Optional<String> written = dialect.written(planned.sql(), values);
    if (written.isPresent()) {
      Statement statement = connection.createStatement();
      return new RunningStatement(statement, () -> statement.executeQuery(written.get()));
    }
    PreparedStatement known = checked.remove(planned.sql());
    PreparedStatement statement =
        known == null ? connection.prepareStatement(planned.sql()) : known;
    try {
      bind(statement, values);
    } catch (SQLException | RuntimeException e) {
      statement.close();
      throw e;
    }
    return new RunningStatement(statement, statement::executeQuery);
  }

  /**
   * Has the database check a statement that runs later, without reading a row: a driver that sends
   * nothing when it prepares a statement must send it to determine its columns.
   *
   * @param canceller stops the statement
   */
  void check(BackendReader.Planned planned, StatementCanceller canceller) throws SQLException {
    List<@Nullable Object> values = toBackend(planned.parameters());
    Optional<String> written = dialect.written(planned.sql(), values);
    if (written.isPresent()) {
      try (Statement statement = connection.createStatement()) {
        canceller.holds(statement);
        statement.executeQuery(dialect.check(written.get())).close();
      }
      return;
    }
    String text = dialect.check(planned.sql());
    if (!checked.containsKey(text)) {
      PreparedStatement statement = connection.prepareStatement(text);
      checked.put(text, statement);
      canceller.holds(statement);
      bind(statement, values);
      describe(statement);
    }
  }

  /**
   * A statement that the server has kept since before a table changed is rejected once with this
   * state; PostgreSQL's driver then prepares it anew.
   */
  private static void describe(PreparedStatement statement) throws SQLException {
    try {
      statement.getMetaData();
    } catch (SQLException e) {
      if (!KEPT_TOO_LONG.equals(e.getSQLState())) {
        throw e;
      }
      statement.getMetaData();
    }
  }

  private List<@Nullable Object> toBackend(List<@Nullable Object> parameters) {
    List<@Nullable Object> values = new ArrayList<>();
    parameters.forEach(value -> values.add(toBackend(value)));
    return values;
  }

  /** The value to bind in place of the given one. */
  private @Nullable Object toBackend(@Nullable Object value) {
    if (value == null || isMissing(value)) {
      return null;
    }
    return dialect.returnsTimestampsAsStrings() ? TimestampFormat.of(value) : value;
  }

  private static void bind(PreparedStatement statement, List<@Nullable Object> values)
      throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      Object value = values.get(i);
      if (value == null) {
        statement.setNull(i + 1, Types.NULL);
      } else {
        statement.setObject(i + 1, value);
      }
    }
  }

  /** Whether a released number is none that the database has. */
  private boolean isMissing(Object value) {
    return value instanceof Number number
        && !Double.isFinite(number.doubleValue())
        && !(value instanceof BigDecimal)
        && !dialect.hasNonFinite();
  }

  /** Statements that were checked but never run. */
  @Override
  public void close() {
    for (PreparedStatement statement : checked.values()) {
      try {
        statement.close();
      } catch (SQLException e) {
        LOGGER.info("A statement could not be closed", e);
      }
    }
    checked.clear();
  }
}
