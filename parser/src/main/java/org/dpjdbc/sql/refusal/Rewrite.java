package org.dpjdbc.sql.refusal;

import java.util.List;

/**
 * A way of writing a refused query that is answered. The message of the refusal is made from it,
 * and the build applies it literally to every refused query that it knows, and plans the result.
 */
public sealed interface Rewrite {
  /** More around what stands at the refusal's position. */
  record Around(String before, String after) implements Rewrite {}

  /** Replaces the SQL at the refusal's position, and every equal occurrence in the query. */
  record Instead(String text) implements Rewrite {}

  /**
   * A further condition of the innermost SELECT around the refusal's position: what stands at that
   * position, and then this.
   */
  record Where(String after) implements Rewrite {}

  /**
   * What the aggregate at the refusal's position is of, instead of it and wherever the query has
   * its least or greatest value, and among the keys of the SELECT.
   *
   * @param beside what is selected after it, if anything
   */
  record GroupedBy(String beside) implements Rewrite {}

  /** Another clause instead of the {@code GROUP BY} of the SELECT around the position. */
  record InsteadOfGrouping(String clause) implements Rewrite {}

  /** The join at the refusal's position as an inner one. */
  record InnerJoin() implements Rewrite {}

  /** A privacy option, beside those that the query sets, or with another value than it sets. */
  record WithOption(String name, String value) implements Rewrite {
    /** As a message shows it. */
    String shown() {
      return "OPTIONS (" + name + " = " + value + ")";
    }
  }

  /** Another query instead of this one. */
  record AnotherQuery(String sql) implements Rewrite {}

  /** Several of these together. */
  record Together(List<Rewrite> parts) implements Rewrite {
    /** Copies the list. */
    public Together {
      parts = List.copyOf(parts);
    }
  }
}
