package org.dpjdbc.backends;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** H2 in memory. */
final class H2TestBackend implements TestBackend {
  private static final AtomicInteger MADE = new AtomicInteger();

  @Override
  public String product() {
    return "H2";
  }

  @Override
  public TestDatabase create() throws SQLException {
    String url = "jdbc:h2:mem:test" + MADE.incrementAndGet() + ";QUERY_CACHE_SIZE=64";
    return new TestDatabase(this, url, Map.of(), "PUBLIC", "", DriverManager.getConnection(url));
  }

  @Override
  public String spell(String sql) {
    return sql;
  }

  @Override
  public Optional<Object> nearest(Object value) {
    return Optional.of(value);
  }

  @Override
  public int sparing() {
    return 1;
  }

  @Override
  public String toString() {
    return product();
  }
}
