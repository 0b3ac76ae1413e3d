package org.dpjdbc.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Aggregate queries as public conformance suites write them (sqllogictest's {@code
 * random/aggregates} and {@code random/groupby}): signs before signs, conditions that say nothing,
 * arithmetic of aggregates, joins of tables with a few rows. {@code TAB0} and {@code TAB1} are
 * private, each row somebody's, and {@code TAB2} is public; all have integers in {@code COL0},
 * {@code COL1} and, with NULL, {@code COL2}.
 */
final class AggregateQueries {
  /** What a query stands for in the table of what was answered. */
  enum Form {
    WHOLE_TABLE,
    CONDITION,
    GROUPS,
    HAVING,
    DISTINCT,
    SUB_QUERY,
    UNION_ALL,
    PUBLIC_JOIN,
    PUBLIC_LEFT_JOIN,
    PUBLIC_CROSS_JOIN,
    PUBLIC_IN,
    SELF_JOIN,
    WITH;

    boolean isGrouped() {
      return this == GROUPS || this == HAVING;
    }
  }

  /**
   * A query.
   *
   * @param rawSql what the database is asked: to the driver a sum over nobody is 0
   */
  record Query(Form form, String sql, String rawSql) {
    @Override
    public String toString() {
      return form + ": " + sql;
    }
  }

  private static final String SUM = "\u0001";
  private static final String END_OF_SUM = "\u0002";
  private static final String[] LITERALS = {"0", "1", "2", "7", "12", "35", "60", "99"};
  private static final String[] DIVISORS = {"2", "3", "7", "12", "99"};
  private static final String[] COMPARISONS = {"=", "<>", "<", "<=", ">", ">="};
  private static final int DEPTH = 2;

  private final Random random;

  /** What stands before the columns of the query that is written. */
  private String alias = "";

  /** What divides an integer by another with an integer as the result. */
  private final String quotient;

  /** Whether no other numbers are asked for. */
  private boolean whole;

  AggregateQueries(long seed, String quotient) {
    random = new Random(seed);
    this.quotient = quotient;
  }

  Query next() {
    Form form = pick(Form.values());
    alias = "";
    String sql = sql(form);
    return new Query(
        form,
        sql.replace(SUM, "SUM(").replace(END_OF_SUM, ")"),
        sql.replace(SUM, "COALESCE(SUM(").replace(END_OF_SUM, "), 0)"));
  }

  private String sql(Form form) {
    return switch (form) {
      case WHOLE_TABLE -> select(items()) + "FROM " + table();
      case CONDITION -> select(items()) + "FROM " + table() + " WHERE " + condition(DEPTH);
      case GROUPS -> groups("");
      case HAVING -> groups(" HAVING " + aboveCondition());
      case DISTINCT -> "SELECT DISTINCT " + items() + " FROM " + table() + where();
      case SUB_QUERY -> select(items()) + "FROM (" + rows(table()) + ") AS COR0" + where();
      case UNION_ALL -> {
        String table = table();
        yield select(items())
            + ("FROM (" + rows(table) + " UNION ALL " + rows(table) + ") AS COR0")
            + where();
      }
      case PUBLIC_JOIN -> joined("JOIN TAB2 AS B ON A.COL1 = B.COL0");
      case PUBLIC_LEFT_JOIN -> joined("LEFT JOIN TAB2 AS B ON A.COL1 = B.COL0");
      case PUBLIC_CROSS_JOIN -> joined("CROSS JOIN TAB2 AS B");
      case PUBLIC_IN ->
          select(items())
              + ("FROM " + table() + " WHERE " + value(1) + not() + "IN (SELECT " + column())
              + (" FROM TAB2" + (chance(2) ? " WHERE " + condition(1) : "") + ")");
      case SELF_JOIN -> joined("JOIN TAB0 AS B ON A.ID = B.ID");
      case WITH -> "WITH C AS (" + rows(table()) + ") " + select(items()) + "FROM C" + where();
    };
  }

  private String joined(String join) {
    alias = "A.";
    String items = items();
    return select(items) + "FROM TAB0 AS A " + join + where();
  }

  private String select(String items) {
    return "SELECT " + (chance(4) ? "ALL " : "") + items + " ";
  }

  private String groups(String having) {
    List<String> keys = Stream.generate(this::key).limit(1 + random.nextInt(2)).distinct().toList();
    List<String> items = new ArrayList<>(chance(5) ? List.of() : keys);
    if (items.isEmpty() || !chance(5)) {
      items.add(above(DEPTH));
    }
    String named =
        IntStream.range(0, items.size())
            .mapToObj(i -> items.get(i) + " AS C" + i)
            .collect(Collectors.joining(", "));
    return select(named)
        + ("FROM " + table() + where() + " GROUP BY " + String.join(", ", keys) + having);
  }

  private String key() {
    return switch (random.nextInt(8)) {
      case 0 -> column() + " + " + pick(LITERALS);
      case 1 -> "- " + column();
      case 2 -> column() + quotient + pick(DIVISORS);
      case 3 -> "CASE WHEN " + condition(1) + " THEN " + column() + " ELSE " + column() + " END";
      default -> column();
    };
  }

  /** A subquery that has the columns of the tables. */
  private String rows(String table) {
    return "SELECT "
        + value(1)
        + " AS COL0, "
        + value(1)
        + " AS COL1, "
        + value(1)
        + " AS COL2 FROM "
        + table
        + where();
  }

  private String table() {
    return pick("TAB0", "TAB1");
  }

  private String where() {
    return chance(2) ? " WHERE " + condition(DEPTH) : "";
  }

