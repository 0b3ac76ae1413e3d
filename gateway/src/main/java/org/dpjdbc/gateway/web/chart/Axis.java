package org.dpjdbc.gateway.web.chart;

import java.math.BigDecimal;
import java.math.MathContext;
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
  private static final int TICKS = 5;
  private static final double[] STEPS = {1, 2, 5, 10};

  /** An axis that is not empty. */
  static Axis of(double low, double high, double start, double end) {
    boolean isWide = high - low > 0 && Double.isFinite(high - low);
    return new Axis(low, isWide ? high : low + Math.max(1, Math.abs(low)), start, end);
  }

  double place(double number) {
    double share = (number - low) / (high - low);
    return start + Math.min(1, Math.max(0, share)) * (end - start);
  }

  String at(double number) {
    return text(place(number));
  }

  static String text(double place) {
    return String.format(Locale.ROOT, "%.1f", place);
  }

  /** Round numbers on it. */
  List<Double> ticks() {
    double rough = (high - low) / TICKS;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double step = power * STEPS[STEPS.length - 1];
    for (int i = STEPS.length - 1; i >= 0; i--) {
      step = power * STEPS[i] >= rough ? power * STEPS[i] : step;
    }
    List<Double> ticks = new ArrayList<>();
    double first = Math.ceil(low / step);
    for (int i = 0; i <= 2 * TICKS && (first + i) * step <= high + step / 1e6; i++) {
      ticks.add((first + i) * step);
    }
    return ticks;
  }

  /** A number as people read it. */
  static String label(double number) {
    BigDecimal rounded = new BigDecimal(number).round(new MathContext(6));
    double size = Math.abs(number);
    return size != 0 && (size >= 1e9 || size < 1e-4)
        ? String.format(Locale.ROOT, "%.3g", number)
        : rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }
}
