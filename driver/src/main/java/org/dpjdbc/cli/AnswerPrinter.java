package org.dpjdbc.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Writes an answer with error columns. */
@FunctionalInterface
interface AnswerPrinter {
  /**
   * Writes all rows.
   *
   * @throws IOException if they cannot be written
   */
  void print(ResultSet rows, PrintWriter out) throws SQLException, IOException;
}
