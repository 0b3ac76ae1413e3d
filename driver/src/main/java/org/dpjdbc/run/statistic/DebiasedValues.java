package org.dpjdbc.run.statistic;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.plan.model.LinearCombination;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.plan.model.Statistic.Debiased.Aim;
import org.jspecify.annotations.Nullable;

/**
 * Estimates of rows by their true answers, of what was released of those with each reported
 * combination of answers: exact in rationals until the last rounding.
 */
final class DebiasedValues {
  private static final int DIGITS = 34;
  private static final BigFraction HALF = BigFraction.of(1, 2);

  private final Statistic.Debiased statistic;
  private final StatisticValues.Released released;

  DebiasedValues(Statistic.Debiased statistic, StatisticValues.Released released) {
    this.statistic = statistic;
    this.released = released;
  }

  /** The value; {@code null} for a mean of too few rows to tell. */
  @Nullable BigDecimal value() {
    BigFraction sum = BigFraction.ZERO;
    for (Statistic.Debiased.Reported reported : statistic.reported()) {
      BigFraction of =
          statistic.aim() == Aim.COUNT ? count(reported.moments()) : sum(reported.moments());
      sum = sum.add(of.multiply(reported.summed()));
    }
    if (statistic.aim() != Aim.MEAN) {
      return decimal(sum);
    }
    BigFraction rows = rows();
    return rows.compareTo(HALF) < 0 ? null : decimal(sum.divide(rows));
  }

  /** The estimated number of the rows that a mean is taken over. */
  BigFraction rows() {
    BigFraction rows = BigFraction.ZERO;
    for (Statistic.Debiased.Reported reported : statistic.reported()) {
      rows = rows.add(count(reported.moments()).multiply(reported.counted()));
    }
    return rows;
  }

  /** The derivative of the value by each released integer; empty if there is no value. */
  Map<Release.Ref, Double> weights() {
    BigDecimal value = value();
    if (value == null) {
      return Map.of();
    }
    boolean mean = statistic.aim() == Aim.MEAN;
    double rows = mean ? rows().doubleValue() : 1;
    Map<Release.Ref, Double> weights = new LinkedHashMap<>();
    for (Statistic.Debiased.Reported reported : statistic.reported()) {
      double summed = reported.summed().doubleValue() / rows;
      double counted = mean ? value.doubleValue() * reported.counted().doubleValue() / rows : 0;
      if (statistic.aim() == Aim.COUNT) {
        counted = -summed;
        summed = 0;
      }
      put(weights, reported.moments(), summed, -counted);
    }
    return weights;
  }

  /** How far the sum of the rows, and their number, go into a value. */
  private static void put(
      Map<Release.Ref, Double> weights,
      Statistic.Debiased.Moments moments,
      double ofSum,
      double ofCount) {
    if (moments instanceof Statistic.Debiased.Number number) {
      weights.put(number.count(), (ofSum + ofCount) / number.parts());
      return;
    }
    Statistic.Pair pair = ((Statistic.Debiased.OfPair) moments).pair();
    double width = new BigDecimal(pair.upper().subtract(pair.lower())).doubleValue();
    double step = pair.step().doubleValue() / pair.parts();
    double lower = new BigDecimal(pair.lower()).doubleValue();
    double count = ofCount / width / pair.parts();
    pair.above().addTo(weights, ofSum * step * lower / width + count);
    pair.below().addTo(weights, ofSum * step * (lower / width + 1) + count);
  }

  /**
   * What the answers' own randomness makes of a value, as the variance of a row that counts for one
   * and the released integers that the squares of what rows count for add up to at most. With true
   * answers s and the factor w of each report r, a row's variance is Σ P(r|s) w(r)² − (Σ P(r|s)
   * w(r))², at most that of the worst s. Of a value x in [L, U] and any m, (x − m)² is no more than
   * the chord from (L − m)² to (U − m)², which is linear in x: what is released tells its sum.
   *
   * @param variance of a row
   * @param squares weights of the released integers, all of one release
   */
  record Flips(double variance, Map<Release.Ref, Double> squares) {}

  /** Of a value that there is. */
  Flips flips() {
    boolean mean = statistic.aim() == Aim.MEAN;
    double value = mean ? decimal(sumOverRows()).doubleValue() : 0;
    double rows = mean ? rows().doubleValue() : 1;
    boolean pairs =
        statistic.reported().get(0).moments() instanceof Statistic.Debiased.OfPair
            && statistic.aim() != Aim.COUNT;
    double[] factors = new double[statistic.reported().size()];
    Map<Release.Ref, Double> squares = new LinkedHashMap<>();
    for (int i = 0; i < factors.length; i++) {
      Statistic.Debiased.Reported reported = statistic.reported().get(i);
      factors[i] = reported.summed().doubleValue() / rows;
      if (pairs && reported.moments() instanceof Statistic.Debiased.OfPair of) {
        square(squares, of.pair(), value);
      } else {
        factors[i] -= mean ? value * reported.counted().doubleValue() / rows : 0;
        put(squares, reported.moments(), 0, 1);
      }
    }
    return new Flips(variance(factors), squares);
  }

  private BigFraction sumOverRows() {
    BigFraction sum = BigFraction.ZERO;
    for (Statistic.Debiased.Reported reported : statistic.reported()) {
      sum = sum.add(sum(reported.moments()).multiply(reported.summed()));
    }
    return sum.divide(rows());
  }

  private static void square(Map<Release.Ref, Double> squares, Statistic.Pair pair, double about) {
    double width = new BigDecimal(pair.upper().subtract(pair.lower())).doubleValue();
    double step = pair.step().doubleValue();
    double min = new BigDecimal(pair.lower()).doubleValue() * step - about;
    double max = new BigDecimal(pair.upper()).doubleValue() * step - about;
    pair.above().addTo(squares, min * min / width / pair.parts());
    pair.below().addTo(squares, max * max / width / pair.parts());
  }

  private double variance(double[] factors) {
    double worst = 0;
    for (List<BigFraction> chances : statistic.chances()) {
      double mean = 0;
      double square = 0;
      for (int i = 0; i < factors.length; i++) {
        double chance = chances.get(i).doubleValue();
        mean += chance * factors[i];
        square += chance * factors[i] * factors[i];
      }
      worst = Math.max(worst, square - mean * mean);
    }
    return worst;
  }

  private BigFraction count(Statistic.Debiased.Moments moments) {
    if (moments instanceof Statistic.Debiased.Number number) {
      return BigFraction.of(released.get(number.count()), BigInteger.valueOf(number.parts()));
    }
    Statistic.Pair pair = ((Statistic.Debiased.OfPair) moments).pair();
    return of(pair.above(), pair.parts()).add(of(pair.below(), pair.parts())).divide(pair.width());
  }

  /** The sum, or the number where there is nothing to sum. */
  private BigFraction sum(Statistic.Debiased.Moments moments) {
    if (!(moments instanceof Statistic.Debiased.OfPair of)) {
      return count(moments);
    }
    BigDecimal step = of.pair().step();
    return count(moments)
        .multiply(of.pair().lower())
        .add(of(of.pair().below(), of.pair().parts()))
        .multiply(step.unscaledValue())
        .multiply(BigFraction.of(10).pow(-step.scale()));
  }

  private BigFraction of(LinearCombination combination, int parts) {
    return combination.value(released::get).divide(parts);
  }

  private static BigDecimal decimal(BigFraction value) {
    return value.bigDecimalValue(DIGITS, RoundingMode.HALF_EVEN);
  }
}
