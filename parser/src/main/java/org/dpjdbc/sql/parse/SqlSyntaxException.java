package org.dpjdbc.sql.parse;

/**
 * SQL that is refused before it is parsed: too large, too deeply nested, more than one statement,
 * or with characters or literals whose meaning depends on the database.
 */
public final class SqlSyntaxException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;

  SqlSyntaxException(String message, int line, int column) {
    super(message);
    this.line = line;
    this.column = column;
  }

  /** Returns the line of the offending place, from 1. */
  public int line() {
    return line;
  }

  /** Returns the column of the offending place in UTF-16 code units, from 1; a tab is one. */
  public int column() {
    return column;
  }
}
