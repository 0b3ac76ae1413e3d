package org.dpjdbc.backends;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** All databases that suites run on. */
public final class TestBackends {
  private static final List<TestBackend> EVERYWHERE =
      List.of(
          new H2TestBackend(),
          new PostgresTestBackend(),
          new DuckDbTestBackend(),
          new MariaDbTestBackend());

  /** What takes long to start is for those who name it. */
  private static final List<TestBackend> BY_NAME =
      List.of(new SparkTestBackend(), new TrinoTestBackend());

  private static final int MORE_QUESTIONS = 4;

  private static final int VERY_SPARING = 40;

  /** From so many generated cases of which one is tried, a database is slow. */
  private static final int SLOW = 16;

  private TestBackends() {}

  /** Those of every run, H2 first, or those that {@code -Dbackends=H2,PostgreSQL} names. */
  public static List<TestBackend> all() {
    String named = System.getProperty("backends", "");
    return named.isEmpty()
        ? EVERYWHERE
        : Arrays.stream(named.split(",")).map(TestBackends::called).toList();
  }

  /**
   * Those of which every build asks all that is written down, or those that {@code -Dbackends}
   * names: what cannot be done by halves is done on the others by the thorough build alone.
   */
  public static List<TestBackend> askedInFull() {
    return all().stream()
        .filter(each -> !System.getProperty("backends", "").isEmpty() || asks(each, 1))
        .toList();
  }

  /** Whether not all cases are tried everywhere: not all databases are as fast. */
  private static boolean isSparing() {
    return System.getProperty("backends", "").isEmpty() || Boolean.getBoolean("backends.sparing");
  }

  /** Whether all cases are tried, as {@code -Pthorough} does, and not a share of them. */
  public static boolean isThorough() {
    return Boolean.getBoolean("thorough");
  }

  private static boolean isExhaustive() {
    return Boolean.getBoolean("exhaustive");
  }

  /**
   * How many cases a suite tries that could try any number.
   *
   * @param ordinary in every build
   * @param thorough in that of {@code -Pthorough}
   * @param exhaustive in that of {@code -Pthorough,exhaustive}, which may take hours
   */
  public static int cases(int ordinary, int thorough, int exhaustive) {
    return isExhaustive() ? exhaustive : isThorough() ? thorough : ordinary;
  }

  /**
   * Whether cases are tried in each of many places here: not on a slow database and a spared one.
   */
  public static boolean multiplies(TestBackend backend) {
    return isThorough() && !isSpared(backend) && (backend.sparing() < SLOW || isExhaustive());
  }

  /** Whether a slow database is spared, as it is but before a release. */
  public static boolean isSpared(TestBackend backend) {
    return isSparing() && backend.sparing() >= SLOW && !isExhaustive();
  }

  /** Those on which a generated case is tried, by its number from 0. */
  public static List<TestBackend> ofCase(long number) {
    return all().stream().filter(each -> !isSparing() || number % apart(each) == 0).toList();
  }

  /** Of very few cases it would be chance what they are: then twice as many are tried. */
  private static int apart(TestBackend backend) {
    return backend.sparing() < VERY_SPARING ? backend.sparing() : backend.sparing() / 2;
  }

  /**
   * Whether a question that is written down is asked here, by its number from 0: all are, but where
   * few generated cases are tried.
   */
  public static boolean asks(TestBackend backend, int number) {
    return !isSparing() || number % Math.max(1, backend.sparing() / MORE_QUESTIONS) == 0;
  }

  /**
   * Whether a question that is written down is asked here where the thorough build asks it
   * everywhere, and the ordinary one of a single database, each in its turn.
   *
   * @param number from 0
   */
  public static boolean takes(TestBackend backend, int number) {
    List<TestBackend> inTurn = askedInFull();
    int turn = inTurn.indexOf(backend);
    return asks(backend, number) && (tryAll() || turn < 0 || number % inTurn.size() == turn);
  }

  /** Whether databases take no turns: in the thorough build, and where they are named. */
  private static boolean tryAll() {
    return isThorough() || !isSparing();
  }

  /** How many of so many cases are tried on one of them. */
  public static int spared(TestBackend backend, int cases) {
    return isSparing() ? Math.max(1, cases / backend.sparing()) : cases;
  }

  /**
   * One of them.
   *
   * @param product its name
   */
  public static TestBackend called(String product) {
    return Stream.concat(EVERYWHERE.stream(), BY_NAME.stream())
        .filter(each -> each.product().equals(product))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no tests run on " + product));
  }
}
