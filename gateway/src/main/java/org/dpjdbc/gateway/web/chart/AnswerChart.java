package org.dpjdbc.gateway.web.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.dpjdbc.gateway.web.ask.Grid;
import org.dpjdbc.gateway.web.html.Tag;
import org.dpjdbc.gateway.web.number.LocalNumbers;
import org.jspecify.annotations.Nullable;

/** Draws an answer that has one key and noisy numbers: lines over numbers and dates, or bars. */
public final class AnswerChart {
  private static final double GREATEST = 1e150; // what is computed of it stays finite
  private static final int MOST_CHARTS = 4;
  private static final int MOST_BARS = 60;
  private static final int MOST_POINTS = 400;
  private static final int FEWEST_POINTS = 2;

  private AnswerChart() {}

  private enum Form {
    NUMBERS,
    DATES,
    BARS
  }

  /** A chart for each noisy column; none if the answer has no form that can be drawn. */
  public static List<Tag> of(Grid grid, LocalNumbers numbers) {
    Optional<Integer> key = grid.key();
    if (key.isEmpty() || grid.rows().isEmpty()) {
      return List.of();
    }
    Form form = form(grid, key.get());
    if (grid.rows().size() > (form == Form.BARS ? MOST_BARS : MOST_POINTS)) {
      return List.of();
    }
    return grid.noisy().stream()
        .limit(MOST_CHARTS)
        .map(column -> chart(grid, key.get(), column, form, numbers))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Form form(Grid grid, int key) {
    Grid.Kind kind = grid.headings().get(key).kind();
    if (grid.rows().size() < FEWEST_POINTS) {
      return Form.BARS;
    } else if (kind == Grid.Kind.NUMBER) {
      return Form.NUMBERS;
    }
    boolean areDates =
        kind == Grid.Kind.TEMPORAL
            || IntStream.range(0, grid.rows().size())
                .mapToObj(row -> grid.at(row, key))
                .allMatch(name -> name != null && DateLabels.place(name).isPresent());
    return areDates ? Form.DATES : Form.BARS;
  }

  private static Optional<Tag> chart(
      Grid grid, int key, int column, Form form, LocalNumbers numbers) {
    List<ChartPoint> points = new ArrayList<>();
    int others = 0;
    for (int row = 0; row < grid.rows().size(); row++) {
      String name = grid.at(row, key);
      OptionalDouble value = number(grid.at(row, column));
      OptionalDouble at = form == Form.BARS ? OptionalDouble.of(row) : place(name, form);
      if (value.isPresent() && at.isPresent()) {
        OptionalInt errors = grid.errors(column);
        points.add(
            new ChartPoint(
                name == null ? "NULL" : name,
                at.getAsDouble(),
                value.getAsDouble(),
                number(grid.at(row, errors.orElseThrow()))));
      } else {
        others++;
      }
    }
    if (points.isEmpty()) {
      return Optional.empty();
    }
    String title =
        "%s by %s".formatted(grid.headings().get(column).label(), grid.headings().get(key).label());
    String said =
        "%s, %d %s; the table below has the same numbers"
            .formatted(title, points.size(), form == Form.BARS ? "bars" : "points");
    boolean isIntegral = points.stream().allMatch(point -> point.error().isPresent());
    Tag caption =
        Tag.of("figcaption", title)
            .add(isIntegral ? " with 95 % intervals" : ", with 95 % intervals where they are known")
            .add(others == 0 ? "" : "; the table has %d more".formatted(others));
    Tag figure = Tag.of("figure", caption);
    for (ChartSize size : ChartSize.values()) {
      figure.add(
          form == Form.BARS
              ? BarChart.of(points, said, numbers, size)
              : LineChart.of(points, said, numbers, size, form == Form.DATES));
    }
    return Optional.of(figure);
  }

  private static OptionalDouble number(@Nullable String text) {
    try {
      double number = text == null ? Double.NaN : Double.parseDouble(text);
      return Math.abs(number) < GREATEST ? OptionalDouble.of(number) : OptionalDouble.empty();
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }

  private static OptionalDouble place(@Nullable String name, Form form) {
    return name == null || form == Form.NUMBERS ? number(name) : DateLabels.place(name);
  }
}
