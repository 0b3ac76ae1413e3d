package org.dpjdbc.it.audit;

/**
 * A column whose 95 % interval is tried, in trials that all have the same people.
 *
 * @param query what is asked: the number of the trial, the value, and what else
 * @param exact the query that gives the exact value to the owner, of trial 0
 * @param terms what the policy and the query say
 * @param people in each trial
 * @param longer whether the interval is known to be longer than need be
 */
record Coverage(String query, String exact, Terms terms, int people, boolean longer) {

  /**
   * Noise and epsilon of a query.
   *
   * @param noise the word of the policy
   */
  record Terms(String noise, double epsilon) {}

  /** An aggregate by trial, or several of which the first is tried. */
  static Coverage of(String aggregates, Terms terms, int people) {
    return by("facts", aggregates, aggregates, terms, people);
  }

  /**
   * An aggregate by trial.
   *
   * @param table it is over
   * @param exact the aggregate that gives the exact value
   */
  static Coverage by(String table, String aggregates, String exact, Terms terms, int people) {
    return new Coverage(
        "trial, " + aggregates + " FROM " + table + " GROUP BY trial",
        exact + " FROM " + table + " WHERE trial = 0",
        terms,
        people,
        /* longer= */ false);
  }

  /** The same, whose interval is known to be longer than need be. */
  Coverage orLonger() {
    return new Coverage(query, exact, terms, people, /* longer= */ true);
  }

  @Override
  public String toString() {
    return "%s, %s, epsilon %s, %d people".formatted(query, terms.noise(), terms.epsilon(), people);
  }
}
