package org.dpjdbc.it.bench;

import java.util.List;
import java.util.Locale;

/**
 * A measured figure: the median, and between which values the middle half lies.
 *
 * @param what was measured
 * @param unit of the values
 * @param target to reach; empty if there is none
 * @param median of all measurements
 * @param low a quarter of the measurements are below
 * @param high a quarter of the measurements are above
 */
record Figure(String what, String unit, String target, double median, double low, double high) {

  static Figure of(String what, String unit, String target, List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return new Figure(what, unit, target, at(sorted, 0.5), at(sorted, 0.25), at(sorted, 0.75));
  }

  /** Interpolates between the two nearest of the sorted values. */
  private static double at(double[] sorted, double share) {
    double place = share * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }

  static String number(double value) {
    if (value >= 100_000) {
      return String.format(Locale.ROOT, "%.2f M", value / 1e6);
    }
    String format = value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, value);
  }
}
