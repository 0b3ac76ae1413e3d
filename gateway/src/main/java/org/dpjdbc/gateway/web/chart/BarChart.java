package org.dpjdbc.gateway.web.chart;

import java.util.List;
import org.dpjdbc.gateway.web.html.Tag;
import org.dpjdbc.gateway.web.number.LocalNumbers;

/** A bar for each key, with its interval. */
final class BarChart {
  private static final double ROW = 28;
  private static final double BAR = 16;
  private static final double FOOT = 24;
  private static final double EDGE = 12;

  /** The largest share of the width that keys take. */
  private static final double KEYS = 0.38;

  private BarChart() {}

  static Tag of(List<ChartPoint> points, String said, LocalNumbers numbers, ChartSize size) {
    double most = KEYS * size.width() - 2 * Drawing.BASELINE;
    List<String> keys = points.stream().map(point -> size.cut(point.key(), most)).toList();
    double widest = keys.stream().mapToDouble(size::of).max().orElse(0);
    double left = widest + 2 * Drawing.BASELINE;
    Axis all =
        Axis.of(
            Math.min(0, ChartPoint.minimum(points)),
            Math.max(0, ChartPoint.maximum(points)),
            left,
            size.width() - EDGE);
    // The last label stands half to the right of the axis.
    double half = Tick.widest(Tick.across(all, numbers, size, false, false), size) / 2;
    Axis axis = all.between(left, size.width() - Math.max(EDGE, half));
    List<Tick> ticks = Tick.across(axis, numbers, size, false, false);
    double bottom = points.size() * ROW;
    Tag picture = Drawing.picture(size, bottom + FOOT, said);
    for (Tick tick : ticks) {
      picture.add(
          Drawing.line("grid", tick.place(), 0, tick.place(), bottom),
          tick.below(bottom + FOOT - Drawing.BASELINE, size));
    }
    double zero = axis.place(0);
    for (int i = 0; i < points.size(); i++) {
      ChartPoint point = points.get(i);
      double middle = (i + 0.5) * ROW;
      double x = axis.place(point.value());
      picture.add(
          Drawing.words("end", widest + Drawing.BASELINE, middle + Drawing.BASELINE, keys.get(i)),
          Drawing.box("bar", Math.min(zero, x), middle - BAR / 2, Math.abs(x - zero), BAR));
      if (point.error().isPresent()) {
        picture.add(
            Drawing.interval(false, middle, axis.place(point.low()), axis.place(point.high())));
      }
    }
    return picture.add(Drawing.line("axis", zero, 0, zero, bottom));
  }
}
