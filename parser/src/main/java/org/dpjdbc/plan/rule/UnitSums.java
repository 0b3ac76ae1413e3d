package org.dpjdbc.plan.rule;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.dpjdbc.plan.bounds.Interval;
import org.dpjdbc.plan.bounds.UnitAggregate;
import org.dpjdbc.plan.relation.PerUnit;

/** The range of a sum over the rows of one unit, where the policy declares it for the column. */
final class UnitSums {
  private UnitSums() {}

  /** Whether an aggregate is a sum. */
  static boolean adds(SqlAggFunction function) {
    return function.getKind() == SqlKind.SUM || function.getKind() == SqlKind.SUM0;
  }

  /**
   * The sum within what the policy says of the values of one unit, or of any subset of them, and 0.
   *
   * @param function that is aggregated by
   * @param arguments columns of {@code rows}
   */
  static UnitAggregate within(
      UnitAggregate sum, SqlAggFunction function, List<Integer> arguments, PerUnit rows) {
    Optional<Interval> declared =
        adds(function) ? rows.columns().get(arguments.get(0)).unitSum() : Optional.empty();
    return declared
        .map(
            bounds ->
                sum.within(
                    new Interval(
                        bounds.lower().min(BigDecimal.ZERO), bounds.upper().max(BigDecimal.ZERO))))
        .orElse(sum);
  }
}
