package org.dpjdbc.gateway.web.chart;

import java.util.List;
import java.util.OptionalDouble;

/**
 * A noisy number.
 *
 * @param key what it is of
 * @param at where on the axis
 * @param error half the width of its 95 % interval, if it is known
 */
record ChartPoint(String key, double at, double value, OptionalDouble error) {
  double low() {
    return value - error.orElse(0);
  }

  double high() {
    return value + error.orElse(0);
  }

  static double minimum(List<ChartPoint> points) {
    return points.stream().mapToDouble(ChartPoint::low).min().orElse(0);
  }

  static double maximum(List<ChartPoint> points) {
    return points.stream().mapToDouble(ChartPoint::high).max().orElse(0);
  }
}
