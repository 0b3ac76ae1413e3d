package org.dpjdbc.plan.randomized;

import org.apache.commons.numbers.fraction.BigFraction;

/**
 * A column of answers that were flipped at random when they were collected.
 *
 * @param table the table that holds it
 * @param name its name
 * @param flip the probability with which an answer was flipped, in (0, 0.5)
 * @param whole whether it is still the column itself, row by row: not behind a set operation, a
 *     window or anything else that may mix it with other values
 */
record RandomizedColumn(String table, String name, BigFraction flip, boolean whole) {
  /** The same where other values may stand among the answers. */
  RandomizedColumn mixed() {
    return new RandomizedColumn(table, name, flip, /* whole= */ false);
  }

  /** Whether both are the very same answers, perhaps of two scans of one table. */
  boolean sameAs(RandomizedColumn other) {
    return table.equals(other.table) && name.equals(other.name);
  }

  /**
   * What an answer lost by being collected: randomized response is epsilon-differentially private
   * with epsilon = ln((1 - p) / p) (Warner 1965; Dwork and Roth 2014, section 3.2).
   */
  double localEpsilon() {
    return Math.log(BigFraction.ONE.subtract(flip).divide(flip).doubleValue());
  }
}
