package org.dpjdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.dpjdbc.jdbc.Connector;
import org.dpjdbc.jdbc.error.Errors;
import org.dpjdbc.run.Engine;
import org.jspecify.annotations.Nullable;

/**
 * A data source: a URL and the other settings of a connection, as bean properties. A property takes
 * precedence over the URL; setting it to null removes it. Thread-safe.
 */
public final class DpDataSource implements DataSource {
  private final Connector connector;
  private final Properties properties = new Properties();
  private volatile @Nullable String url;
  private volatile int loginTimeout;

  /** Creates a data source without a URL. */
  public DpDataSource() {
    this(new Connector(Engine::open));
  }

  DpDataSource(Connector connector) {
    this.connector = connector;
  }

  /**
   * Sets the URL: {@code jdbc:dp:} followed by the database's own URL without its {@code jdbc:}.
   */
  public void setUrl(@Nullable String url) {
    this.url = url;
  }

  /** The user of the database. */
  public void setUser(@Nullable String user) {
    setProperty("user", user);
  }

  /** The password of the database. */
  public void setPassword(@Nullable String password) {
    setProperty("password", password);
  }

  /** The policy file: a path, or {@code classpath:} followed by the name of a resource. */
  public void setPolicy(@Nullable String policy) {
    setProperty("dp.policy", policy);
  }

  /** The analyst to charge queries to; by default the user. */
  public void setAnalyst(@Nullable String analyst) {
    setProperty("dp.analyst", analyst);
  }

  /** The policy itself, where it is not what its file says when the connection is opened. */
  public void setPolicyText(@Nullable String policyText) {
    setProperty("dp.policy_text", policyText);
  }

  /** JDBC URL of the ledger; by default an H2 file next to the policy. */
  public void setLedger(@Nullable String ledger) {
    setProperty("dp.ledger", ledger);
  }

  /** User of the ledger's database. */
  public void setLedgerUser(@Nullable String user) {
    setProperty("dp.ledger.user", user);
  }

  /** Password of the ledger's database. */
  public void setLedgerPassword(@Nullable String password) {
    setProperty("dp.ledger.password", password);
  }

  /** Epsilon of each query instead of the policy's default, as a decimal; positive. */
  public void setEpsilon(@Nullable String epsilon) {
    setProperty("dp.epsilon", epsilon);
  }

  /** Delta of each query instead of the policy's default, as a decimal; in [0, 1). */
  public void setDelta(@Nullable String delta) {
    setProperty("dp.delta", delta);
  }

  /** When answers are derived from kept ones: {@code as_good}, {@code always} or {@code never}. */
  public void setDerive(@Nullable String derive) {
    setProperty("dp.derive", derive);
  }

  /** Whether every noisy column is followed by the half-width of its 95 % interval. */
  public void setErrorColumns(boolean errorColumns) {
    setProperty("dp.error_columns", String.valueOf(errorColumns));
  }

  /** Whose SQL is read: {@code backend}, which is the database's own, or {@code PostgreSQL}. */
  public void setDialect(@Nullable String dialect) {
    setProperty("dp.dialect", dialect);
  }

  /** The maximum number of connections to the database that this process shares. */
  public void setPool(int connections) {
    setProperty("dp.pool", String.valueOf(connections));
  }

  /** For how long connections of a pool begin with the login and the tables of another one. */
  public void setPoolReuse(int seconds) {
    setProperty("dp.pool_reuse", String.valueOf(seconds));
  }

  /** How many rows are fetched from the database at a time, instead of all at once. */
  public void setFetchSize(int rows) {
    setProperty("dp.fetch_size", String.valueOf(rows));
  }

  /** Class name of the database's own driver, if it is not found automatically. */
  public void setBackendDriver(@Nullable String className) {
    setProperty("dp.driver", className);
  }

  /** Sets any property of this driver or of the database's driver; null removes it. */
  public void setProperty(String key, @Nullable String value) {
    if (value == null) {
      properties.remove(key);
    } else {
      properties.setProperty(key, value);
    }
  }

  @Override
  public Connection getConnection() throws SQLException {
    return connect(copy());
  }

  @Override
  public Connection getConnection(@Nullable String user, @Nullable String password)
      throws SQLException {
    Properties given = copy();
    if (user != null) {
      given.setProperty("user", user);
    }
    if (password != null) {
      given.setProperty("password", password);
    }
    return connect(given);
  }

  private Properties copy() {
    Properties copy = new Properties();
    copy.putAll(properties);
    return copy;
  }

  private Connection connect(Properties given) throws SQLException {
    String target = url;
    if (target == null) {
      throw Errors.nullArgument("the URL");
    }
    if (!Connector.accepts(target)) {
      throw Errors.badArgument("the URL of a DpDataSource");
    }
    return connector.connect(target, given);
  }

  @Override
  public int getLoginTimeout() {
    return loginTimeout;
  }

  /** Stored but not used: set a time limit for connecting in the database's own URL. */
  @Override
  public void setLoginTimeout(int seconds) {
    loginTimeout = seconds;
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  /** Ignored: the driver logs through SLF4J, and never logs values. */
  @Override
  public void setLogWriter(@Nullable PrintWriter out) {}

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw Errors.notOffered("DataSource.getParentLogger");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type == DataSource.class;
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (!isWrapperFor(type)) {
      throw Errors.badArgument("unwrap");
    }
    return type.cast(this);
  }
}
