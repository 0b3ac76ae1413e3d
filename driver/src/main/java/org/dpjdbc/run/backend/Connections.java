package org.dpjdbc.run.backend;

import java.sql.Connection;
import java.sql.SQLException;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.policy.Policy;

/** The source of a session's connections, each of them pinned. */
public interface Connections extends AutoCloseable {
  /**
   * A connection, for one caller alone until it is given back.
   *
   * @throws SQLException if the database has none
   * @throws org.dpjdbc.sql.refusal.RefusedException if all that there may be are in use for too
   *     long
   */
  Connection borrow() throws SQLException;

  /**
   * Takes a connection back.
   *
   * @param failed whether something failed on it, so that it may not be whole
   */
  void giveBack(Connection connection, boolean failed);

  /** Which database it is, and as whom the session is there. */
  Login login();

  /** The schema that the database looks unqualified names up in, before it was pinned. */
  String schema();

  /**
   * The tables that a policy is about, as a session finds them when it begins.
   *
   * @throws SQLException if the database fails
   */
  LiveSchema tables(Policy policy) throws SQLException;

  /** Ends the session's use. Closing twice does nothing. */
  @Override
  void close();
}
