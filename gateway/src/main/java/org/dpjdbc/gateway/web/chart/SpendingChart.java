package org.dpjdbc.gateway.web.chart;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.dpjdbc.gateway.web.ask.ChargedQuery;
import org.dpjdbc.gateway.web.html.Tag;
import org.dpjdbc.gateway.web.number.LocalNumbers;

/** Draws how much was charged in each hour, day or month. */
public final class SpendingChart {
  private static final double TOP = 12;
  private static final double BOTTOM = 200;
  private static final double HEIGHT = 232;
  private static final double EDGE = 12;
  private static final double FOOT = 8;
  private static final double FILLED = 0.8;
  private static final double WIDEST = 60;
  private static final int MOST = 62;

  private static final int HOUR = 13;
  private static final int DAY = 10;
  private static final int MONTH = 7;

  private SpendingChart() {}

  /**
   * What was charged, by the start of an hour, a day or a month; those without charges have 0.
   *
   * @param past the newest first
   */
  public static Map<String, BigDecimal> sums(List<ChargedQuery> past) {
    if (past.isEmpty()) {
      return Map.of();
    }
    LocalDateTime first = past.get(past.size() - 1).at();
    LocalDateTime last = past.get(0).at();
    long hours = ChronoUnit.HOURS.between(first, last);
    int length = hours < MOST - 1 ? HOUR : hours / 24 < MOST - 1 ? DAY : MONTH;
    TreeMap<String, BigDecimal> sums = new TreeMap<>();
    for (LocalDateTime at = first; !at.isAfter(last); at = next(at, length)) {
      sums.put(bucket(at, length), BigDecimal.ZERO);
    }
    past.forEach(each -> sums.merge(bucket(each.at(), length), each.epsilon(), BigDecimal::add));
    while (sums.size() > MOST) {
      sums.pollFirstEntry();
    }
    return new LinkedHashMap<>(sums);
  }

  private static LocalDateTime next(LocalDateTime at, int length) {
    return length == HOUR ? at.plusHours(1) : length == DAY ? at.plusDays(1) : at.plusMonths(1);
  }

  private static String bucket(LocalDateTime at, int length) {
    String text = at.truncatedTo(ChronoUnit.SECONDS).toString().substring(0, length);
    return length == HOUR ? text.replace('T', ' ') + ":00" : text;
  }

  /** Draws them, for a desk and for a phone. */
  public static List<Tag> of(Map<String, BigDecimal> sums, LocalNumbers numbers) {
    return Arrays.stream(ChartSize.values()).map(size -> of(sums, numbers, size)).toList();
  }

  private static Tag of(Map<String, BigDecimal> sums, LocalNumbers numbers, ChartSize size) {
    List<Map.Entry<String, BigDecimal>> bars = List.copyOf(sums.entrySet());
    double most = bars.stream().mapToDouble(bar -> bar.getValue().doubleValue()).max().orElse(0);
    Axis up = Axis.of(0, most, BOTTOM, TOP);
    Tag picture =
        Drawing.picture(
            size,
            HEIGHT,
            "epsilon charged from %s to %s; the table below has the same numbers"
                .formatted(bars.get(0).getKey(), bars.get(bars.size() - 1).getKey()));
    List<Tick> heights = Tick.up(up, numbers);
    double left = Tick.widest(heights, size) + 2 * Drawing.BASELINE;
    double right = size.width() - EDGE;
    Drawing.grid(picture, heights, left, right);
    double width = Math.min(WIDEST, (right - left) / bars.size());
    List<Tick> keys = new ArrayList<>();
    for (int i = 0; i < bars.size(); i++) {
      double y = up.place(bars.get(i).getValue().doubleValue());
      double x = left + i * width + width * (1 - FILLED) / 2;
      picture.add(Drawing.box("bar", x, y, width * FILLED, BOTTOM - y));
      keys.add(new Tick(left + (i + 0.5) * width, bars.get(i).getKey()));
    }
    Tick.some(keys, size).forEach(tick -> picture.add(tick.below(HEIGHT - FOOT, size)));
    return picture.add(Drawing.line("axis", left, BOTTOM, right, BOTTOM));
  }

  /** Draws how much of a budget is left. */
  public static Tag left(BigDecimal spent, BigDecimal left) {
    double all = Math.max(spent.add(left).doubleValue(), Double.MIN_NORMAL);
    double share = Math.min(1, Math.max(0, left.doubleValue() / all));
    double height = 20;
    double width = ChartSize.DESK.width();
    return Drawing.picture(
            width, height, "%d percent of the budget is left".formatted(Math.round(share * 100)))
        .add(
            Drawing.box("spent", 0, 0, width, height),
            Drawing.box("bar", 0, 0, width * share, height));
  }
}
