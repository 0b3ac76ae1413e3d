package org.dpjdbc.gateway.web.chart;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.dpjdbc.gateway.web.html.Tag;
import org.dpjdbc.gateway.web.number.LocalNumbers;

/** A line over numbers or dates, with the intervals as a band. */
final class LineChart {
  private static final double TOP = 12;
  private static final double FOOT = 32;
  private static final double EDGE = 12;

  /** More circles than these hide the line. */
  private static final int MOST_CIRCLES = 60;

  private LineChart() {}

  /**
   * A chart.
   *
   * @param areDates whether the keys are dates, which are written as they are
   */
  static Tag of(
      List<ChartPoint> some, String said, LocalNumbers numbers, ChartSize size, boolean areDates) {
    List<ChartPoint> points =
        some.stream().sorted(Comparator.comparingDouble(ChartPoint::at)).toList();
    double bottom = size.height() - FOOT;
    double low = ChartPoint.minimum(points);
    double high = ChartPoint.maximum(points);
    Axis up = Axis.of(low > 0 && low < high / 2 ? 0 : low, high, bottom, TOP);
    List<Tick> heights = Tick.up(up, numbers);
    double left = Tick.widest(heights, size) + 2 * Drawing.BASELINE;
    double right = size.width() - EDGE;
    Axis across = Axis.of(points.get(0).at(), points.get(points.size() - 1).at(), left, right);
    Tag picture = Drawing.picture(size, size.height(), said);
    Drawing.grid(picture, heights, left, right);
    for (Tick tick : keys(points, across, numbers, size, areDates)) {
      picture.add(
          Drawing.line("axis", tick.place(), bottom, tick.place(), bottom + Drawing.BASELINE),
          tick.below(size.height() - Drawing.BASELINE, size));
    }
    band(points, across, up, picture);
    picture.add(Drawing.path("curve", steps(points, across, up)));
    if (points.size() <= MOST_CIRCLES) {
      points.forEach(point -> picture.add(circle(across.at(point.at()), up.at(point.value()))));
    }
    return picture.add(Drawing.line("axis", left, bottom, right, bottom));
  }

  private static List<Tick> keys(
      List<ChartPoint> points,
      Axis across,
      LocalNumbers numbers,
      ChartSize size,
      boolean areDates) {
    if (!areDates) {
      boolean isIntegral = points.stream().allMatch(point -> Math.rint(point.at()) == point.at());
      return Tick.across(across, numbers, size, true, isIntegral);
    }
    List<String> names = DateLabels.of(points.stream().map(ChartPoint::key).toList());
    List<Tick> all = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      all.add(new Tick(across.place(points.get(i).at()), names.get(i)));
    }
    return Tick.some(all, size);
  }

  /** An area for each row of points whose intervals are known; a point alone has its own. */
  private static void band(List<ChartPoint> points, Axis across, Axis up, Tag picture) {
    List<ChartPoint> row = new ArrayList<>();
    for (int i = 0; i <= points.size(); i++) {
      if (i < points.size() && points.get(i).error().isPresent()) {
        row.add(points.get(i));
        continue;
      }
      if (row.size() == 1) {
        ChartPoint only = row.get(0);
        picture.add(
            Drawing.interval(
                true, across.place(only.at()), up.place(only.low()), up.place(only.high())));
      } else if (!row.isEmpty()) {
        List<String> edge = new ArrayList<>();
        row.forEach(point -> edge.add(across.at(point.at()) + " " + up.at(point.high())));
        Collections.reverse(row);
        row.forEach(point -> edge.add(across.at(point.at()) + " " + up.at(point.low())));
        picture.add(Drawing.path("band", "M" + String.join(" L", edge) + " Z"));
      }
      row.clear();
    }
  }

  private static Tag circle(String x, String y) {
    return Tag.of("circle").with("class", "point").with("cx", x).with("cy", y).with("r", "3");
  }

  private static String steps(List<ChartPoint> points, Axis across, Axis up) {
    return points.stream()
        .map(point -> across.at(point.at()) + " " + up.at(point.value()))
        .collect(Collectors.joining(" L", "M", ""));
  }
}
