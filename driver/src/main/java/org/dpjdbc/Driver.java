package org.dpjdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import org.dpjdbc.jdbc.Connector;
import org.dpjdbc.jdbc.DriverVersion;
import org.dpjdbc.jdbc.Errors;
import org.dpjdbc.run.Engine;
import org.jspecify.annotations.Nullable;

/**
 * The JDBC driver for {@code jdbc:dp:} and the URL of any database. Registers itself. Thread-safe.
 *
 * <p>Queries are answered with differential privacy under the policy that the parameter {@code
 * dp.policy} names; {@link #getPropertyInfo} lists every parameter. The connection is charged to
 * {@code dp.analyst} or else the user; without either there is none.
 */
public final class Driver implements java.sql.Driver {
  static {
    try {
      DriverManager.registerDriver(new Driver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Connector connector;

  /** Creates the driver. */
  public Driver() {
    this(new Connector(Engine::open));
  }

  Driver(Connector connector) {
    this.connector = connector;
  }

  @Override
  public boolean acceptsURL(@Nullable String url) throws SQLException {
    if (url == null) {
      throw Errors.nullArgument("the URL");
    }
    return Connector.accepts(url);
  }

  /**
   * Connects; {@code null} for a URL that is for another driver.
   *
   * @throws SQLException if the parameters, the policy, the ledger or the database are not usable
   */
  @Override
  public @Nullable Connection connect(@Nullable String url, @Nullable Properties info)
      throws SQLException {
    if (url == null) {
      throw Errors.nullArgument("the URL");
    }
    return Connector.accepts(url) ? connector.connect(url, info) : null;
  }

  /** Every parameter, with the values given so far. Works on a URL that is not finished. */
  @Override
  public DriverPropertyInfo[] getPropertyInfo(@Nullable String url, @Nullable Properties info) {
    return Connector.describe(url, info);
  }

  @Override
  public int getMajorVersion() {
    return DriverVersion.current().major();
  }

  @Override
  public int getMinorVersion() {
    return DriverVersion.current().minor();
  }

  /** False: only queries are offered, which is less than JDBC compliance asks for. */
  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw Errors.notOffered("Driver.getParentLogger");
  }
}
