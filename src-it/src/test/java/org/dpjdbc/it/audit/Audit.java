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
 * @param delta that is claimed of these neighbours
 * @param share of epsilon that must be shown where {@value #MANY} draws a side are wanted: below
 *     what is expected of the exact distributions by more than six deviations, so that less is
 *     shown with a probability below 1e-9
 * @param few draws a side that it has at most in the ordinary build
 * @param most draws a side that it has at most
 */
record Audit(
    String name,
    Terms terms,
    int trials,
    List<Row> base,
    List<Row> unit,
    String sql,
    Function<List<List<@Nullable Object>>, Object> outcome,
    double delta,
    double share,
    int few,
    int most) {
  /** Draws a side by which audits must show something. */
  static final int MANY = 100_000;

  /** Of most mechanisms 0.85 to 0.96 is expected to be shown. */
  private static final double USUAL_SHARE = 0.75;

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
    /** Near the epsilon that is shown best by few draws. */
    private static final double EPSILON = 2;

    /** Of a smaller one a Gaussian's events are too rare to show much. */
    private static final double GAUSSIAN_DELTA = 0.1;

    static Terms laplace(int rows, int groups) {
      return new Terms(EPSILON, 5e-4, "laplace", rows, groups, EPSILON);
    }

    static Terms gaussian(int rows, int groups) {
      return new Terms(EPSILON, GAUSSIAN_DELTA, "gaussian", rows, groups, EPSILON);
    }

    Terms withEpsilon(double other) {
      return new Terms(other, delta, noise, rows, groups, other);
    }

    Terms withDelta(double other) {
      return new Terms(epsilon, other, noise, rows, groups, claimed);
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

  /** Nothing but epsilon is claimed where noise is Laplace's and all keys are public. */
  static Audit of(
      String name,
      Terms terms,
      List<Row> base,
      List<Row> unit,
      String sql,
      Function<List<List<@Nullable Object>>, Object> outcome) {
    boolean needsDelta =
        terms.noise().equals("gaussian") || (sql.contains("hidden") || sql.contains("cell"));
    return new Audit(
        name,
        terms,
        Trials.MOST,
        base,
        unit,
        sql,
        outcome,
        needsDelta ? terms.delta() : 0,
        USUAL_SHARE,
        Integer.MAX_VALUE,
        Integer.MAX_VALUE);
  }

  /** The same of which another share of epsilon must be shown. */
  Audit showing(double other) {
    return new Audit(name, terms, trials, base, unit, sql, outcome, delta, other, few, most);
  }

  /** The same where less is claimed of these neighbours than of others. */
  Audit claiming(double lessDelta) {
    return new Audit(name, terms, trials, base, unit, sql, outcome, lessDelta, share, few, most);
  }

  /** The same with fewer draws, for each takes long. */
  Audit slowly(int newFew, int newMost) {
    return new Audit(name, terms, trials, base, unit, sql, outcome, delta, share, newFew, newMost);
  }

  /** The same with fewer trials in a query, which spends what each is claimed to. */
  Audit together(int newTrials) {
    Terms spending = terms.spending(terms.epsilon() * newTrials);
    return new Audit(name, spending, newTrials, base, unit, sql, outcome, delta, share, few, most);
  }

  /** How many draws a side it has where so many are wanted. */
  int draws(int wanted) {
    return Math.min(wanted, wanted < MANY ? few : most);
  }

  @Override
  public String toString() {
    return name;
  }
}
