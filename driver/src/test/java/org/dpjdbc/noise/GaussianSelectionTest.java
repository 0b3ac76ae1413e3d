package org.dpjdbc.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.dpjdbc.noise.Rationals.rational;

import java.math.BigInteger;
import org.apache.commons.numbers.fraction.BigFraction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GaussianSelectionTest {
  private static GaussianSelection selection(
      String epsilon, String delta, int move, int pieces, int groups) {
    BigFraction half = rational(delta).divide(2);
    return GaussianSelection.of(
        GaussianMechanism.ofVector(
            BigFraction.of((long) move * move * groups), rational(epsilon), half),
        half,
        move,
        pieces,
        groups);
  }

  /** P(X > T - m), by adding up. */
  private static double shown(double variance, long threshold, int count) {
    return tail(variance, threshold - count + 1);
  }

  private static double tail(double variance, long from) {
    int reach = (int) (40 * Math.sqrt(variance)) + 10;
    double all = 0;
    double above = 0;
    for (int k = reach; k >= -reach; k--) {
      double mass = Math.exp(-(double) k * k / (2 * variance));
      all += mass;
      above += k >= from ? mass : 0;
    }
    return above / all;
  }

  @ParameterizedTest
  @CsvSource({
    "1,1e-6,1,1,1",
    "1,1e-6,1,1,10",
    "1,1e-8,3,1,4",
    "0.1,1e-6,1,1,100",
    "3,1e-9,4,4,2",
    "1,1e-6,20,4,5",
    "20,1e-3,1,1,1"
  })
  void theThresholdIsTheSmallestThatHides(
      String epsilon, String delta, int move, int pieces, int groups) {
    GaussianSelection selection = selection(epsilon, delta, move, pieces, groups);
    double variance = selection.noise().sigmaSquared().doubleValue();
    long threshold = selection.threshold().longValueExact();
    double most = Double.parseDouble(delta) / 2;
    double failure = failure(variance, threshold, move, pieces) * groups;
    assertThat(failure).isLessThanOrEqualTo(most * (1 + 1e-9));
    boolean lowest = threshold <= move + Math.sqrt(variance) + 2;
    if (!lowest) {
      assertThat(failure(variance, threshold - 1, move, pieces) * groups).isGreaterThan(most * 0.9);
    }
  }

  /** The most that any division of the pieces among groups may show. */
  private static double failure(double variance, long threshold, int move, int pieces) {
    double most = 0;
    for (int j = 1; j <= pieces; j++) {
      most = Math.max(most, shown(variance, threshold, j * (move / pieces)) * pieces / j);
    }
    return most;
  }

  /**
   * Of two groups that one unit is in, one with no other: neither database has an outcome that is
   * more probable than it may be, by brute force over what is shown of both.
   */
  @ParameterizedTest
  @CsvSource({"0,0", "0,30", "30,30", "0,1", "25,0"})
  void whatIsShownIsPrivate(int first, int second) {
    double epsilon = 1;
    double delta = 1e-4;
    GaussianSelection selection = selection("1", "1e-4", 2, 1, 2);
    double variance = selection.noise().sigmaSquared().doubleValue();
    int threshold = selection.threshold().intValueExact();
    double[][] without = {law(variance, threshold, first), law(variance, threshold, second)};
    double[][] with = {law(variance, threshold, first + 2), law(variance, threshold, second + 2)};
    assertThat(distance(with, without, epsilon)).isLessThanOrEqualTo(delta);
    assertThat(distance(without, with, epsilon)).isLessThanOrEqualTo(delta);
    if (first + second == 0) {
      assertThat(distance(with, without, epsilon)).isGreaterThan(delta / 4);
    }
  }

  /** The probability that a group is hidden, and those of what is shown of it. */
  private static double[] law(double variance, int threshold, int count) {
    int reach = (int) (10 * Math.sqrt(variance));
    double[] law = new double[reach + 100];
    double total = 0;
    for (int k = -reach; k <= reach; k++) {
      total += Math.exp(-(double) k * k / (2 * variance));
    }
    for (int k = -reach; k <= reach; k++) {
      double mass = Math.exp(-(double) k * k / (2 * variance)) / total;
      int noisy = count + k;
      law[count > 0 && noisy > threshold ? noisy - threshold : 0] += mass;
    }
    return law;
  }

  private static double distance(double[][] p, double[][] q, double epsilon) {
    double sum = 0;
    for (int i = 0; i < p[0].length; i++) {
      for (int j = 0; j < p[1].length; j++) {
        sum += Math.max(0, p[0][i] * p[1][j] - Math.exp(epsilon) * q[0][i] * q[1][j]);
      }
    }
    return sum;
  }

  /**
   * The people that a group needs grow with the square root of the groups of a person, and not with
   * their number ("Partition selection" in docs/explanation/mechanisms.md).
   */
  @ParameterizedTest
  @CsvSource({"1,28", "3,46", "10,83", "100,272"})
  void fewPeopleAreEnough(int groups, int most) {
    assertThat(selection("1", "1e-6", 1, 1, groups).threshold().intValueExact())
        .isLessThanOrEqualTo(most);
  }

  @Test
  void whatIsNotThereIsNeverShown() {
    GaussianSelection selection = selection("0.1", "0.9", 1, 1, 1);
    NoiseTape tape = NoiseSource.secure().tape(selection.noise(), 0);
    int shown = 0;
    for (int i = 0; i < 2000; i++) {
      assertThat(selection.release(BigInteger.ZERO, tape)).isEmpty();
      shown += selection.release(BigInteger.TEN.pow(6), tape).isPresent() ? 1 : 0;
    }
    assertThat(shown).isEqualTo(2000);
    assertThat(selection.threshold()).isPositive();
  }

  @Test
  void badParametersAreRefused() {
    assertThatThrownBy(() -> selection("1", "1e-6", 3, 2, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> selection("1", "1e-6", 1, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> selection("1", "1e-6", 1, 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
