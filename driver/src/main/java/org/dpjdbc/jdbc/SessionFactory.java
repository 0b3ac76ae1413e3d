package org.dpjdbc.jdbc;

import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.api.Settings;

/** Opens the engine's sessions: the one seam between the JDBC surface and what runs behind it. */
@FunctionalInterface
public interface SessionFactory {
  /**
   * Opens a session.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if the policy, the ledger or the backend is not
   *     usable
   */
  Session open(Settings settings);
}
