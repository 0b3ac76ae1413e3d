package org.dpjdbc.run.statistic;

import java.util.function.DoubleBinaryOperator;

/**
 * A number and its derivatives by some variables: arithmetic on it is forward differentiation.
 *
 * @param value the number
 * @param slopes its derivative by each variable
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Slopes(double value, double[] slopes) {

  Slopes plus(Slopes other) {
    return with(value + other.value, other, (mine, its) -> mine + its);
  }

  Slopes plus(double constant) {
    return new Slopes(value + constant, slopes);
  }

  Slopes times(Slopes other) {
    return with(value * other.value, other, (mine, its) -> mine * other.value + its * value);
  }

  Slopes times(double factor) {
    return with(value * factor, this, (mine, its) -> mine * factor);
  }

  Slopes over(Slopes other) {
    double quotient = value / other.value;
    return with(quotient, other, (mine, its) -> (mine - quotient * its) / other.value);
  }

  Slopes sqrt() {
    double root = Math.sqrt(value);
    return with(root, this, (mine, its) -> mine / (2 * root));
  }

  /** The same with a greater value where it is less than that. */
  Slopes atLeast(double min) {
    return value >= min ? this : new Slopes(min, slopes);
  }

  private Slopes with(double result, Slopes other, DoubleBinaryOperator each) {
    double[] combined = new double[slopes.length];
    for (int i = 0; i < combined.length; i++) {
      combined[i] = each.applyAsDouble(slopes[i], other.slopes[i]);
    }
    return new Slopes(result, combined);
  }
}
