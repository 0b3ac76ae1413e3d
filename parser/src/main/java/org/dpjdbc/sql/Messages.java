package org.dpjdbc.sql;

import java.util.Optional;

/**
 * Every text that a user of the driver can read in an error, one method each, so that codes, states
 * and wording stay in one place. No text may hold anything that comes from the data.
 */
public final class Messages {
  private Messages() {}

  private static RefusedException refuse(RefusalCode code, String text) {
    return new RefusedException(code, text, Optional.empty(), Optional.empty());
  }

  /** An aggregated expression has no derivable range. */
  public static RefusedException noBounds(String expression, String column) {
    return refuse(
        RefusalCode.NO_BOUNDS,
        "the range of "
            + expression
            + " cannot be derived: column "
            + column
            + " has no lower and upper bound in the policy; ask the data owner to declare them");
  }

  /** An operator or function that is not on the list of those allowed on private rows. */
  public static RefusedException functionNotOffered(String operator) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            operator + " is not offered on the rows of a private table; apply it to aggregates")
        .about(new Culprit.Call(operator));
  }

  /** A cast that could fail for one row. */
  public static RefusedException castNotTotal(String from, String to) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "a cast from "
                + from
                + " to "
                + to
                + " can fail for a single row and is not offered on the rows of a private table")
        .about(new Culprit.Call("CAST"));
  }

  /** A divisor among released values was zero. */
  public static RefusedException divisionByZero() {
    return refuse(
        RefusalCode.DIVISION_BY_ZERO,
        "division by zero among the released values; write x / NULLIF(y, 0)");
  }

  /** A number computed of released values does not fit its type. */
  public static RefusedException outOfRange(String type) {
    return refuse(
        RefusalCode.OUT_OF_RANGE,
        "a number computed of released values does not fit " + type + "; cast to a wider type");
  }

  /** A released value cannot be read as the type it is cast to. */
  public static RefusedException badCast(String type) {
    return refuse(RefusalCode.BAD_CAST, "a released value cannot be cast to " + type);
  }

  /** A scalar sub-query over released values gave more than one row. */
  public static RefusedException manyRows() {
    return refuse(
        RefusalCode.MANY_ROWS,
        "a sub-query that must give one row gave more; aggregate it or add a LIMIT 1");
  }

  /** An operator or function that cannot be evaluated on released values. */
  public static RefusedException notOfferedAbove(String what) {
    return refuse(
            RefusalCode.UNSUPPORTED, what + " cannot be evaluated on the released values")
        .about(new Culprit.Call(what));
  }

  /** An argument of a function is outside its domain. */
  public static RefusedException badArgument(String function) {
    return refuse(
        RefusalCode.FINISH,
        "a released value is outside the domain of " + function + "; guard it with CASE");
  }

  /** Combining released values would need more rows than the driver holds. */
  public static RefusedException tooManyRows(long limit) {
    return refuse(
        RefusalCode.FINISH,
        "the query combines released values into more than "
            + limit
            + " rows; add a join condition or a filter");
  }

  /** Evaluating the part above the aggregates failed. */
  public static RefusedException finishFailed() {
    return refuse(
        RefusalCode.FINISH, "the released values could not be combined as the query asks");
  }

  /** The run was stopped by a time limit or by its caller. */
  public static RefusedException stopped() {
    return refuse(
        RefusalCode.STOPPED, "the query was stopped; what it was charged stays charged");
  }
}
