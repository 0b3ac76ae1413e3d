package org.dpjdbc.run.api;

import java.util.List;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;

/** A validated statement that may be run any number of times, each run charged on its own. */
public interface Query {
  /** The columns an answer will have; known without running, also for queries that are refused. */
  List<AnswerColumn> columns();

  /**
   * Whether it has no rows to show: it keeps its answer in a table, or is taken and ignored. Then
   * it answers the number of rows that it wrote.
   */
  default boolean writes() {
    return false;
  }

  /** The type each bind parameter was inferred to have, in order; the label is empty. */
  List<AnswerColumn> parameters();

  /**
   * Plans, charges, asks the backend, releases, finishes.
   *
   * @param parameters one value per parameter, in the classes {@link Rows} lists; {@code null} is
   *     SQL NULL
   * @param options of this run
   * @throws org.dpjdbc.sql.refusal.RefusedException if it is refused, the budget does not suffice,
   *     the backend failed, or the run was stopped
   */
  Answer run(List<@Nullable Object> parameters, RunOptions options);
}
