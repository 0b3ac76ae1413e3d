package org.dpjdbc.cli;

import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Comma-separated values (RFC 4180) with a header; NULL is nothing, the empty string is "". */
final class CsvPrinter implements AnswerPrinter {
  @Override
  public void print(ResultSet rows, PrintWriter out) throws SQLException {
    ResultSetMetaData meta = rows.getMetaData();
    StringJoiner header = new StringJoiner(",");
    for (int i = 1; i <= meta.getColumnCount(); i++) {
      header.add(field(meta.getColumnLabel(i)));
    }
    out.println(header);
    while (rows.next()) {
      StringJoiner line = new StringJoiner(",");
      for (int i = 1; i <= meta.getColumnCount(); i++) {
        line.add(field(rows.getString(i)));
      }
      out.println(line);
    }
  }

  static String field(@Nullable String text) {
    if (text == null) {
      return "";
    }
    boolean plain = !text.isEmpty() && text.chars().noneMatch(c -> c < ' ' || c == '"' || c == ',');
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
