package org.dpjdbc.sql.refusal;

import static org.dpjdbc.sql.refusal.Refusals.refuse;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Every text that a user can read while a query runs: about its charge, the database, what is
 * computed from released values, and answers that are kept. No text may hold anything that comes
 * from the data.
 */
public final class RunMessages {
  private RunMessages() {}

  /** The charge would exceed the budget. */
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
        "privacy option error applies to counts, sums, means, variances and the like: the error of"
            + " a quantile, or of a sum with auto bounds, depends on the rows, and a choice has"
            + " none; ask for those in a query of their own");
  }

  /** An accuracy that rounding alone forbids. */
  public static RefusedException errorNeverKept(String error) {
    return error(
        "no epsilon achieves an error of at most "
            + error
            + ", because numbers are rounded by more than that; allow a larger error");
  }

  /** An accuracy that only answers could tell the cost of, which was tried. */
  public static RefusedException errorTriedInVain(
      String error, String max, String spent, Optional<String> needed) {
    return error(
        "an error of at most "
            + error
            + needed
                .map(epsilon -> " needs an epsilon of about " + epsilon)
                .orElse(" is out of reach, because a value is too close to 0 to tell the epsilon")
            + "; this query may spend "
            + max
            + ", and finding that out took "
            + spent);
  }

  /** An accuracy beyond the policy. */
  public static RefusedException errorNeedsMore(String error, String max, String needed) {
    return error(
        "an error of at most "
            + error
            + " needs an epsilon of "
            + needed
            + "; this query may spend "
            + max);
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

  /** The run was stopped by a time limit or by its caller, before the charge if there is one. */
  public static RefusedException stopped() {
    return refuse(RefusalCode.STOPPED, "the query was stopped; it was not charged");
  }

  /** The same, after the charge. */
  public static RefusedException stoppedAfterCharge() {
    return refuse(
        RefusalCode.STOPPED, "the query was stopped after it was charged; the charge stays");
  }

  /** The database took no statement at the time, before the charge. */
  public static RefusedException busy() {
    return refuse(
        RefusalCode.BACKEND,
        "the database is busy: its queue of queries is full; nothing was charged, try again later");
  }

  /** The same, after the charge. */
  public static RefusedException busyAfterCharge() {
    return refuse(
        RefusalCode.BACKEND,
        "the database is busy: its queue of queries is full; what was charged stays charged");
  }

  /** Public tables of which every combination of rows would be met by one private row. */
  public static RefusedException productOfPublicTables(long limit) {
    return refuse(
        RefusalCode.UNIT,
        "one row of a private table would be joined with more than "
            + limit
            + " combinations of rows of several public tables, and the running time could reveal"
            + " that the row exists; nothing was charged: join all but one of the public tables on"
            + " a unique key");
  }

  /**
   * The code of {@link #contributionsCut}: a warning, and no refusal. It begins the text, like the
   * codes of refusals.
   */
  private static final String CUT = "DP-CUT";

  /**
   * What an answer may leave out, as a warning of it says.
   *
   * @param what is not counted or clamped, and who sets the limits
   */
  public static String contributionsCut(String what) {
    return CUT + ": " + what + "; the error columns do not include that loss";
  }

  /**
   * Which groups an answer leaves out, and what would show more of them.
   *
   * @param sizes below which a group is more often left out than shown
   * @param gathered whether their rows are in a group whose keys are NULL
   * @param lookup whether keys are values of a public table, which could be listed
   * @param limits smaller ones show smaller groups
   */
  public static String hiddenGroups(
      String sizes, boolean gathered, boolean lookup, List<String> limits) {
    return "groups of fewer than about "
        + sizes
        + (gathered ? " are gathered in one group, with NULL as key" : " are left out")
        + "; to see more, group by coarser or fewer keys, "
        + (lookup
            ? "list all of the public table with group_selection_strategy = PUBLIC_GROUPS"
            : "have the policy list the values of the keys")
        + limits.stream().map(limit -> ", lower " + limit).collect(Collectors.joining())
        + ", or raise epsilon";
  }

  /** The error of a column after one change. */
  public static String errorWith(String error, String change) {
    return "± " + error + " with " + change;
  }

  /** The error of a column that a query asks for alone. */
  public static String errorAlone(String error) {
    return "about ± " + error + " in a query without the other columns";
  }

  /** What would make the error of a column smaller; each change is meant by itself. */
  public static String smallerError(String column, String error, List<String> changes) {
    return column + " is ± " + error + "; " + String.join(", ", changes);
  }

  /** {@link #hiddenGroups} as a warning: it says the same whether groups were left out or not. */
  public static String groupsHidden(String groups) {
    return "DP-HIDDEN: " + groups;
  }

  /** Of warnings about rows that count nowhere, or in no group. */
  private static final String LEFT_OUT = "DP-LEFT-OUT: ";

  /** Of warnings about groups that are listed whether there are rows in them or not. */
  private static final String LISTED = "DP-LISTED: ";

  /** The policy lists some values of a key, and does not say what becomes of others. */
  public static String unlistedLeftOut(String column) {
    return LEFT_OUT
        + "rows whose "
        + column
        + " is none of the values that the policy lists are in no group";
  }

  /** Rows without a person count nowhere, and the catalog says that there may be some. */
  public static String withoutPerson(String table, String column) {
    return LEFT_OUT + "rows of " + table + " whose " + column + " is NULL are not counted";
  }

  /** A query asks which values a column has, and the policy answers. */
  public static String valuesOfPolicy(String column) {
    return LISTED
        + "the values of "
        + column
        + " are those that the policy lists; there may be no row with some of them";
  }

  /** The groups of a sub-query are listed, and what stands above counts or averages them. */
  public static String emptyGroupsCount(List<String> keys) {
    return LISTED
        + "all groups by "
        + String.join(", ", keys)
        + " are listed and counted here, also those without rows";
  }

  /**
   * A divisor that the query writes is zero: refused before any charge. Where a released value is
   * the divisor, and comes out as zero, the quotient is NULL for its row.
   */
  public static RefusedException divisionByZero() {
    return refuse(
        RefusalCode.DIVISION_BY_ZERO,
        "the query divides by a constant zero; write x / NULLIF(y, 0)");
  }

  /** A constant of the query does not fit its type; a released value that does not is NULL. */
  public static RefusedException outOfRange(String type) {
    return refuse(
        RefusalCode.OUT_OF_RANGE,
        "a constant in the query does not fit " + type + "; cast to a wider type");
  }

  /** A constant of the query is none of the type it is cast to; a released value is NULL then. */
  public static RefusedException badCast(String type) {
    return refuse(RefusalCode.BAD_CAST, "a constant in the query cannot be cast to " + type);
  }

  /**
   * A constant argument of a function is outside its domain; where a released value is, the
   * function is NULL.
   */
  public static RefusedException badArgument(String function) {
    return refuse(
        RefusalCode.FINISH,
        "a constant in the query is outside the domain of " + function + "; guard it with CASE");
  }

  /** A scalar sub-query over released values gave more than one row. */
  public static RefusedException manyRows() {
    return refuse(
        RefusalCode.MANY_ROWS,
        "a sub-query that must return one row returned several; aggregate it or add LIMIT 1");
  }

  /** An operator or function that cannot be evaluated on released values. */
  public static RefusedException notOfferedAbove(String what) {
    return refuse(RefusalCode.UNSUPPORTED, what + " cannot be evaluated on the released values")
        .about(new Culprit.Call(what));
  }

  /** A recursion that does not end. */
  public static RefusedException recursionTooLong(int limit) {
    return refuse(
        RefusalCode.LIMIT,
        "WITH RECURSIVE has more than "
            + limit
            + " rows; end it by a condition in its second part, or write UNION for UNION ALL");
  }

  /** A recursion whose column has NULL in a later step alone. */
  public static RefusedException recursionNull() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "WITH RECURSIVE has NULL in a column that is never NULL in its first rows; leave such rows"
            + " out in its second part with WHERE x IS NOT NULL");
  }

  /** Combining released values would need more rows than the driver holds. */
  public static RefusedException tooManyRows(long limit) {
    return refuse(
        RefusalCode.LIMIT,
        "the query combines released values into more than "
            + limit
            + " rows; add a join condition or a filter");
  }

  /**
   * Sets that are released first have more than a statement can be asked with.
   *
   * @param what of them is counted, in the plural
   */
  public static RefusedException setsTooLarge(int limit, String what) {
    return refuse(
        RefusalCode.LIMIT,
        "the sub-queries that are released first have more than "
            + limit
            + " "
            + what
            + "; add a filter or a LIMIT to them");
  }

  /** A text computed from released values grows beyond what the driver holds. */
  public static RefusedException textTooLong(int limit) {
    return refuse(
        RefusalCode.LIMIT, "a text grows to more than " + limit + " characters; make it shorter");
  }

  /** What stands above the aggregates would take more memory than there is for it. */
  public static RefusedException tooMuchMemory(long megabytes) {
    return refuse(
        RefusalCode.LIMIT,
        "computing on the released values takes more than the "
            + megabytes
            + " MB that all queries may use together; ask for fewer rows or shorter texts");
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
        "table "
            + table
            + " already exists, and a released answer is never changed; choose another name");
  }

  /** A table of what is no release, or not for everybody. */
  public static RefusedException releaseOfNothing() {
    return refuse(
        RefusalCode.READ_ONLY,
        "CREATE TABLE keeps released answers about private tables, not tables of DP; queries of"
            + " public tables are free, so their answers need not be kept");
  }

  /** A column of a type that a kept answer cannot have. */
  public static RefusedException releaseType(String column, String type) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "column " + column + " is of type " + type + ", which a kept answer cannot have; cast it");
  }
}
