package org.dpjdbc.noise.error;

/**
 * P(|S| &le; x) from the characteristic function φ of a symmetric S.
 *
 * <p>By Gil-Pelaez it is 2/π ∫ sin(xt)/t φ(t) dt over t &gt; 0. The trapezoidal rule of step h
 * gives it exactly for S taken modulo 2π/h, so that it is too large by no more than P(|S| &ge; 2π/h
 * - x).
 */
final class Inversion {
  private final double step;
  private final double[] characteristic;

  /**
   * @param step h
   * @param characteristic φ at h, 2h, 3h, …, as far as it matters
   */
  Inversion(double step, double[] characteristic) {
    this.step = step;
    this.characteristic = characteristic;
  }

  double probabilityWithin(double x) {
    Rotation rotation = new Rotation(x * step);
    double sum = x * step / 2;
    for (int j = 0; j < characteristic.length; j++) {
      sum += rotation.nextSine() * characteristic[j] / (j + 1);
    }
    return 2 / Math.PI * sum;
  }
}
