package org.dpjdbc.sql.refusal;

import static org.dpjdbc.sql.refusal.Refusals.refuse;

import java.util.Optional;

/**
 * Every text that a user can read while a query runs: about its charge, the database, what is
 * computed from released values, and answers that are kept. No text may hold anything that comes
 * from the data.
 */
public final class RunMessages {
  private RunMessages() {}

  /** The charge would go past the budget. */
  public static RefusedException budgetExceeded(
      String cost, String remaining, Optional<String> renewsAt) {
    return refuse(
        RefusalCode.BUDGET,
        "the query costs "
            + cost
            + ", and "
            + remaining
            + " remains; the budget "
            + renewsAt.map(at -> "renews at " + at).orElse("does not renew"));
  }

  /** The error of what has none, however it is released. */
  public static RefusedException errorNotKnown() {
    return error(
        "privacy option error is for counts, sums, means, variances and the like: how far off a"
            + " quantile is depends on the rows, so does a sum whose bounds are found, and a"
            + " choice has no figure; ask for those in a query of their own");
  }

  /** An accuracy that rounding alone forbids. */
  public static RefusedException errorNeverKept(String error) {
    return error(
        "no epsilon keeps an error of at most "
            + error
            + ": numbers are rounded by more than that; ask for a greater error");
  }

  /** An accuracy that only answers could tell the cost of, which was tried. */
  public static RefusedException errorTriedInVain(
      String error, String most, String spent, Optional<String> needed) {
    return error(
        "an error of at most "
            + error
            + needed
                .map(epsilon -> " needs an epsilon of about " + epsilon)
                .orElse(" is beyond reach, since a value is too near to 0 to tell how much")
            + "; this query may spend "
            + most
            + ", of which finding that out took "
            + spent);
  }

  /** An accuracy beyond the policy. */
  public static RefusedException errorNeedsMore(String error, String most, String needed) {
    return error(
        "an error of at most "
            + error
            + " needs an epsilon of "
            + needed
            + "; this query may spend "
            + most);
  }

  private static RefusedException error(String text) {
    return refuse(RefusalCode.UNSUPPORTED, text).about(new Culprit.Clause(Culprit.Kind.OPTIONS));
  }

  /** No connection to the database became free, or could be made, in time. */
  public static RefusedException noConnectionFree() {
    return refuse(
        RefusalCode.BACKEND,
        "no connection to the database became free in time; nothing was charged for this query");
  }

  /** The database failed before anything was charged; why is in the owner's log alone. */
  public static RefusedException backendRejected() {
    return refuse(
        RefusalCode.BACKEND,
        "the database failed before anything was charged; the reason is in the owner's log");
  }

  /** The database failed after the charge; why is in the owner's log alone. */
  public static RefusedException backendFailed() {
    return refuse(
        RefusalCode.BACKEND,
        "the database failed; the reason is in the owner's log, and what was charged stays"
            + " charged");
  }

  /** The run was stopped by a time limit or by its caller. */
  public static RefusedException stopped() {
    return refuse(
        RefusalCode.STOPPED,
        "the query was stopped; if it had been charged by then, it stays charged");
  }

  /** Public tables of which every combination of rows would be met by one private row. */
  public static RefusedException productOfPublicTables(long limit) {
    return refuse(
        RefusalCode.UNIT,
        "one row of a private table would meet more than "
            + limit
            + " combinations of rows of several public tables, and the time that takes could tell"
            + " that there is such a row; nothing was charged: join each public table on the"
            + " columns of a unique key, but for one");
  }

  /**
   * The code of {@link #contributionsCut}: a warning, and no refusal. It begins the text, like the
   * codes of refusals.
   */
  private static final String CUT = "DP-CUT";

  /**
   * What an answer may leave out, as a warning of it says.
   *
   * @param limits what counts of one person at most, and who says so
   */
  public static String contributionsCut(String limits) {
    return CUT
        + ": each person counts with "
        + limits
        + "; what somebody has beyond that, in the table or because a join repeats rows, is left out,"
        + " and no error column tells how much that is";
  }

  /**
   * A divisor that the query writes is zero: refused before any charge. Where a released value is
   * the divisor, and comes out as zero, the quotient is NULL for its row.
   */
  public static RefusedException divisionByZero() {
    return refuse(
        RefusalCode.DIVISION_BY_ZERO,
        "division by zero: no row has a value of this; write x / NULLIF(y, 0)");
  }

  /** A constant of the query does not fit its type; a released value that does not is NULL. */
  public static RefusedException outOfRange(String type) {
    return refuse(
        RefusalCode.OUT_OF_RANGE,
        "a constant of the query does not fit " + type + "; cast to a wider type");
  }

  /** A constant of the query is none of the type it is cast to; a released value is NULL then. */
  public static RefusedException badCast(String type) {
    return refuse(RefusalCode.BAD_CAST, "a constant of the query cannot be cast to " + type);
  }

  /**
   * A constant argument of a function is outside its domain; where a released value is, the
   * function is NULL.
   */
  public static RefusedException badArgument(String function) {
    return refuse(
        RefusalCode.FINISH,
        "a constant of the query is outside the domain of " + function + "; guard it with CASE");
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

  /** Combining released values would need more rows than the driver holds. */
  public static RefusedException tooManyRows(long limit) {
    return refuse(
        RefusalCode.LIMIT,
        "the query combines released values into more than "
            + limit
            + " rows; add a join condition or a filter");
  }

  /** A text computed from released values grows beyond what the driver holds. */
  public static RefusedException textTooLong(int limit) {
    return refuse(
        RefusalCode.LIMIT, "a text grows to more than " + limit + " characters; build it shorter");
  }

  /** What stands above the aggregates would take more memory than there is for it. */
  public static RefusedException tooMuchMemory(long megabytes) {
    return refuse(
        RefusalCode.LIMIT,
        "what is computed of released values takes more than the "
            + megabytes
            + " MB that all queries may hold together; ask for fewer rows, or shorter texts");
  }

  /** Evaluating the part above the aggregates failed. */
  public static RefusedException finishFailed() {
    return refuse(
        RefusalCode.FINISH, "the released values could not be combined as the query asks");
  }

  /** A name that two columns of a kept answer have. */
  public static RefusedException releaseNameTwice(String name) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "two columns are called " + name + "; give each a name of its own with AS");
  }

  /** A release under a name that is taken. */
  public static RefusedException releaseExists(String table) {
    return refuse(
        RefusalCode.READ_ONLY,
        "there is a table "
            + table
            + " already: what was released is not changed; take another name");
  }

  /** A table of what is no release, or not for everybody. */
  public static RefusedException releaseOfNothing() {
    return refuse(
        RefusalCode.READ_ONLY,
        "CREATE TABLE keeps released answers about private tables, without tables of DP; public"
            + " tables are asked for free whenever they are needed");
  }

  /** A column of a type that a kept answer cannot have. */
  public static RefusedException releaseType(String column, String type) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "column " + column + " is of type " + type + ", which no kept answer has; cast it");
  }
}
