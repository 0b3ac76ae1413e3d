package org.dpjdbc.sql.refusal;

import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * A span of the analyst's text; lines and columns from 1, both ends inclusive.
 *
 * @param line first line
 * @param column first column
 * @param endLine last line
 * @param endColumn last column
 */
public record Position(int line, int column, int endLine, int endColumn) {
  /** The span of a node. */
  public static Position of(SqlParserPos pos) {
    return new Position(
        pos.getLineNum(), pos.getColumnNum(), pos.getEndLineNum(), pos.getEndColumnNum());
  }
}
