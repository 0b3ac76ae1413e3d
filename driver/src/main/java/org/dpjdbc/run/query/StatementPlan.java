package org.dpjdbc.run.query;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.dpjdbc.budget.TrialLedger;
import org.dpjdbc.sql.refusal.RefusedException;

/**
 * What a session would do with one of several statements.
 *
 * @param number counted from 1, as written
 * @param outcome what it is charged, or where its answer is from
 * @param inSteps whether the charge is a maximum, because the query runs until its error is reached
 * @param errors the 95 % errors of its noisy columns
 * @param refusal why it is refused, if it is
 */
public record StatementPlan(
    int number,
    TrialLedger.Outcome outcome,
    boolean inSteps,
    List<ColumnError> errors,
    Optional<RefusedException> refusal) {

  /**
   * The error of a noisy column.
   *
   * @param column as the plan calls it
   * @param error empty if it is known only with the answer, or not at all
   */
  public record ColumnError(String column, OptionalDouble error) {}

  /** Whether it is charged. */
  public boolean isCharged() {
    return !outcome.charged().isFree();
  }
}
