package org.dpjdbc.run;

import java.util.List;
import java.util.Optional;

/**
 * What an analyst gets: columns and released rows.
 *
 * @param columns described from the plan alone
 * @param rows released, or public, or made up
 * @param warning what the analyst must know of it; a function of the query and the policy
 */
public record Answer(List<AnswerColumn> columns, Rows rows, Optional<String> warning) {
  /** An answer that goes without saying. */
  public Answer(List<AnswerColumn> columns, Rows rows) {
    this(columns, rows, Optional.empty());
  }
}
