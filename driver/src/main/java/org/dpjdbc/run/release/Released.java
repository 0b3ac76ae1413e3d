package org.dpjdbc.run.release;

import org.dpjdbc.run.rows.Rows;

/** What was released of the frontiers of a plan, by their places in it. */
public interface Released {
  /** The rows of a frontier: keys, then statistics. */
  Rows rows(int place);

  /** As {@link #rows}, then the parts of the 95 % error of each statistic. */
  Rows withErrors(int place);
}
