package org.dpjdbc.plan.contribution;

import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.pushdown.TryExpressions;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.policy.ContributionKind;
import org.dpjdbc.sql.dialect.common.BackendDialect;

/**
 * Chooses the SQL that bounds contributions: by the policy and the live schema, never by data,
 * which would show in the running time. What is released does not depend on the choice, but for the
 * rounding of clipped L1 norms.
 *
 * <p>With n rows, u units, h units over the limit that have n' rows, and g groups of a unit:
 *
 * <ul>
 *   <li><b>One pass</b>: n rows are added up. Only if a key limits the rows of a unit; with {@code
 *       first_rows}, the key of the row numbers does.
 *   <li><b>Over-limit units, by row numbers</b>: n rows are added up, and n' again, in h · g
 *       groups. The units are found by their rows beyond the limit alone; an index may hold just
 *       those.
 *   <li><b>Over-limit units, counted</b>: the same, and n rows are counted in u groups first, in an
 *       index alone if that is possible.
 *   <li><b>All units</b>: n rows are added up in u · g groups, which do not fit into a cache.
 * </ul>
 *
 * <p>Rows are read again only if that yields the same rows ({@link OverLimitRows}), and only if
 * bounds leave a unit within the limits as it is. Counting units is cheaper than adding up all of
 * them where there are several groups, or where an index holds all that is counted, and not all
 * that is added up. If most units are over the limit, n' is nearly n, and to bound all units is
 * cheaper: the owner knows that, and says {@code bound_all}.
 *
 * @param again what is read to bound only the units over the limit; empty if all units are bounded,
 *     or none
 * @param name the method, for EXPLAIN PRIVACY
 */
public record BoundingChoice(Optional<OverLimitRows> again, String name) {
  private static final String OVER_LIMIT = ", over-limit units only";
  private static final String BY_NUMBER = ", by row numbers";
  private static final String FIRST_ROWS = ", first rows";

  /**
   * How measures are bounded.
   *
   * @param rows the unit, the keys, then what is aggregated
   * @param linear whether bounds leave a unit with no more rows than are allowed as it is
   * @param addsUp whether any column is added up, and rows are not merely counted
   */
  public static BoundingChoice ofMeasures(
      PlanContext context,
      PerUnit.PrivateTable table,
      Contribution bound,
      RelNode rows,
      boolean linear,
      boolean addsUp) {
    if (bound instanceof Contribution.OnePass) {
      boolean first = table.contribution() == ContributionKind.FIRST_ROWS;
      return new BoundingChoice(Optional.empty(), bound.strategy() + (first ? FIRST_ROWS : ""));
    }
    return of(
        bound,
        again(context, table, rows, linear)
            .filter(again -> isCheaper(context, bound, again, addsUp)));
  }

  /**
   * How the units of each group are counted.
   *
   * @param rows the unit, then the keys
   * @param rarelyLimited whether only units with more rows than are allowed can be in more groups
   */
  public static BoundingChoice ofUnits(
      PlanContext context,
      PerUnit.PrivateTable table,
      Contribution bound,
      RelNode rows,
      boolean rarelyLimited) {
    return of(
        bound,
        again(context, table, rows, rarelyLimited && isLimited(bound))
            .filter(OverLimitRows::countsRows));
  }

  private static Optional<OverLimitRows> again(
      PlanContext context, PerUnit.PrivateTable table, RelNode rows, boolean mayBe) {
    // What reads a table twice tries nothing.
    return mayBe && table.contribution() != ContributionKind.BOUND_ALL
        ? OverLimitRows.of(context, (Project) TryExpressions.plain(rows))
        : Optional.empty();
  }

  private static boolean isCheaper(
      PlanContext context, Contribution bound, OverLimitRows again, boolean addsUp) {
    if (bound instanceof Contribution.Clip clip) {
      return clip.squares() || again.countsRows();
    }
    BackendDialect dialect = context.catalog().dialect();
    return bound instanceof Contribution.PerGroup
        && !isLimited(bound)
        && (bound.groups() > 1
            || !again.countsRows()
            || again.number().isPresent()
            || dialect.joinsByIndexAlone()
            || (addsUp && again.areCountedByIndexAlone(context)));
  }

  private static boolean isLimited(Contribution bound) {
    return bound instanceof Contribution.PerGroup each && each.limited();
  }

  private static BoundingChoice of(Contribution bound, Optional<OverLimitRows> again) {
    return new BoundingChoice(
        again,
        bound.strategy()
            + again
                .map(rows -> OVER_LIMIT + (rows.number().isPresent() ? BY_NUMBER : ""))
                .orElse(""));
  }
}
