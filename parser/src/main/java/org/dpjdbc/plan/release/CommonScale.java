package org.dpjdbc.plan.release;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/**
 * By which rows a unit with too many of them is scaled down, where several numbers of its rows are
 * asked for: by those that any of these numbers counts, in every release that one of them comes
 * from. Then a unit with n such rows, of which c count, adds c/n of its number by each condition,
 * and shares and differences are what they are of its rows, whichever numbers are released
 * together. Bounded each by itself, a unit with 100 rows of which 30 are urgent would count with 20
 * of 20 where 20 rows count.
 *
 * <p>What is claimed stays what {@link JointReleases} says of shares: of a number that is at most n
 * in a group a unit adds no more than c there, and where norms are clipped no more in all than what
 * they are clipped to. A number by which all these rows are counted needs no scale: c of n it is
 * already.
 *
 * @param counted not NULL in the rows that any of the numbers counts, else NULL
 */
record CommonScale(RexNode counted) {
  /**
   * The scale.
   *
   * @param keys of which the numbers of rows are asked for
   * @return empty where they are all of the same rows
   */
  static Optional<CommonScale> of(RexBuilder rex, RowMeasures rows, List<Measures.Key> keys) {
    List<RexNode> conditions = keys.stream().map(rows::condition).distinct().toList();
    return conditions.size() < 2
        ? Optional.empty()
        : Optional.of(new CommonScale(here(rows, RexUtil.composeDisjunction(rex, conditions), 1)));
  }

  /** Whether it is by the rows of this measure. */
  boolean isOf(RowMeasures rows, Measures.Key key) {
    return counted.equals(here(rows, rows.condition(key), 1));
  }

  /** A number in the rows where a condition holds, NULL elsewhere. */
  static RexNode here(RowMeasures rows, RexNode condition, int number) {
    return rows.chosen(List.of(), List.of(condition), number);
  }
}
