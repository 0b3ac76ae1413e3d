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

  /** Those that every build fetches: the others are large. */
  private static final List<TestBackend> ORDINARY =
      EVERYWHERE.stream().filter(each -> !each.product().equals("MariaDB")).toList();

  /** What takes long to start is for those who name it. */
  private static final List<TestBackend> BY_NAME =
      List.of(new SparkTestBackend(), new TrinoTestBackend());

  private static final int MORE_QUESTIONS = 4;

  /** More than are drawn in one build. */
  private static final long OTHER_SEEDS = 1_000_000;

  /** More than are drawn for one database. */
  private static final long SEEDS_OF_ONE = 100_000;

  private static final int VERY_SPARING = 40;

  /** Of how many cases one is tried in the thorough build, but on what takes long to start. */
  private static final int MOST_SPARING = 4;

  /** From so many generated cases of which one is tried, a database is slow. */
  private static final int SLOW = 16;

  /** Those that share cases in the ordinary build. */
  private static final List<TestBackend> IN_TURN =
      EVERYWHERE.stream().filter(each -> each.sparing() < SLOW).toList();

  private TestBackends() {}

  /** Those of this build, H2 first, or those that {@code -Dbackends=H2,PostgreSQL} names. */
  public static List<TestBackend> all() {
    String named = System.getProperty("backends", "");
    return named.isEmpty()
        ? isThorough() ? EVERYWHERE : ORDINARY
        : Arrays.stream(named.split(",")).map(TestBackends::called).toList();
  }

  /** Whether suites run on a database in this build. */
  public static boolean runsOn(String product) {
    return all().stream().anyMatch(each -> each.product().equals(product));
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

  static boolean isExhaustive() {
    return Boolean.getBoolean("exhaustive");
  }

  /**
   * A seed for what is drawn: the thorough build draws other cases than the ordinary one has tried.
   *
   * @param property that says another
   * @param ordinary of the ordinary build; from it on, seeds are counted up
   */
  public static long seed(String property, long ordinary) {
    return Long.getLong(property, isThorough() ? ordinary + OTHER_SEEDS : ordinary);
  }

  /** As above, of a suite that draws for each database: none draws what another has tried. */
  public static long seed(String property, long ordinary, TestBackend backend) {
    int place = Math.max(0, EVERYWHERE.indexOf(backend));
    return Long.getLong(property, seed(property, ordinary) + place * SEEDS_OF_ONE);
  }

  /**
   * Whether cases are tried in each of many places here: not on a slow database and a spared one.
   */
  public static boolean multiplies(TestBackend backend) {
    return isThorough() && !isSpared(backend) && (backend.sparing() < SLOW || isExhaustive());
  }

  /** Whether a slow database is spared, as it is but before a release. */
  public static boolean isSpared(TestBackend backend) {
    return isSparing() && sparing(backend) >= SLOW && !isExhaustive();
  }

  /**
   * Those on which a generated case is tried, by its number from 0. In the ordinary build those
   * that are not slow take turns, and each case is tried on one of them.
   */
  public static List<TestBackend> ofCase(long number) {
    return all().stream().filter(each -> tries(each, number)).toList();
  }

  /** Whether a generated case is tried on one of them, by its number from 0. */
  public static boolean tries(TestBackend backend, long number) {
    return tries(backend, number, IN_TURN);
  }

  /**
   * As above, of a suite that does not run on all of them.
   *
   * @param among those that it runs on
   */
  public static boolean tries(TestBackend backend, long number, List<TestBackend> among) {
    return !isSparing()
        || (takesTurns(backend)
            ? isTurn(backend, number, among.stream().filter(IN_TURN::contains).toList())
            : number % apart(backend) == 0);
  }

  /** Whether nothing is divided among databases: in the thorough build, and on those named. */
  public static boolean triesAll() {
    return isThorough() || !isSparing();
  }

  /** Whether it shares cases with others: in the ordinary build, what is not slow does. */
  private static boolean takesTurns(TestBackend backend) {
    return !isThorough() && IN_TURN.contains(backend);
  }

  private static boolean isTurn(TestBackend backend, long number, List<TestBackend> among) {
    return number % among.size() == among.indexOf(backend);
  }

  /**
   * Of how many generated cases one is tried on it in this build: the thorough one spares no
   * database of {@link #EVERYWHERE} much, and the exhaustive one none at all.
   */
  private static int sparing(TestBackend backend) {
    int most = isExhaustive() ? 1 : isThorough() ? MOST_SPARING : backend.sparing();
    return EVERYWHERE.contains(backend) ? Math.min(most, backend.sparing()) : backend.sparing();
  }

  /** Of very few cases it would be chance what they are: then twice as many are tried. */
  private static int apart(TestBackend backend) {
    int sparing = sparing(backend);
    return sparing < VERY_SPARING ? sparing : sparing / 2;
  }

  /**
   * Whether a query that is written down is asked here, by its number from 0: all are, but where
   * few generated cases are tried.
   */
  public static boolean asks(TestBackend backend, int number) {
    return !isSparing() || number % Math.max(1, sparing(backend) / MORE_QUESTIONS) == 0;
  }

  /**
   * Whether a query that is written down is asked here where the ordinary build asks it of a single
   * database, each in its turn, and the thorough one of those that are left.
   *
   * @param number from 0
   */
  public static boolean takes(TestBackend backend, int number) {
    return (isSparing() && IN_TURN.contains(backend))
        ? isTurn(backend, number, IN_TURN) != isThorough()
        : asks(backend, number);
  }

  /** How many of so many cases are tried on one of them. */
  static int share(TestBackend backend, int cases) {
    int share = takesTurns(backend) ? IN_TURN.size() : sparing(backend);
    return isSparing() ? Math.max(1, cases / share) : cases;
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
