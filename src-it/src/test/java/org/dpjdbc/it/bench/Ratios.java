package org.dpjdbc.it.bench;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The time of a query through the driver over the time of the same query through the database's own
 * driver, on a million rows. The two are asked in turn, and each round gives one ratio: what else
 * the machine does meanwhile falls on both. A plain class, since JMH measures one method after the
 * other, not in turn.
 */
final class Ratios {
  private static final int ROWS = 1_000_000;
  private static final int WARM_UP = 1;

  /** As many rounds as fit into the time, at least and at most so many. */
  private static final int MIN_ROUNDS = 4;

  private static final int MAX_ROUNDS = 15;
  private static final Duration TIME = Duration.ofSeconds(10);

  private record Shape(String what, String target, String sql, List<Object> values) {
    Shape(String what, String target, String sql, Object... values) {
      this(what, target, sql, List.of(values));
    }
  }

  private static final List<Shape> SHAPES =
      List.of(
          new Shape(
              "unique unit: filtered COUNT(*)",
              "1.15",
              "SELECT COUNT(*) FROM people WHERE age BETWEEN 20 AND 60",
              20,
              60),
          new Shape(
              "unique unit: SUM by a public key",
              "1.15",
              "SELECT sex, SUM(income) FROM people GROUP BY sex"),
          new Shape(
              "unique unit: SUM by a private key",
              "1.15",
              "SELECT region, SUM(income) FROM people GROUP BY region"),
          new Shape("unique unit: AVG of INTEGER", "1.15", "SELECT AVG(income) FROM people"),
          new Shape("unique unit: AVG of NUMERIC", "1.15", "SELECT AVG(spent) FROM people"),
          new Shape("unique unit: AVG of DOUBLE", "1.15", "SELECT AVG(weight) FROM people"),
          new Shape(
              "bounded units: filtered COUNT(*)",
              "",
              "SELECT COUNT(*) FROM visits WHERE days BETWEEN 5 AND 20",
              5,
              20),
          new Shape(
              "bounded units: SUM by a public key",
              "",
              "SELECT sex, SUM(days) FROM visits GROUP BY sex",
              "F",
              "M"),
          new Shape(
              "bounded units: SUM by a private key",
              "",
              "SELECT region, SUM(days) FROM visits GROUP BY region"),
          new Shape("bounded units: AVG", "", "SELECT AVG(days) FROM visits"),
          new Shape(
              "all over the limit: filtered COUNT(*)",
              "",
              "SELECT /*+ DP(max_rows_contributed=9) */ COUNT(*) FROM visits WHERE days > 4",
              4),
          new Shape(
              "all over the limit: SUM by a public key",
              "",
              "SELECT /*+ DP(max_rows_contributed=9) */ sex, SUM(days) FROM visits GROUP BY sex",
              "F",
              "M"));

  private Ratios() {}

  static List<Figure> measure() throws Exception {
    List<Figure> figures = new ArrayList<>();
    try (People people = new People(ROWS, /* reuse= */ false);
        Connection driver = people.connect()) {
      for (Shape shape : SHAPES) {
        List<Figure> measured = measure(people, driver, shape);
        System.err.println(measured.get(0));
        System.err.println(measured.get(1));
        figures.addAll(measured);
      }
    }
    return figures;
  }

  private static List<Figure> measure(People people, Connection driver, Shape shape)
      throws SQLException {
    String pushed = pushed(driver, shape.sql());
    Object[] values = values(shape, pushed);
    List<Double> ratios = new ArrayList<>();
    List<Double> ofProcessor = new ArrayList<>();
    List<Double> ofPushed = new ArrayList<>();
    List<Double> milliseconds = new ArrayList<>();
    long end = System.nanoTime() + TIME.toNanos();
    for (int round = -WARM_UP;
        round < MIN_ROUNDS || (round < MAX_ROUNDS && System.nanoTime() < end);
        round++) {
      Times raw = Times.of(people.raw(), shape.sql());
      Times through = Times.of(driver, shape.sql());
      Times inside = Times.of(people.raw(), pushed, values);
      if (round >= 0) {
        ratios.add(through.wall() / raw.wall());
        ofProcessor.add(through.processor() / raw.processor());
        ofPushed.add(inside.processor() / raw.processor());
        milliseconds.add(raw.processor());
      }
    }
    return List.of(
        Figure.of(shape.what(), "x raw", shape.target(), ratios),
        Figure.of("  in processor time", "x raw", shape.target(), ofProcessor),
        Figure.of("  of which the SQL that runs", "x raw", "", ofPushed),
        Figure.of("  raw, processor time", "ms", "", milliseconds));
  }

  /** Those of the shape, as often as the statement reads the table with them. */
  private static Object[] values(Shape shape, String pushed) {
    int places = (int) pushed.chars().filter(c -> c == '?').count();
    return IntStream.range(0, places)
        .mapToObj(i -> shape.values().get(i % shape.values().size()))
        .toArray();
  }

  /** The statement that the driver sends; its parameters are the values of the shape. */
  private static String pushed(Connection driver, String sql) throws SQLException {
    try (Statement statement = driver.createStatement();
        ResultSet rows = statement.executeQuery("EXPLAIN PRIVACY FOR " + sql)) {
      while (rows.next()) {
        String text = rows.getString("PUSHED_SQL");
        if (text != null) {
          return text;
        }
      }
    }
    throw new IllegalStateException("nothing is sent for " + sql);
  }
}
