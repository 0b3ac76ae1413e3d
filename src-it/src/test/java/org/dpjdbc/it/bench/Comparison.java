package org.dpjdbc.it.bench;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dpjdbc.it.TextTable;

/**
 * What a question took the database, the driver, and the rewriting that numbers rows, round for
 * round.
 *
 * @param name of the question
 * @param target of the driver's ratio; empty if there is none
 * @param inProcess whether the database runs in this process
 * @param raw the database's
 * @param dp the driver's; empty if it took too long
 * @param numbered the rewriting's; empty if it took too long, or there is none
 */
record Comparison(
    String name,
    String target,
    boolean inProcess,
    List<Turns.Time> raw,
    List<Turns.Time> dp,
    List<Turns.Time> numbered) {

  /**
   * Measures.
   *
   * @param driver a connection through the driver
   */
  static Comparison of(
      BenchDatabase database, Connection driver, Question question, String target) {
    Connection raw = database.owner();
    List<Turns.Way> ways = new ArrayList<>();
    ways.add(new Turns.Way("raw", raw, question.raw()));
    ways.add(new Turns.Way("dp-jdbc", driver, question.dp()));
    question.numbered().ifPresent(sql -> ways.add(new Turns.Way("numbered", raw, sql)));
    List<List<Turns.Time>> times = Turns.measure(question.name(), ways);
    return new Comparison(
        question.name(),
        target,
        database.inProcess(),
        times.get(0),
        times.get(1),
        times.size() > 2 ? times.get(2) : List.of());
  }

  /** A table of them, with the medians over all in the last row. */
  static String table(String title, List<Comparison> all) {
    TextTable table =
        new TextTable(
            1,
            title,
            "raw ms",
            "dp-jdbc : raw",
            "middle half",
            "target",
            "in processor time",
            "outside ms",
            "numbered : raw",
            "middle half",
            "numbered : dp-jdbc");
    for (Comparison each : all) {
      table.add(each.row());
    }
    table.add(
        List.of(
            "median of all " + all.size(),
            "",
            middle(all.stream().map(Comparison::ofDp)),
            "",
            "",
            middle(all.stream().map(Comparison::ofProcessor)),
            middle(all.stream().map(Comparison::outside)),
            middle(all.stream().map(Comparison::ofNumbered)),
            "",
            middle(all.stream().map(Comparison::lead))));
    return table.toString();
  }

  private List<String> row() {
    return List.of(
        name,
        median(raw.stream().map(Turns.Time::wall).toList()),
        median(ofDp()),
        half(ofDp()),
        target,
        median(ofProcessor()),
        median(outside()),
        median(ofNumbered()),
        half(ofNumbered()),
        median(lead()));
  }

  /** Short, for who waits for the table. */
  @Override
  public String toString() {
    return name + " " + String.join(" | ", row().subList(1, row().size()));
  }

  private List<Double> ofDp() {
    return inTurn(dp, raw, (a, b) -> a.wall() / b.wall());
  }

  /** Processors' clocks tick seldom: the quickest are not told. */
  private List<Double> ofProcessor() {
    boolean reported = inProcess && raw.stream().allMatch(time -> time.processor() > 0);
    return reported ? inTurn(dp, raw, (a, b) -> a.processor() / b.processor()) : List.of();
  }

  private List<Double> ofNumbered() {
    return inTurn(numbered, raw, (a, b) -> a.wall() / b.wall());
  }

  private List<Double> lead() {
    return inTurn(numbered, dp, (a, b) -> a.wall() / b.wall());
  }

  private List<Double> outside() {
    return dp.stream().map(time -> time.wall() - time.recorded()).toList();
  }

  /** One value for each round; none if one of the two was left out. */
  private static List<Double> inTurn(
      List<Turns.Time> one,
      List<Turns.Time> other,
      ToDoubleBiFunction<Turns.Time, Turns.Time> ratio) {
    return IntStream.range(0, Math.min(one.size(), other.size()))
        .mapToObj(round -> ratio.applyAsDouble(one.get(round), other.get(round)))
        .toList();
  }

  /** The median of the medians of those that there are. */
  private static String middle(Stream<List<Double>> values) {
    return median(
        values
            .filter(each -> !each.isEmpty())
            .map(each -> Figure.of("", "", "", each).median())
            .toList());
  }

  private static String median(List<Double> values) {
    return values.isEmpty() ? "-" : Figure.number(Figure.of("", "", "", values).median());
  }

  private static String half(List<Double> values) {
    if (values.isEmpty()) {
      return "";
    }
    Figure figure = Figure.of("", "", "", values);
    return Figure.number(figure.low()) + " - " + Figure.number(figure.high());
  }
}
