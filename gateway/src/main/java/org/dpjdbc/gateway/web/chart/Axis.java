package org.dpjdbc.gateway.web.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Where numbers stand on a chart.
 *
 * @param low number at the start
 * @param high number at the end
 * @param start place of {@code low}
 * @param end place of {@code high}
 */
record Axis(double low, double high, double start, double end) {
  private static final List<BigDecimal> STEPS =
      List.of(BigDecimal.ONE, BigDecimal.valueOf(2), BigDecimal.valueOf(5), BigDecimal.TEN);

  /** What rounding may take from the last tick, as a share of a step. */
  private static final BigDecimal ROUNDING = new BigDecimal("1e-6");

  /** An axis that is not empty. */
  static Axis of(double low, double high, double start, double end) {
    boolean isWide = high - low > 0 && Double.isFinite(high - low);
    return new Axis(low, isWide ? high : low + Math.max(1, Math.abs(low)), start, end);
  }

  /** The same numbers at other places. */
  Axis between(double newStart, double newEnd) {
    return new Axis(low, high, newStart, newEnd);
  }

  double place(double number) {
    double share = (number - low) / (high - low);
    return start + Math.min(1, Math.max(0, share)) * (end - start);
  }

  double place(BigDecimal number) {
    return place(number.doubleValue());
  }

  String at(double number) {
    return text(place(number));
  }

  static String text(double place) {
    return String.format(Locale.ROOT, "%.1f", place);
  }

  /**
   * Round numbers on it.
   *
   * @param most about how many
   * @param isIntegral whether there are none between integers
   */
  List<BigDecimal> ticks(int most, boolean isIntegral) {
    BigDecimal first = new BigDecimal(low);
    BigDecimal last = new BigDecimal(high);
    BigDecimal rough = last.subtract(first).divide(BigDecimal.valueOf(most), MathContext.DECIMAL64);
    BigDecimal power = BigDecimal.ONE.scaleByPowerOfTen(rough.precision() - rough.scale() - 1);
    BigDecimal step =
        STEPS.stream()
            .map(power::multiply)
            .filter(each -> each.compareTo(rough) >= 0)
            .findFirst()
            .orElseThrow();
    BigDecimal shown = isIntegral ? step.max(BigDecimal.ONE) : step;
    BigDecimal end = last.add(shown.multiply(ROUNDING));
    List<BigDecimal> ticks = new ArrayList<>();
    BigDecimal tick = first.divide(shown, 0, RoundingMode.CEILING).multiply(shown);
    while (tick.compareTo(end) <= 0) {
      ticks.add(tick);
      tick = tick.add(shown);
    }
    return ticks;
  }
}
