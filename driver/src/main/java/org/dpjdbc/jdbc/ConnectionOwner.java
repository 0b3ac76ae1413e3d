package org.dpjdbc.jdbc;

import java.util.Optional;

/**
 * Owns the results of metadata methods: no statement made them, and they close with the connection.
 *
 * @param connection whose
 */
record ConnectionOwner(DpConnection connection) implements ResultOwner {
  @Override
  public boolean ownerClosed() {
    return connection.isClosed();
  }

  @Override
  public void resultClosed(DpResultSet result) {}

  @Override
  public Optional<DpStatement> statement() {
    return Optional.empty();
  }
}
