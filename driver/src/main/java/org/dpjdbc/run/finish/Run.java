package org.dpjdbc.run.finish;

import java.util.Map;
import org.dpjdbc.run.Cancellation;
import org.dpjdbc.run.Rows;
import org.dpjdbc.sql.Messages;

/**
 * One evaluation of a plan.
 *
 * @param inputs rows by the name of their {@link org.dpjdbc.plan.FinishInput}
 * @param cancellation stops it
 */
record Run(Map<String, Rows> inputs, Cancellation cancellation) {
  /**
   * Rows that an operator may hold: a cross join of two answers of the default output limit would
   * take the host application's memory.
   */
  static final int MAX_ROWS = 2_000_000;

  /** How many steps may pass between two looks at the cancellation. */
  private static final int STEPS = 1024;

  /** Rows given under a name. */
  Rows input(String name) {
    Rows rows = inputs.get(name);
    if (rows == null) {
      throw new IllegalArgumentException("no rows were given for " + name);
    }
    return rows;
  }

  /**
   * To be called in every loop over rows.
   *
   * @param step number of the pass, from 0
   * @throws org.dpjdbc.sql.RefusedException if the run was cancelled
   */
  void step(long step) {
    if (step % STEPS == 0 && cancellation.isCancelled()) {
      throw Messages.stopped();
    }
  }

  /** Refuses more rows than an operator may hold. */
  static void requireRoom(int rows) {
    if (rows > MAX_ROWS) {
      throw Messages.tooManyRows(MAX_ROWS);
    }
  }
}
