package org.dpjdbc.backends;

import java.util.Arrays;
import java.util.List;

/** All databases that suites run on. */
public final class TestBackends {
  private static final List<TestBackend> KNOWN =
      List.of(new H2TestBackend(), new PostgresTestBackend(), new DuckDbTestBackend());

  private TestBackends() {}

  /** All of them, H2 first, or those that {@code -Dbackends=H2,PostgreSQL} names. */
  public static List<TestBackend> all() {
    String named = System.getProperty("backends", "");
    return named.isEmpty()
        ? KNOWN
        : Arrays.stream(named.split(",")).map(TestBackends::called).toList();
  }

  /** Those on which a generated case is tried, by its number from 0. */
  public static List<TestBackend> ofCase(long number) {
    boolean spare = System.getProperty("backends", "").isEmpty();
    return all().stream().filter(each -> !spare || number % each.sparing() == 0).toList();
  }

  /** How many of so many cases are tried on one of them. */
  public static int spared(TestBackend backend, int cases) {
    boolean spare = System.getProperty("backends", "").isEmpty();
    return spare ? Math.max(1, cases / backend.sparing()) : cases;
  }

  /**
   * One of them.
   *
   * @param product its name
   */
  public static TestBackend called(String product) {
    return KNOWN.stream()
        .filter(each -> each.product().equals(product))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no tests run on " + product));
  }
}
