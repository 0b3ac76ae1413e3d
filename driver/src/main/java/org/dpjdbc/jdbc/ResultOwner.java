package org.dpjdbc.jdbc;

import java.util.Optional;

/** The object that a result set depends on: when it is closed, the result is closed, too. */
interface ResultOwner {
  /** Whether results are closed with it. */
  boolean ownerClosed();

  /** Called when a result was closed by its user. */
  void resultClosed(DpResultSet result);

  /** The statement, or empty for results of metadata. */
  Optional<DpStatement> statement();
}
