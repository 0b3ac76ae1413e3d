package org.dpjdbc.run.finish.error;

import java.util.Map;
import java.util.OptionalDouble;

/**
 * The errors of sums of released columns with constant factors, as far as the noise alone
 * determines them: the same in every row, so that they are computed once, by adding the
 * distributions up. To add the columns' half-widths in squares is too short where the noise is a
 * few integers: one that is never further off than 2 with 95 % may be so with 95.0 % or with 98 %.
 */
public interface LinearErrors {
  /** If nothing is known. */
  LinearErrors UNKNOWN =
      new LinearErrors() {
        @Override
        public OptionalDouble halfWidth(Map<ReleasedColumn, Double> factors, boolean whole) {
          return OptionalDouble.empty();
        }

        @Override
        public OptionalDouble addend(Map<ReleasedColumn, Double> factors) {
          return OptionalDouble.empty();
        }
      };

  /**
   * A released column.
   *
   * @param input the name of its {@link org.dpjdbc.plan.model.FinishInput}
   * @param index of the column, from 0
   */
  record ReleasedColumn(String input, int index) {}

  /**
   * The half-width of the 95 % interval of a sum of columns of one row; empty if it depends on the
   * answer.
   *
   * @param factors of the columns
   * @param whole whether the sum and its exact value are integers
   */
  OptionalDouble halfWidth(Map<ReleasedColumn, Double> factors, boolean whole);

  /**
   * What such a sum adds in squares to the error of a sum over rows: the half-width of its error
   * and a random part of a step together, which is no longer bound to the steps.
   *
   * @param factors of the columns
   */
  OptionalDouble addend(Map<ReleasedColumn, Double> factors);
}
