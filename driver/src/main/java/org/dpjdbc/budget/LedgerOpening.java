package org.dpjdbc.budget;

import java.sql.Connection;
import java.sql.SQLException;

/** A step that runs right after the ledger's database was opened. */
interface LedgerOpening {
  /**
   * Lets the ledger be used, or refuses it.
   *
   * @param c a connection without auto-commit
   */
  void admit(Connection c) throws SQLException, LedgerException;
}
