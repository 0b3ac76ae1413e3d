package org.dpjdbc.run.query;

import java.sql.Types;
import org.dpjdbc.run.api.AnswerColumn;

/**
 * The columns of {@code EXPLAIN PRIVACY}, in order: the short ones first and the SQL last, so that
 * a console shows the first ones of each row on one line.
 */
public enum ExplainColumn {
  RELEASE(
      Kind.TEXT,
      "What the row describes: a release, a value computed from releases, private keys, the limits"
          + " for one person, a statement for the database, or the total."),
  EPSILON(Kind.EPSILON, "The share of the query's epsilon that the release spends."),
  DELTA(Kind.DELTA, "The share of the query's delta that the release spends."),
  ERROR95(
      Kind.DOUBLE, "The half-width of the 95 % interval, if it is known before the query runs."),
  MECHANISM(Kind.TEXT, "The mechanism of the release."),
  NOISE_SCALE(
      Kind.TEXT,
      "The scale or standard deviation of the noise, the threshold of partition selection, or how"
          + " close a choice is to the best one."),
  SENSITIVITY(
      Kind.TEXT,
      "How far one unit can move the release, in L1 or L2, in the unit of the released values."),
  KEYS(Kind.TEXT, "How the group keys are released."),
  BOUNDING(Kind.TEXT, "How contributions are bounded."),
  PUSHED_SQL(
      Kind.TEXT, "The SQL of a statement for the database, with question marks for parameters.");

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
