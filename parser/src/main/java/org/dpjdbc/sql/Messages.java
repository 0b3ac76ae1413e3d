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
    return refuse(RefusalCode.UNSUPPORTED, what + " cannot be evaluated on the released values")
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
    return refuse(RefusalCode.STOPPED, "the query was stopped; what it was charged stays charged");
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

  /**
   * Two ways of writing parameters are mixed so that one value would swallow the next parameter.
   */
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

  /** An aggregated expression whose range is unlimited although its columns have bounds. */
  public static RefusedException unbounded(String expression) {
    return refuse(
        RefusalCode.NO_BOUNDS,
        "the range of "
            + expression
            + " cannot be derived, because it can grow without limit; keep its arguments away from"
            + " where it does so, by a condition in WHERE or CASE");
  }

  /** An expression that no type of the database holds for every row. */
  public static RefusedException tooWide(String expression) {
    return refuse(
        RefusalCode.NO_BOUNDS,
        "the values of "
            + expression
            + " can be too large for the database to compute exactly; narrow its columns by a"
            + " condition in WHERE or CASE");
  }

  /** An aggregated expression that is not a number. */
  public static RefusedException notNumeric(String expression) {
    return refuse(RefusalCode.UNSUPPORTED, expression + " is not a number");
  }

  /** A comparison, or a choice between values, of different families of types. */
  public static RefusedException mixedTypes(String operator, String left, String right) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            operator
                + " between "
                + left
                + " and "
                + right
                + " would have to convert one of them, which can fail for a single row; compare"
                + " values of one type, and write literals in the column's type")
        .about(new Culprit.Call(operator));
  }

  /** A literal that is not one of the type it is used as. */
  public static RefusedException badLiteral(String literal, String type) {
    return refuse(RefusalCode.UNSUPPORTED, "'" + literal + "' is not a value of type " + type);
  }

  /** The clock, asked once per row. */
  public static RefusedException clockNotOffered(String function) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            function
                + " is not offered on the rows of a private table, because the same question must"
                + " mean the same tomorrow; write the date or time itself")
        .about(new Culprit.Call(function));
  }

  /** An operand that must be a literal. */
  public static RefusedException needsLiteral(String operator, String what) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "on the rows of a private table " + what + " of " + operator + " must be a literal")
        .about(new Culprit.Call(operator));
  }

  /** A pattern that could take long for a single row. */
  public static RefusedException patternNotOffered() {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "on the rows of a private table the pattern of LIKE must be a literal such as 'a%', '%a',"
                + " '%a%' or 'a%b': at most two percent signs, the second one at the end, few"
                + " underscores, and a backslash only with ESCAPE and as its character")
        .about(new Culprit.Call("LIKE"));
  }

  /** A unit of time that is not offered for the operand's type. */
  public static RefusedException unitNotOffered(String operator, String unit) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            operator + " with " + unit + " is not offered for values of this type")
        .about(new Culprit.Call(operator));
  }

  /** An interval that leads out of the years from 1 to 9999. */
  public static RefusedException intervalTooLong() {
    return refuse(RefusalCode.UNSUPPORTED, "the interval is longer than from the year 1 to 9999");
  }

  /** An expression so deep, or so large once it is safe, that it is not offered. */
  public static RefusedException tooComplex() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "the expression is too large; split it, or compute parts of it above the aggregates");
  }

  /** A query inside an expression over private rows. */
  public static RefusedException subQueryInExpression() {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "a sub-query is not offered in an expression over the rows of a private table")
        .about(new Culprit.Clause(Culprit.Kind.SUB_QUERY));
  }

  /** A window inside an expression over private rows. */
  public static RefusedException windowInExpression() {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "a window function is not offered over the rows of a private table; apply it to"
                + " aggregates")
        .about(new Culprit.Clause(Culprit.Kind.WINDOW));
  }
}
