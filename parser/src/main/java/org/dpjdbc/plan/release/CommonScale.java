package org.dpjdbc.plan.release;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/**
 * The rows by whose number a unit is scaled down where a query asks for several numbers of rows:
 * those that any of them counts, in every release that one of them comes from. So shares of a unit
 * over the limit are those of its rows, whatever else is asked. Each clamped by itself, 20 of 20
 * rows of a unit would be urgent where it has 100 rows of which 30 are, and 20 count.
 *
 * <p>The claim is that of a count by itself. Of the n rows in a group that any number counts, let
 * one count m ≤ n, and let R rows count there, each in p parts. What is added is p · m if n ≤ R,
 * and an integer s with s · n ≤ p · m · R otherwise, which the SQL compares; so it is at most p ·
 * R. Where norms are clipped, with D for the norm of the unit's numbers n over its groups and F for
 * what it is clipped to, s · D ≤ F · m in each group if D is beyond that, and so Σs ≤ F · Σm / D ≤
 * F, because no m is more than n; and Σs² ≤ F² likewise in L2.
 *
 * @param counted not NULL in the rows that any of the numbers counts, else NULL
 */
record CommonScale(RexNode counted) {
  /**
   * The scale.
   *
   * @param keys measures whose numbers of rows are asked for
   * @return empty if all count the same rows: each is clamped by itself, with the same result
   */
  static Optional<CommonScale> of(RexBuilder rex, RowMeasures rows, List<Measures.Key> keys) {
    List<RexNode> conditions = keys.stream().map(rows::condition).distinct().toList();
    return conditions.size() < 2
        ? Optional.empty()
        : Optional.of(new CommonScale(here(rows, RexUtil.composeDisjunction(rex, conditions))));
  }

  /** Whether it is by the rows of this measure. */
  boolean isOf(RowMeasures rows, Measures.Key key) {
    return counted.equals(here(rows, rows.condition(key)));
  }

  /** One in the rows where a condition holds, NULL elsewhere. */
  static RexNode here(RowMeasures rows, RexNode condition) {
    return rows.chosen(List.of(), List.of(condition));
  }
}
