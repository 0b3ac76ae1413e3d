package org.dpjdbc.jdbc;

import java.sql.SQLException;
import java.sql.Statement;
import org.dpjdbc.jdbc.error.ArgumentChecks;

/**
 * Quotes literals and identifiers as JDBC does by default, if the statement is open and the
 * argument is not null.
 */
interface Quoting extends Statement {
  /**
   * Fails when the statement is closed.
   *
   * @throws SQLException then
   */
  void checkOpen() throws SQLException;

  @Override
  default String enquoteLiteral(String value) throws SQLException {
    checkOpen();
    return Statement.super.enquoteLiteral(ArgumentChecks.notNull(value, "the literal"));
  }

  @Override
  default String enquoteNCharLiteral(String value) throws SQLException {
    checkOpen();
    return Statement.super.enquoteNCharLiteral(ArgumentChecks.notNull(value, "the literal"));
  }

  @Override
  default String enquoteIdentifier(String identifier, boolean alwaysQuote) throws SQLException {
    checkOpen();
    return Statement.super.enquoteIdentifier(
        ArgumentChecks.notNull(identifier, "the identifier"), alwaysQuote);
  }

  @Override
  default boolean isSimpleIdentifier(String identifier) throws SQLException {
    checkOpen();
    return Statement.super.isSimpleIdentifier(ArgumentChecks.notNull(identifier, "the identifier"));
  }
}
