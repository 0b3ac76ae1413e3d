package org.dpjdbc.backends;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** DuckDB in memory, in this process. */
final class DuckDbTestBackend implements TestBackend {
  private static final int SPARING = 4;
  private static final int AT_ONCE = 100;
  private static final AtomicInteger MADE = new AtomicInteger();
  private static final Pattern TIME_DIGITS = Pattern.compile("\\b(TIME|TIMESTAMP)\\(\\d\\)");

  @Override
  public String product() {
    return "DuckDB";
  }

  /** What has a name is shared by the connections of the process, and gone after the last one. */
  @Override
  public TestDatabase create() throws SQLException {
    String url = "jdbc:duckdb::memory:test" + MADE.incrementAndGet();
    return new TestDatabase(this, url, Map.of(), "main", "", DriverManager.getConnection(url));
  }

  @Override
  public String spell(String sql) {
    return TIME_DIGITS.matcher(sql).replaceAll("$1").replace("DECFLOAT", "DOUBLE");
  }

  /** Dates are handed on as strings: the driver takes years before the first for years after it. */
  @Override
  public Optional<Object> nearest(Object value) {
    if (value instanceof LocalDate date) {
      return Optional.of(date.toString());
    }
    if (value instanceof String text && text.startsWith("-1000000000")) {
      return Optional.of("-infinity");
    }
    if (value instanceof String text && text.startsWith("1000000000")) {
      return Optional.of("infinity");
    }
    return Optional.of(value);
  }

  /** Many rows in a statement: each takes as long here, however little it does. */
  @Override
  public void insert(Connection owner, String table, List<List<@Nullable Object>> rows)
      throws SQLException {
    for (int from = 0; from < rows.size(); from += AT_ONCE) {
      List<List<@Nullable Object>> some = rows.subList(from, Math.min(from + AT_ONCE, rows.size()));
      String row = "(?" + ", ?".repeat(rows.get(0).size() - 1) + ")";
      String all = row + (", " + row).repeat(some.size() - 1);
      try (PreparedStatement insert =
          owner.prepareStatement("INSERT INTO " + table + " VALUES " + all)) {
        int i = 1;
        for (List<@Nullable Object> values : some) {
          for (@Nullable Object value : values) {
            insert.setObject(i++, value);
          }
        }
        insert.execute();
      }
    }
  }

  @Override
  public int sparing() {
    return SPARING;
  }

  @Override
  public String toString() {
    return product();
  }
}