  private String items() {
    return IntStream.rangeClosed(0, random.nextInt(3))
        .mapToObj(i -> above(DEPTH) + " AS C" + i)
        .collect(Collectors.joining(", "));
  }

  /** A number above the aggregates. */
  private String above(int depth) {
    if (depth == 0 || chance(3)) {
      return signs() + aggregate();
    }
    return switch (random.nextInt(9)) {
      case 0 -> above(depth - 1) + " + " + above(depth - 1);
      case 1 -> above(depth - 1) + " - " + above(depth - 1);
      case 2 -> above(depth - 1) + " * " + signs() + pick(LITERALS);
      case 3 -> above(depth - 1) + " / " + signs() + pick(DIVISORS);
      case 4 -> "( " + above(depth - 1) + " )";
      case 5 ->
          "CASE WHEN "
              + aboveCondition()
              + (" THEN " + above(depth - 1) + " ELSE " + above(depth - 1) + " END");
      case 6 -> "COALESCE ( " + above(depth - 1) + ", " + above(depth - 1) + " )";
      case 7 -> "NULLIF ( " + above(depth - 1) + ", " + signs() + pick(LITERALS) + " )";
      default -> "ABS ( " + above(depth - 1) + " )";
    };
  }

  private String aggregate() {
    return switch (random.nextInt(whole ? 7 : 10)) {
      case 0, 1 -> "COUNT ( * )";
      case 2 -> "COUNT ( " + all() + value(DEPTH) + " )";
      case 3 -> "COUNT ( DISTINCT " + value(1) + " )";
      case 4, 5 -> SUM + " " + all() + value(DEPTH) + " " + END_OF_SUM;
      case 6 -> SUM + " DISTINCT " + value(1) + " " + END_OF_SUM;
      case 7 -> "AVG ( " + all() + value(1) + " )";
      case 8 -> "AVG ( DISTINCT " + value(1) + " )";
      default -> "VAR_POP ( " + pick("", "DISTINCT ") + column() + " )";
    };
  }

  /** Of integers: of two equal spreads a last digit would say which is greater. */
  private String aboveCondition() {
    boolean before = whole;
    whole = true;
    String condition = anyCondition();
    whole = before;
    return condition;
  }

  private String anyCondition() {
    return switch (random.nextInt(5)) {
      case 0 -> not() + "( " + above(1) + " ) IS" + not() + "NULL";
      case 1 -> above(0) + not() + "BETWEEN " + above(0) + " AND " + above(1);
      case 2 -> "NOT " + above(0) + " " + pick(COMPARISONS) + " " + signs() + pick(LITERALS);
      case 3 -> above(0) + not() + "IN ( " + pick(LITERALS) + ", " + pick(LITERALS) + " )";
      default -> above(1) + " " + pick(COMPARISONS) + " " + above(0);
    };
  }

  /** A number of a row. */
  private String value(int depth) {
    if (depth == 0 || chance(3)) {
      return signs() + (chance(5) ? pick(LITERALS) : column());
    }
    return switch (random.nextInt(10)) {
      case 0 -> value(depth - 1) + " + " + value(depth - 1);
      case 1 -> value(depth - 1) + " - " + value(depth - 1);
      case 2 -> value(depth - 1) + " * " + value(depth - 1);
      case 3 -> value(depth - 1) + quotient + signs() + pick(DIVISORS);
      case 4 -> "( " + value(depth - 1) + " )";
      case 5 ->
          "CASE WHEN "
              + condition(depth - 1)
              + (" THEN " + value(depth - 1) + (chance(3) ? "" : " ELSE " + value(depth - 1)))
              + " END";
      case 6 ->
          "CASE "
              + column()
              + (" WHEN " + pick(LITERALS) + " THEN " + value(depth - 1))
              + (" ELSE " + value(depth - 1) + " END");
      case 7 -> "COALESCE ( " + value(depth - 1) + ", " + value(depth - 1) + " )";
      case 8 -> "NULLIF ( " + value(depth - 1) + ", " + value(depth - 1) + " )";
      default -> "CAST ( " + value(depth - 1) + " AS BIGINT )";
    };
  }

  private String condition(int depth) {
    if (depth > 0 && chance(3)) {
      return switch (random.nextInt(3)) {
        case 0 -> condition(depth - 1) + " AND " + condition(depth - 1);
        case 1 -> "( " + condition(depth - 1) + " OR " + condition(depth - 1) + " )";
        default -> "NOT ( " + condition(depth - 1) + " )";
      };
    }
    Supplier<String> number = () -> value(Math.max(0, depth - 1));
    return switch (random.nextInt(7)) {
      case 0 -> "( " + number.get() + " ) IS" + not() + "NULL";
      case 1 -> number.get() + not() + "BETWEEN " + number.get() + " AND " + number.get();
      case 2 -> number.get() + not() + "IN ( " + pick(LITERALS) + ", " + number.get() + " )";
      case 3 -> "NOT " + number.get() + " " + pick(COMPARISONS) + " " + number.get();
      case 4 -> "( NULL ) IS" + not() + "NULL";
      default -> number.get() + " " + pick(COMPARISONS) + " " + number.get();
    };
  }

  private String column() {
    return alias + pick("COL0", "COL1", "COL2");
  }

  private String signs() {
    return pick("", "", "", "- ", "+ ", "- + ", "+ - ");
  }

  private String all() {
    return chance(4) ? "ALL " : "";
  }

  private String not() {
    return chance(3) ? " NOT " : " ";
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  @SafeVarargs
  private <V> V pick(V... of) {
    return of[random.nextInt(of.length)];
  }
}
