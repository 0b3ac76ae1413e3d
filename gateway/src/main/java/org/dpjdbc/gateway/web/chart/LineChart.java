package org.dpjdbc.gateway.web.chart;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.dpjdbc.gateway.web.html.Tag;

/** A line over numbers or moments, with the interval of each point. */
final class LineChart {
  private static final double LEFT = 80;
  private static final double TOP = 12;
  private static final double BOTTOM = 248;
  private static final double HEIGHT = 280;
  private static final double EDGE = 24;
  private static final double BASELINE = 5;
  private static final int LONGEST_LABEL = 20;

  private LineChart() {}

  static Tag of(List<ChartPoint> some, String said) {
    List<ChartPoint> points =
        some.stream().sorted(Comparator.comparingDouble(ChartPoint::at)).toList();
    ChartPoint first = points.get(0);
    ChartPoint last = points.get(points.size() - 1);
    Axis across = Axis.of(first.at(), last.at(), LEFT, Drawing.WIDTH - EDGE);
    double low = ChartPoint.least(points);
    Axis up =
        Axis.of(
            low > 0 && low < ChartPoint.greatest(points) / 2 ? 0 : low,
            ChartPoint.greatest(points),
            BOTTOM,
            TOP);
    Tag picture = Drawing.picture(HEIGHT, said);
    for (double tick : up.ticks()) {
      double y = up.place(tick);
      picture.add(
          Drawing.line("grid", LEFT, y, Drawing.WIDTH - EDGE, y),
          Drawing.words("end", LEFT - BASELINE, y + BASELINE, Axis.label(tick)));
    }
    for (ChartPoint point : points) {
      double x = across.place(point.at());
      if (point.error().isPresent()) {
        picture.add(Drawing.interval(true, x, up.place(point.low()), up.place(point.high())));
      }
      picture.add(
          Tag.of("circle")
              .with("class", "point")
              .with("cx", Axis.text(x))
              .with("cy", up.at(point.value()))
              .with("r", "3"));
    }
    return picture.add(
        Tag.of("path").with("class", "curve").with("d", path(points, across, up)),
        Drawing.words("start", LEFT, HEIGHT - BASELINE, Drawing.cut(first.key(), LONGEST_LABEL)),
        Drawing.words(
            "end", Drawing.WIDTH - EDGE, HEIGHT - BASELINE, Drawing.cut(last.key(), LONGEST_LABEL)),
        Drawing.line("axis", LEFT, BOTTOM, Drawing.WIDTH - EDGE, BOTTOM));
  }

  private static String path(List<ChartPoint> points, Axis across, Axis up) {
    return points.stream()
        .map(point -> across.at(point.at()) + " " + up.at(point.value()))
        .collect(Collectors.joining(" L", "M", ""));
  }
}
