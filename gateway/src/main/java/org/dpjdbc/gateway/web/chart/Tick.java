package org.dpjdbc.gateway.web.chart;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.gateway.web.html.Tag;
import org.dpjdbc.gateway.web.number.LocalNumbers;

/**
 * A number or a key that is written at an axis.
 *
 * @param place on the axis
 */
record Tick(double place, String label) {
  private static final int MOST = 6;
  private static final double GAP = 8;

  /** Counts of keys after which the next label stands: months by quarters, days by weeks. */
  private static final int[] STRIDES = {1, 2, 3, 4, 6, 7, 12, 14, 24, 28, 36, 48, 60, 84, 120};

  /** Round numbers on an axis that goes up. */
  static List<Tick> up(Axis axis, LocalNumbers numbers) {
    return of(axis, axis.ticks(MOST - 1, false), numbers, true);
  }

  /**
   * Round numbers on an axis that goes across: as many as have room side by side.
   *
   * @param isKey whether they are keys, which may be years
   * @param isIntegral whether all keys are integers
   */
  static List<Tick> across(
      Axis axis, LocalNumbers numbers, ChartSize size, boolean isKey, boolean isIntegral) {
    List<Tick> ticks = List.of();
    for (int most = MOST; most > 0; most--) {
      List<Tick> fewer = of(axis, axis.ticks(most, isIntegral), numbers, !isKey);
      ticks = fewer.isEmpty() ? ticks : fewer;
      if (haveRoom(ticks, size)) {
        return ticks;
      }
    }
    return ticks.subList(ticks.size() - 1, ticks.size());
  }

  private static List<Tick> of(
      Axis axis, List<BigDecimal> numbers, LocalNumbers form, boolean isGrouped) {
    List<String> labels = form.labels(numbers, isGrouped);
    List<Tick> ticks = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      ticks.add(new Tick(axis.place(numbers.get(i)), labels.get(i)));
    }
    return ticks;
  }

  /** Every so manyth of some keys, the first and the last, or the first: what has room. */
  static List<Tick> some(List<Tick> keys, ChartSize size) {
    for (int stride : STRIDES) {
      List<Tick> some = new ArrayList<>();
      for (int i = 0; i < keys.size(); i += stride) {
        some.add(keys.get(i));
      }
      if ((stride == 1 || some.size() > 2) && haveRoom(some, size)) {
        return some;
      }
    }
    List<Tick> ends = List.of(keys.get(0), keys.get(keys.size() - 1));
    return haveRoom(ends, size) ? ends : ends.subList(0, 1);
  }

  private static boolean haveRoom(List<Tick> ticks, ChartSize size) {
    for (int i = 1; i < ticks.size(); i++) {
      Tick before = ticks.get(i - 1);
      Tick here = ticks.get(i);
      double room = (before.width(size) + here.width(size)) / 2 + GAP;
      if (here.middle(size) - before.middle(size) < room) {
        return false;
      }
    }
    return true;
  }

  /** How wide the widest is. */
  static double widest(List<Tick> ticks, ChartSize size) {
    return ticks.stream().mapToDouble(tick -> tick.width(size)).max().orElse(0);
  }

  private double width(ChartSize size) {
    return size.of(label);
  }

  /** Where the middle of the label is: at its place, or as near to it as the picture has room. */
  private double middle(ChartSize size) {
    double half = width(size) / 2;
    return Math.max(half, Math.min(size.width() - half, place));
  }

  /** Writes it below an axis that goes across. */
  Tag below(double y, ChartSize size) {
    return Drawing.words("middle", middle(size), y, label);
  }
}
