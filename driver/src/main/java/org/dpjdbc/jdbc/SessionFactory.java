package org.dpjdbc.jdbc;

import org.dpjdbc.run.Session;
import org.dpjdbc.run.Settings;

/** Opens the engine's sessions: the one seam between the JDBC surface and what runs behind it. */
@FunctionalInterface
public interface SessionFactory {
  /**
   * Opens a session.
   *
   * @throws org.dpjdbc.sql.RefusedException if the policy, the ledger or the backend is not usable
   */
  Session open(Settings settings);
}
