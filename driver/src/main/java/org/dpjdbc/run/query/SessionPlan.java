package org.dpjdbc.run.query;

import java.util.List;
import org.dpjdbc.budget.Cost;

/**
 * What a session would be charged for statements that it asks one after the other.
 *
 * @param statements in the order in which they are asked
 * @param composed an (ε, δ) that holds for all of them together, by the ledger's composition
 * @param sum the sums of their epsilons and deltas
 * @param refreshes how often the rest of the budget allows all of them; at most {@link
 *     #MAX_REFRESHES}
 */
public record SessionPlan(List<StatementPlan> statements, Cost composed, Cost sum, int refreshes) {
  /** More are not counted. */
  public static final int MAX_REFRESHES = 1_000;

  /**
   * A change that saves epsilon.
   *
   * @param statements the numbers of those that it changes
   * @param change what to write instead
   * @param epsilon that it saves for the same errors, as epsilons add up
   */
  public record Saving(List<Integer> statements, String change, double epsilon) {}

  /** The numbers of the statements, in the order in which they are asked. */
  public List<Integer> order() {
    return statements.stream().map(StatementPlan::number).toList();
  }

  /** Whether any statement is refused. */
  public boolean hasRefused() {
    return statements.stream().anyMatch(statement -> statement.refusal().isPresent());
  }
}
