package org.dpjdbc.gateway.web.chart;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.dpjdbc.gateway.web.ask.Grid;
import org.dpjdbc.gateway.web.html.Tag;
import org.jspecify.annotations.Nullable;

/** Draws an answer that has one key and noisy numbers: lines over numbers and moments, or bars. */
public final class AnswerChart {
  private static final double GREATEST = 1e150; // what is computed of it stays finite
  private static final int MOST_CHARTS = 4;
  private static final int MOST_BARS = 60;
  private static final int MOST_POINTS = 400;
  private static final int FEWEST_POINTS = 2;

  private AnswerChart() {}

  /** A chart for each noisy column; none if the answer has no form that can be drawn. */
  public static List<Tag> of(Grid grid) {
    Optional<Integer> key = grid.key();
    if (key.isEmpty() || grid.rows().isEmpty()) {
      return List.of();
    }
    boolean isLine =
        grid.headings().get(key.get()).kind() != Grid.Kind.OTHER
            && grid.rows().size() >= FEWEST_POINTS;
    if (grid.rows().size() > (isLine ? MOST_POINTS : MOST_BARS)) {
      return List.of();
    }
    return grid.noisy().stream()
        .limit(MOST_CHARTS)
        .map(column -> chart(grid, key.get(), column, isLine))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<Tag> chart(Grid grid, int key, int column, boolean isLine) {
    List<ChartPoint> points = new ArrayList<>();
    for (int row = 0; row < grid.rows().size(); row++) {
      String name = grid.at(row, key);
      OptionalDouble value = number(grid.at(row, column));
      OptionalDouble at = isLine ? place(name) : OptionalDouble.of(row);
      if (value.isPresent() && at.isPresent()) {
        OptionalInt errors = grid.errors(column);
        points.add(
            new ChartPoint(
                name == null ? "NULL" : name,
                at.getAsDouble(),
                value.getAsDouble(),
                number(grid.at(row, errors.orElseThrow()))));
      }
    }
    if (points.isEmpty()) {
      return Optional.empty();
    }
    String label = grid.headings().get(column).label();
    String said =
        "%s by %s, %d %s; the table below has the same numbers"
            .formatted(
                label, grid.headings().get(key).label(), points.size(), isLine ? "points" : "bars");
    boolean isWhole = points.stream().allMatch(point -> point.error().isPresent());
    Tag caption =
        Tag.of("figcaption", label)
            .add(isWhole ? " with 95 % intervals" : ", with 95 % intervals where they are known");
    return Optional.of(
        Tag.of("figure", caption, isLine ? LineChart.of(points, said) : BarChart.of(points, said)));
  }

  private static OptionalDouble number(@Nullable String text) {
    try {
      double number = text == null ? Double.NaN : Double.parseDouble(text);
      return Math.abs(number) < GREATEST ? OptionalDouble.of(number) : OptionalDouble.empty();
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }

  private static OptionalDouble place(@Nullable String text) {
    OptionalDouble number = number(text);
    if (text == null || number.isPresent()) {
      return number;
    }
    try {
      LocalDateTime moment =
          text.length() <= "2000-01-01".length()
              ? LocalDate.parse(text).atStartOfDay()
              : LocalDateTime.parse(
                  text.substring(0, "2000-01-01T00:00:00".length()).replace(' ', 'T'));
      return OptionalDouble.of((double) moment.toEpochSecond(ZoneOffset.UTC));
    } catch (DateTimeParseException | StringIndexOutOfBoundsException e) {
      return OptionalDouble.empty();
    }
  }
}
