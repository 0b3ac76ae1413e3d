package org.dpjdbc.it.audit;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A question about neighbouring databases, as far apart as the policy allows. Many pairs of them
 * stand in one table: each trial has rows of its own and groups of its own, so that one query draws
 * one outcome of each.
 *
 * @param name for people
 * @param terms of the policy
 * @param trials that one query has outcomes of, an even number
 * @param base rows in both databases
 * @param unit rows of the one unit that one of them has besides
 * @param sql the question: the number of the trial is its first column
 * @param outcome of the rows of a trial, without that column; there may be none
 */
record Audit(
    String name,
    Terms terms,
    int trials,
    List<Row> base,
    List<Row> unit,
    String sql,
    Function<List<List<@Nullable Object>>, Object> outcome) {

  /**
   * What the policy says, and what is claimed of the answers.
   *
   * @param epsilon of each query
   * @param delta that each query may have
   * @param noise the word of the policy
   * @param rows that a unit may have in a group; 1: units are unique in the database; 0: that is
   *     left to be found
   * @param groups that a unit may be in; 0: the rows are those of all groups together
   * @param claimed epsilon that is audited: that of each query, unless the audit itself is tested
   */
  record Terms(double epsilon, double delta, String noise, int rows, int groups, double claimed) {
    static Terms of(String noise, int rows, int groups) {
      return new Terms(1, 5e-4, noise, rows, groups, 1);
    }

    /** As if more were spent than is claimed. */
    Terms spending(double more) {
      return new Terms(more, delta, noise, rows, groups, claimed);
    }
  }

  /**
   * A row of a trial.
   *
   * @param unit whose it is, in this trial
   * @param part of the trial: a public key from 0 to 3
   * @param x from -10 to 50
   */
  record Row(int unit, int part, int x) {}

  /** What is claimed besides epsilon: nothing where noise is Laplace's and all keys are public. */
  double delta() {
    return terms.noise().equals("gaussian") || sql.contains("hidden") ? terms.delta() : 0;
  }

  @Override
  public String toString() {
    return name;
  }
}
