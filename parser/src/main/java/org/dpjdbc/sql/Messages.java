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

  /** A {@code dp.} parameter that does not exist. */
  public static RefusedException unknownSetting(String key, String nearest) {
    return refuse(
        RefusalCode.POLICY, "there is no parameter " + key + "; did you mean " + nearest + "?");
  }

  /** A parameter that must be given. */
  public static RefusedException settingMissing(String key, String description) {
    return refuse(RefusalCode.POLICY, "the parameter " + key + " is missing: " + description);
  }

  /** A parameter whose value cannot be read; the value itself may be a secret and is not said. */
  public static RefusedException settingUnreadable(String key, String expected) {
    return refuse(RefusalCode.POLICY, "the value of " + key + " is not " + expected);
  }

  /** A parameter that is given twice in the URL. */
  public static RefusedException settingTwice(String key) {
    return refuse(RefusalCode.POLICY, "the URL says " + key + " twice");
  }

  /** Two ways of writing parameters are mixed so that one value would swallow the next parameter. */
  public static RefusedException settingsMixed(String key) {
    return refuse(
        RefusalCode.POLICY,
        "the value of "
            + key
            + " runs into another dp. parameter: separate parameters with ';' throughout, or with"
            + " '&' after '?'; a value that holds one of these goes into the properties");
  }

  /** Nobody to charge queries to. */
  public static RefusedException analystMissing() {
    return refuse(
        RefusalCode.POLICY,
        "nobody to charge the queries to: give the parameter dp.analyst, or connect as a user");
  }

  /** A parameter of the backend that is known to load code, run statements or open files. */
  public static RefusedException backendParameterRefused(String key) {
    return refuse(
        RefusalCode.POLICY,
        "the database parameter "
            + key
            + " can load code, run statements or write files, and is refused; remove it");
  }

  /** A URL that names no database behind, or this driver itself. */
  public static RefusedException backendUrlUnusable() {
    return refuse(
        RefusalCode.POLICY,
        "the URL names no database: write jdbc:dp: and then the database's own URL without its"
            + " jdbc:");
  }

  /** No driver takes the backend's URL. */
  public static RefusedException backendDriverMissing(String subprotocol, String lookedAt) {
    return refuse(
        RefusalCode.POLICY,
        "no driver for jdbc:"
            + subprotocol
            + ": put the database's driver on the class path, or name its class with dp.driver;"
            + " looked at: "
            + lookedAt);
  }

  /** The backend did not let us in; why is in the owner's log alone. */
  public static RefusedException backendUnreachable() {
    return refuse(
        RefusalCode.BACKEND,
        "the database could not be connected to; the reason is logged for the data owner");
  }
}
