package org.dpjdbc.jdbc;

import java.util.Optional;

/** What a result set hangs on: when it closes, the result is closed. */
interface ResultOwner {
  /** Whether results are closed with it. */
  boolean ownerClosed();

  /** Told when a result was closed by its user. */
  void resultClosed(DpResultSet result);

  /** The statement, or empty for results of metadata. */
  Optional<DpStatement> statement();
}
