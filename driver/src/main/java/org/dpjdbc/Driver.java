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
import org.dpjdbc.jdbc.error.Errors;
import org.dpjdbc.run.Engine;
import org.jspecify.annotations.Nullable;

/**
 * The JDBC driver for {@code jdbc:dp:} followed by the URL of a database. Registers itself.
 * Thread-safe.
 *
 * <p>Queries are answered with differential privacy under the policy that the parameter {@code
 * dp.policy} names; {@link #getPropertyInfo} lists every parameter. Queries are charged to {@code
 * dp.analyst}, or else to the user; without either, connecting fails.
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
   * Connects; returns {@code null} for a URL of another driver.
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

  /** Every parameter, with the values given so far. Accepts an incomplete URL. */
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

  /** False: only queries are offered, which is less than JDBC compliance requires. */
  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw Errors.notOffered("Driver.getParentLogger");
  }
}
