package org.dpjdbc.sql.refusal;

/**
 * The part of the query that a refusal is about, in terms that survive the translation to
 * relational algebra; {@link Culprits} finds its span in the text.
 */
public sealed interface Culprit {
  /** A column by its name. */
  record Column(String name) implements Culprit {}

  /** A table by its name. */
  record Table(String name) implements Culprit {}

  /** A call of an operator, function or aggregate, by the operator's name. */
  record Call(String operator) implements Culprit {}

  /** A clause or shape of the query. */
  record Clause(Kind kind) implements Culprit {}

  /** Clauses that can be at fault as a whole. */
  enum Kind {
    SELECT_LIST,
    JOIN,
    OUTER_JOIN,
    LIMIT,
    ORDER_BY,
    DISTINCT,
    SUB_QUERY,
    SET_OPERATION,
    WINDOW,
    GROUP_BY,
    GROUPING_SETS,
    OPTIONS,
    QUERY
  }
}
