package org.dpjdbc.budget;

import java.sql.Connection;
import java.sql.SQLException;

/** What is done with the ledger's database when it has just been opened, before anything else. */
interface LedgerOpening {
  /**
   * Lets the ledger be used, or refuses it.
   *
   * @param c a connection without auto-commit
   */
  void admit(Connection c) throws SQLException, LedgerException;
}
