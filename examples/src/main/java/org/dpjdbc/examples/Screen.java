package org.dpjdbc.examples;

import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints noisy answers with their errors, the true values beside them, and what was charged. */
final class Screen {
  private static final String ERROR = "_error95";

  private final PrintStream out;
  private final Connection analyst;
  private final Connection owner;
  private int questions;

  Screen(PrintStream out, Connection analyst, Connection owner) {
    this.out = out;
    this.analyst = analyst;
    this.owner = owner;
  }

  void answer(String text, String sql) throws SQLException {
    question(text, sql);
    BigDecimal before = spent();
    List<List<String>> table = new ArrayList<>();
    try (Statement statement = analyst.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      Map<List<String>, List<BigDecimal>> bool = bool(sql, keyCount(rows.getMetaData()));
      table.add(header(rows.getMetaData()));
      while (rows.next()) {
        table.add(row(rows, bool));
      }
    }
    print(table);
    BigDecimal charged = spent().subtract(before);
    out.printf(
        "     charged: epsilon %s   left: epsilon %s%n",
        charged.stripTrailingZeros().toPlainString(),
        remaining().stripTrailingZeros().toPlainString());
  }

  void refusal(String text, String sql) {
    question(text, sql);
    try (Statement statement = analyst.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      throw new IllegalStateException("this should have been refused");
    } catch (SQLException e) {
      out.printf("     refused: %s%n", wrap(String.valueOf(e.getMessage())));
    }
  }

  private void question(String text, String sql) {
    questions++;
    out.printf("%n  %d. %s%n%n", questions, text);
    sql.lines().forEach(line -> out.println("     " + line));
    out.println();
  }

  private BigDecimal spent() throws SQLException {
    return budget("SPENT_EPSILON");
  }

  private BigDecimal remaining() throws SQLException {
    return budget("REMAINING_EPSILON");
  }

  private BigDecimal budget(String column) throws SQLException {
    try (Statement statement = analyst.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT " + column + " FROM DP.BUDGET WHERE ANALYST = '*'")) {
      rows.next();
      return rows.getBigDecimal(1);
    }
  }

  /** The columns that have no error are the keys; they stand first. */
  private static int keyCount(ResultSetMetaData columns) throws SQLException {
    int keys = 0;
    while (keys < columns.getColumnCount()
        && (keys + 2 > columns.getColumnCount()
            || !columns.getColumnLabel(keys + 2).endsWith(ERROR))) {
      keys++;
    }
    return keys;
  }

  /** The owner's own answer to the same question: values by keys. */
  private Map<List<String>, List<BigDecimal>> bool(String sql, int keys) throws SQLException {
    Map<List<String>, List<BigDecimal>> bool = new LinkedHashMap<>();
    try (Statement statement = owner.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        List<BigDecimal> values = new ArrayList<>();
        for (int i = keys + 1; i <= rows.getMetaData().getColumnCount(); i++) {
          values.add(rows.getBigDecimal(i));
        }
        bool.put(keys(rows, keys), values);
      }
    }
    return bool;
  }

  private static List<String> keys(ResultSet rows, int count) throws SQLException {
    List<String> keys = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      keys.add(String.valueOf(rows.getString(i)).toLowerCase(Locale.ROOT));
    }
    return keys;
  }

  private static List<String> header(ResultSetMetaData columns) throws SQLException {
    int keys = keyCount(columns);
    List<String> header = new ArrayList<>();
    for (int i = 1; i <= keys; i++) {
      header.add(columns.getColumnLabel(i));
    }
    for (int i = keys + 1; i <= columns.getColumnCount(); i += 2) {
      header.add(columns.getColumnLabel(i));
      header.add("+- 95 %");
      header.add("(true)");
    }
    return header;
  }

  private static List<String> row(ResultSet rows, Map<List<String>, List<BigDecimal>> bool)
      throws SQLException {
    int count = keyCount(rows.getMetaData());
    List<String> cells = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      cells.add(String.valueOf(rows.getString(i)));
    }
    List<BigDecimal> exact = bool.getOrDefault(keys(rows, count), List.of());
    for (int i = count + 1; i <= rows.getMetaData().getColumnCount(); i += 2) {
      int place = (i - count - 1) / 2;
      BigDecimal error = rows.getBigDecimal(i + 1);
      int decimals = decimals(error);
      cells.add(number(rows.getBigDecimal(i), decimals));
      cells.add(number(error, decimals));
      cells.add("(" + (place < exact.size() ? number(exact.get(place), decimals) : "0") + ")");
    }
    return cells;
  }

  /** Of a fraction: two, or as many more as a small error needs to be seen. */
  private static int decimals(@Nullable BigDecimal error) {
    return error == null || error.signum() == 0
        ? 2
        : Math.max(2, error.scale() - error.precision() + 2);
  }

  private static String number(@Nullable BigDecimal value, int decimals) {
    if (value == null) {
      return "NULL";
    }
    boolean whole = value.stripTrailingZeros().scale() <= 0 || value.abs().intValue() >= 1_000_000;
    return whole
        ? String.format("%,d", value.setScale(0, RoundingMode.HALF_UP).toBigInteger())
        : String.format("%,." + decimals + "f", value);
  }

  private void print(List<List<String>> table) {
    List<Integer> widths = new ArrayList<>();
    for (int c = 0; c < table.get(0).size(); c++) {
      int column = c;
      widths.add(table.stream().mapToInt(row -> row.get(column).length()).max().orElse(0));
    }
    for (List<String> row : table) {
      StringBuilder line = new StringBuilder("     ");
      for (int c = 0; c < row.size(); c++) {
        line.append(String.format("%" + widths.get(c) + "s   ", row.get(c)));
      }
      out.println(line.toString().stripTrailing());
    }
    out.println();
  }

  private static String wrap(String text) {
    StringBuilder wrapped = new StringBuilder();
    int column = 0;
    for (String word : text.split(" ")) {
      if (column + word.length() > 76) {
        wrapped.append("\n             ");
        column = 0;
      }
      wrapped.append(wrapped.isEmpty() ? "" : " ").append(word);
      column += word.length() + 1;
    }
    return wrapped.toString();
  }
}
