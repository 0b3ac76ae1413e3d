package org.dpjdbc.jdbc;

import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.dpjdbc.jdbc.error.Errors;
import org.dpjdbc.run.api.Query;
import org.jspecify.annotations.Nullable;

/**
 * A query that was parsed and validated once and may be run any number of times, with other values;
 * each run is a release and is charged on its own.
 */
final class DpPreparedStatement extends DpStatement
    implements ParameterSetters, PreparedStatementStubs {
  private final Query query;
  private final Parameters parameters;

  DpPreparedStatement(DpConnection connection, boolean scrollable, Query query) {
    super(connection, scrollable);
    this.query = query;
    this.parameters = new Parameters(query.parameters().size());
  }

  /** JDBC requires that a prepared statement refuses the methods that take SQL. */
  @Override
  Query prepare(String sql) throws SQLException {
    checkOpen();
    throw Errors.preparedAlready();
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    checkOpen();
    if (query.writes()) {
      throw Errors.queryOfUpdate();
    }
    return run(query, parameters.values());
  }

  @Override
  public boolean execute() throws SQLException {
    checkOpen();
    return execute(query, parameters.values());
  }

  @Override
  public int executeUpdate() throws SQLException {
    return (int) Math.min(executeLargeUpdate(), Integer.MAX_VALUE);
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    checkOpen();
    return update(query, parameters.values());
  }

  @Override
  public void bind(int index, @Nullable Object value) throws SQLException {
    checkOpen();
    parameters.set(index, value);
  }

  @Override
  public void clearParameters() throws SQLException {
    checkOpen();
    parameters.clear();
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    return new DpResultSetMetaData(new Columns(call((session, stop) -> query.columns())));
  }

  @Override
  public ParameterMetaData getParameterMetaData() throws SQLException {
    checkOpen();
    return new DpParameterMetaData(query.parameters());
  }
}
