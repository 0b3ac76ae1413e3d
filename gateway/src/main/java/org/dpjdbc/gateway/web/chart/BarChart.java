package org.dpjdbc.gateway.web.chart;

import java.util.List;
import org.dpjdbc.gateway.web.html.Tag;

/** A bar for each key, with its interval. */
final class BarChart {
  private static final double LABELS = 170;
  private static final double ROW = 28;
  private static final double BAR = 16;
  private static final double FOOT = 24;
  private static final double EDGE = 24;
  private static final double BASELINE = 5;
  private static final int LONGEST_LABEL = 22;

  private BarChart() {}

  static Tag of(List<ChartPoint> points, String said) {
    double bottom = points.size() * ROW;
    Axis axis =
        Axis.of(
            Math.min(0, ChartPoint.least(points)),
            Math.max(0, ChartPoint.greatest(points)),
            LABELS,
            Drawing.WIDTH - EDGE);
    Tag picture = Drawing.picture(bottom + FOOT, said);
    for (double tick : axis.ticks()) {
      double x = axis.place(tick);
      picture.add(
          Drawing.line("grid", x, 0, x, bottom),
          Drawing.words("middle", x, bottom + FOOT - BASELINE, Axis.label(tick)));
    }
    double zero = axis.place(0);
    for (int i = 0; i < points.size(); i++) {
      ChartPoint point = points.get(i);
      double middle = (i + 0.5) * ROW;
      double x = axis.place(point.value());
      picture.add(
          Drawing.words(
              "end",
              LABELS - 2 * BASELINE,
              middle + BASELINE,
              Drawing.cut(point.key(), LONGEST_LABEL)),
          Drawing.box("bar", Math.min(zero, x), middle - BAR / 2, Math.abs(x - zero), BAR));
      if (point.error().isPresent()) {
        picture.add(
            Drawing.interval(false, middle, axis.place(point.low()), axis.place(point.high())));
      }
    }
    return picture.add(Drawing.line("axis", zero, 0, zero, bottom));
  }
}
