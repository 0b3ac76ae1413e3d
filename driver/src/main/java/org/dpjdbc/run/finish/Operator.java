package org.dpjdbc.run.finish;

import org.dpjdbc.run.rows.Rows;

/** A compiled relational operator with its inputs. Stateless and thread-safe. */
@FunctionalInterface
interface Operator {
  /**
   * Its rows, in the runtime classes of its row type.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if the rows have none, or the run was cancelled
   */
  Rows run(Run run);
}
