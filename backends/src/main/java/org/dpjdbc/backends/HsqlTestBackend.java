package org.dpjdbc.backends;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** HSQLDB in memory, in this process. */
final class HsqlTestBackend implements TestBackend {
  private static final int SPARING = 4;
  private static final AtomicInteger MADE = new AtomicInteger();
  private static final Pattern TEXT = Pattern.compile("\\bVARCHAR\\b(?! *\\()");
  private static final Pattern ENUM = Pattern.compile("\\bENUM\\([^)]*\\)");
  private static final LocalDate FIRST = LocalDate.of(1582, 10, 15);
  private static final LocalDate LAST = LocalDate.of(9999, 12, 31);

  @Override
  public String product() {
    return "HSQLDB";
  }

  @Override
  public TestDatabase create() throws SQLException {
    String url =
        "jdbc:hsqldb:mem:test" + MADE.incrementAndGet() + ";sql.pad_space=false;hsqldb.tx=mvcc";
    Connection owner = DriverManager.getConnection(url, "SA", "");
    return new TestDatabase(this, url, Map.of("user", "SA"), "PUBLIC", "SHUTDOWN", owner);
  }

  @Override
  public String spell(String sql) {
    String text = TEXT.matcher(sql).replaceAll("VARCHAR(1000)");
    return ENUM.matcher(text).replaceAll("VARCHAR(100)").replace("DECFLOAT", "DOUBLE");
  }

  @Override
  public String query(String sql) {
    return HsqlQueries.spell(sql);
  }

  /** The mean of integers is one, and so on. */
  @Override
  public boolean reportsTypes() {
    return false;
  }

  /** Days before the Gregorian calendar are not read. */
  @Override
  public Optional<Object> nearest(Object value) {
    if (value instanceof LocalDate date) {
      return Optional.of(date.isBefore(FIRST) ? FIRST : date.isAfter(LAST) ? LAST : date);
    } else if (value instanceof String text && text.startsWith("-1000000000-")) {
      return Optional.of(FIRST);
    } else if (value instanceof String text && text.startsWith("1000000000-")) {
      return Optional.of(LAST);
    }
    return Optional.of(value);
  }

  @Override
  public boolean hasWindows() {
    return false;
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
