package org.dpjdbc.plan.model;

import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexDynamicParam;

/**
 * One value, computed by the driver of what earlier frontiers released, that enters later ones as a
 * bind parameter. It depends on released and public values alone: not on private rows, the clock,
 * or what is left of the budget.
 *
 * @param name under which {@link SqlParameter.Released} refers to it
 * @param rel one column and at most one row; no row is NULL. Its leaves are {@link FinishInput}s
 *     and values
 */
public record ReleasedScalar(String name, RelNode rel) {
  /** The parameters below are the query's own values, given when the plan is run. */
  public static final int FIRST = 1 << 24;

  /** The name of a column that the query gives none. */
  public static final String UNNAMED = "value";

  /** What the query calls the value; empty if it does not say. */
  public Optional<String> called() {
    return Optional.of(rel.getRowType().getFieldNames().get(0))
        .filter(called -> !called.equals(UNNAMED));
  }

  /** Whether a parameter stands for a value of the query's own. */
  public static boolean isGiven(RexDynamicParam value) {
    return value.getIndex() < FIRST;
  }

  /** The name of the value that the parameter of an index stands for. */
  public static String name(int index) {
    return "S" + (index - FIRST);
  }
}
