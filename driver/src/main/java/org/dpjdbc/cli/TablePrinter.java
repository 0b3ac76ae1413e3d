package org.dpjdbc.cli;

import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Columns as wide as they need to be, numbers to the right, a noisy one as {@code 1234 ± 56}. */
final class TablePrinter implements AnswerPrinter {
  private static final String GAP = "  ";
  private static final String ERROR = " ± ";

  /** One column of strings: what stands left of the error, and the error. */
  private record Column(boolean right, List<String> values, List<String> errors) {
    String line(int row, int valueWidth, int errorWidth) {
      String value = values.get(row);
      String blanks = " ".repeat(valueWidth - value.length());
      String text = right ? blanks + value : value + blanks;
      if (errorWidth == 0) {
        return text;
      }
      String error = errors.get(row);
      String sign = error.isEmpty() ? " ".repeat(ERROR.length()) : ERROR;
      return text + sign + " ".repeat(errorWidth - error.length()) + error;
    }
  }

  @Override
  public void print(ResultSet rows, PrintWriter out) throws SQLException {
    List<ShownColumn> shown = ShownColumn.of(rows.getMetaData());
    List<Column> columns = new ArrayList<>();
    for (ShownColumn column : shown) {
      columns.add(new Column(column.isNumber(), new ArrayList<>(), new ArrayList<>()));
    }
    int count = 0;
    while (rows.next()) {
      for (int i = 0; i < shown.size(); i++) {
        ShownValue value = shown.get(i).value(rows);
        columns.get(i).values().add(value.text());
        columns.get(i).errors().add(value.error());
      }
      count++;
    }
    print(shown, columns, count, out);
  }

  private static void print(
      List<ShownColumn> shown, List<Column> columns, int count, PrintWriter out) {
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < count; row++) {
      lines.add("");
    }
    StringBuilder header = new StringBuilder();
    StringBuilder rule = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      String label = ShownValue.of(shown.get(i).label()).text();
      int errorWidth = width(column.errors());
      int tail = errorWidth == 0 ? 0 : ERROR.length() + errorWidth;
      int valueWidth = Math.max(width(column.values()), label.length() - tail);
      int width = valueWidth + tail;
      String blanks = " ".repeat(width - label.length());
      header.append(column.right() ? blanks + label : label + blanks).append(GAP);
      rule.append("-".repeat(width)).append(GAP);
      for (int row = 0; row < count; row++) {
        lines.set(row, lines.get(row) + column.line(row, valueWidth, errorWidth) + GAP);
      }
    }
    out.println(header.toString().stripTrailing());
    out.println(rule.toString().stripTrailing());
    lines.forEach(line -> out.println(line.stripTrailing()));
  }

  private static int width(List<String> strings) {
    return strings.stream().mapToInt(String::length).max().orElse(0);
  }
}
