package org.dpjdbc.run.api;

import java.time.Duration;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;

/**
 * What the caller of a run may set, within the limits of the policy.
 *
 * @param timeout after which the backend is stopped; zero for the policy's own limit
 * @param maxRows released rows to return at most; 0 for the policy's own limit
 * @param cancellation stops the run
 */
public record RunOptions(Duration timeout, long maxRows, Cancellation cancellation) {
  /** Those of the rows that the caller wants. */
  public Rows limit(Rows rows) {
    return maxRows > 0 ? rows.first(maxRows) : rows;
  }
}
