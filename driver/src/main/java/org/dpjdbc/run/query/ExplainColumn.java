package org.dpjdbc.run.query;

import java.sql.Types;
import org.dpjdbc.run.api.AnswerColumn;

/** The columns of {@code EXPLAIN PRIVACY}, in order. */
public enum ExplainColumn {
  RELEASE(
      Kind.TEXT,
      "What the row is about: a release, a value computed from releases, private keys, the limits"
          + " of one person, a statement for the database, or the total."),
  MECHANISM(Kind.TEXT, "The mechanism that releases it."),
  SENSITIVITY(
      Kind.TEXT, "How far one unit can move it, in L1 or L2, in the units of what is released."),
  NOISE_SCALE(
      Kind.TEXT,
      "The noise: its scale or standard deviation, a threshold, or how near a choice is to the"
          + " best."),
  ERROR95(
      Kind.DOUBLE, "The half-width of the 95 % interval, where it is known before the answer is."),
  EPSILON(Kind.EPSILON, "What the release takes of the query's epsilon."),
  DELTA(Kind.DELTA, "What it takes of the query's delta."),
  KEYS(Kind.TEXT, "How the keys of groups become known."),
  BOUNDING(Kind.TEXT, "How contributions are bounded."),
  PUSHED_SQL(Kind.TEXT, "Of a statement: the SQL for the database, parameters as question marks.");

  /** The types of columns. */
  private enum Kind {
    TEXT,
    DOUBLE,
    EPSILON,
    DELTA
  }

  private final Kind kind;
  private final String meaning;

  ExplainColumn(Kind kind, String meaning) {
    this.kind = kind;
    this.meaning = meaning;
  }

  /** What is in it, in one sentence. */
  public String meaning() {
    return meaning;
  }

  /** The column of the answer. */
  public AnswerColumn column() {
    return switch (kind) {
      case TEXT -> new AnswerColumn(name(), Types.VARCHAR, "CHARACTER VARYING", 0, 0, true);
      case DOUBLE -> new AnswerColumn(name(), Types.DOUBLE, "DOUBLE PRECISION", 53, 0, true);
      case EPSILON -> new AnswerColumn(name(), Types.NUMERIC, "NUMERIC", 38, 9, false);
      case DELTA -> new AnswerColumn(name(), Types.DOUBLE, "DOUBLE PRECISION", 53, 0, false);
    };
  }
}
