package org.dpjdbc.run.backend;

import java.sql.Connection;
import java.sql.SQLException;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.run.schema.LiveSchemaReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection of a session without a pool. A lost connection is replaced: a session has no state
 * on the server that could be lost. Belongs to one caller at a time.
 */
public final class UnpooledConnection implements Connections {
  private static final Logger LOGGER = LoggerFactory.getLogger(UnpooledConnection.class);

  /** How long a connection on which something failed may take to show that it lives. */
  private static final int LIFE_SIGN_SECONDS = 1;

  private final Opener opener;
  private final Login login;
  private final String schema;
  private final LiveSchema tables;
  private Connection connection;
  private boolean suspect;
  private boolean closed;

  /** Opens a pinned connection. */
  public interface Opener {
    /**
     * A new one.
     *
     * @throws SQLException if the database fails
     * @throws org.dpjdbc.sql.refusal.RefusedException if it cannot be connected to
     */
    Connection open() throws SQLException;
  }

  /**
   * Takes a connection over.
   *
   * @param connection pinned
   * @param login as whom it is there
   * @param schema that the database looked unqualified names up in
   * @param tables that are there
   * @param opener of what replaces it
   */
  public UnpooledConnection(
      Connection connection, Login login, String schema, LiveSchema tables, Opener opener) {
    this.connection = connection;
    this.login = login;
    this.schema = schema;
    this.tables = tables;
    this.opener = opener;
  }

  @Override
  public Connection borrow() throws SQLException {
    if (suspect && !closed && !isAlive()) {
      close(connection);
      connection = opener.open();
    }
    suspect = false;
    return connection;
  }

  private boolean isAlive() {
    try {
      return connection.isValid(LIFE_SIGN_SECONDS);
    } catch (SQLException e) {
      LOGGER.info("The database connection is lost", e);
      return false;
    }
  }

  @Override
  public void giveBack(Connection borrowed, boolean failed) {
    suspect |= failed;
  }

  @Override
  public Login login() {
    return login;
  }

  @Override
  public String schema() {
    return schema;
  }

  @Override
  public LiveSchema tables(Policy policy) {
    return tables;
  }

  @Override
  public void close() {
    closed = true;
    close(connection);
  }

  /**
   * Checks that what plans were made for is still so: above all, which keys the database enforces.
   *
   * @throws SQLException if the tables are others, or the database fails
   */
  public static void check(Connection connection, Policy policy, LiveSchema live)
      throws SQLException {
    LiveSchema now = LiveSchemaReader.read(connection, policy);
    if (!now.withoutIndexes().equals(live.withoutIndexes())) {
      throw new SQLException("the database's tables are not those that the session began with");
    }
  }

  /** Closes a connection that is of no more use. */
  public static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      LOGGER.warn("Closing the database connection failed", e);
    }
  }
}
