package org.dpjdbc.run.api;

import java.util.List;
import org.dpjdbc.run.rows.Rows;

/**
 * The answer to a query: columns and released rows.
 *
 * @param columns described from the plan alone
 * @param rows released, public or sample rows
 * @param warnings what the analyst must know about it; a function of the query and the policy
 */
public record Answer(List<AnswerColumn> columns, Rows rows, List<String> warnings) {
  /** An answer that goes without saying. */
  public Answer(List<AnswerColumn> columns, Rows rows) {
    this(columns, rows, List.of());
  }
}
