package org.dpjdbc.noise.error;

/** sin(angle), sin(2·angle), sin(3·angle), … at four multiplications each. */
final class Rotation {
  /** Starts afresh so often that rounding stays below 10^-12. */
  private static final int FRESH = 1024;

  private final double angle;
  private final double stepSine;
  private final double stepCosine;
  private double sine;
  private double cosine = 1;
  private int n;

  Rotation(double angle) {
    this.angle = angle;
    this.stepSine = Math.sin(angle);
    this.stepCosine = Math.cos(angle);
  }

  double nextSine() {
    n++;
    if (n % FRESH == 0) {
      sine = Math.sin(n * angle);
      cosine = Math.cos(n * angle);
    } else {
      double next = sine * stepCosine + cosine * stepSine;
      cosine = cosine * stepCosine - sine * stepSine;
      sine = next;
    }
    return sine;
  }
}
