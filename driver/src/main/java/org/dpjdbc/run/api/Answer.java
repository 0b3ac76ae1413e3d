package org.dpjdbc.run.api;

import java.util.List;
import org.dpjdbc.run.rows.Rows;

/**
 * What an analyst gets: columns and released rows.
 *
 * @param columns described from the plan alone
 * @param rows released, or public, or made up
 * @param warnings what the analyst must know of it; a function of the query and the policy
 */
public record Answer(List<AnswerColumn> columns, Rows rows, List<String> warnings) {
  /** An answer that goes without saying. */
  public Answer(List<AnswerColumn> columns, Rows rows) {
    this(columns, rows, List.of());
  }
}
