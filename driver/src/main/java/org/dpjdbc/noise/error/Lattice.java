package org.dpjdbc.noise.error;

/**
 * P(|K| &le; m) for a sum K of integers, from its characteristic function φ.
 *
 * <p>The discrete Fourier transform over M points gives it exactly for K taken modulo M: (1/M) Σ
 * φ(θ) sin((m + 1/2)θ) / sin(θ/2) over the M angles θ = 2πj/M, too large by no more than P(|K| &ge;
 * M - m).
 */
final class Lattice {
  private final int points;
  private final double[] characteristic;

  /**
   * @param points M, odd
   * @param characteristic φ at 2π/M, 4π/M, …, for (M - 1)/2 angles; the others follow by symmetry
   */
  Lattice(int points, double[] characteristic) {
    this.points = points;
    this.characteristic = characteristic;
  }

  double probabilityWithin(int m) {
    double angle = Math.PI / points;
    Rotation upper = new Rotation((2 * m + 1) * angle);
    Rotation lower = new Rotation(angle);
    double sum = 2.0 * m + 1;
    for (double value : characteristic) {
      sum += 2 * value * upper.nextSine() / lower.nextSine();
    }
    return sum / points;
  }
}
