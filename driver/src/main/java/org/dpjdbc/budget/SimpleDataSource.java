package org.dpjdbc.budget;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A data source that only opens connections. */
public final class SimpleDataSource implements DataSource {
  private final Source source;

  /** Makes connections. */
  @FunctionalInterface
  public interface Source {
    /**
     * A new one.
     *
     * @throws SQLException if there is none
     */
    Connection connect() throws SQLException;
  }

  /**
   * Creates a data source.
   *
   * @param source of its connections
   */
  public SimpleDataSource(Source source) {
    this.source = source;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return source.connect();
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw unsupported();
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    throw unsupported();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    throw unsupported();
  }

  @Override
  public void setLoginTimeout(int seconds) {
    // The pool gives up by itself.
  }

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw unsupported();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw unsupported();
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }

  private static SQLFeatureNotSupportedException unsupported() {
    return new SQLFeatureNotSupportedException("not supported by this data source", "HYC00");
  }
}
