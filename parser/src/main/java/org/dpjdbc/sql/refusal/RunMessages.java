package org.dpjdbc.sql.refusal;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Refusals and warnings while a query runs: about its charge, the database, what is computed from
 * released values, and stored answers. No message may hold anything that comes from the data.
 */
public final class RunMessages {
  private static final RefusalTable TABLE =
      RefusalTable.of(
          """
          budgetExceeded BUDGET: the query costs {0}, and {1} remains; the budget {2}
          errorNotKnown UNSUPPORTED OPTIONS: privacy option error only supports counts, sums,
            means, variances and the like; use a separate query for quantiles and sums with auto
            bounds, whose error depends on the rows, and for choices, which have none
          errorNeverKept UNSUPPORTED OPTIONS: no epsilon achieves an error of at most {0}, because
            rounding alone exceeds it; allow a larger error
          errorTriedInVain UNSUPPORTED OPTIONS: an error of at most {0} {1}; this query may spend
            {2}, and estimating the cost took {3}
          errorNeedsMore UNSUPPORTED OPTIONS: an error of at most {0} needs an epsilon of {2};
            this query may spend {1}
          planWithParameters UNSUPPORTED: a statement with parameters cannot be planned without
            their values; write values in place of the question marks
          planOfTable READ_ONLY: CREATE TABLE stores its answer; plan its query instead
          noConnectionFree BACKEND: no connection to the database became free in time; nothing was
            charged for this query
          backendRejected BACKEND: the database failed before anything was charged; the reason is
            in the data owner's log
          backendFailed BACKEND: the database failed; the reason is in the data owner's log, and
            the charge stands
          stopped STOPPED: the query was stopped; it was not charged
          stoppedAfterCharge STOPPED: the query was stopped after it was charged; the charge
            stands
          busy BACKEND: the database is busy: its queue of queries is full; nothing was charged,
            try again later
          busyAfterCharge BACKEND: the database is busy: its queue of queries is full; the charge
            stands
          productOfPublicTables UNIT: a private row would join more than {0} combinations of
            public rows, and the running time could disclose that it exists; join all but one of
            the public tables on a unique key; nothing was charged
          workOnPublicRows UNIT: a private row would have the query compute on more than {0}
            combinations of public rows, and the running time could disclose that it exists; join
            on a unique key, or with simpler expressions; nothing was charged
          divisionByZero DIVISION_BY_ZERO: the query divides by a constant zero; write x /
            NULLIF(y, 0)
          outOfRange OUT_OF_RANGE: a constant in the query does not fit {0}; cast to a wider type
          badCast BAD_CAST: a constant in the query cannot be cast to {0}
          badArgument FINISH: a constant in the query is outside the domain of {0}; guard it with
            CASE
          manyRows MANY_ROWS: a scalar subquery returned several rows; aggregate it or add LIMIT 1
          notOfferedAbove UNSUPPORTED call:0: {0} cannot be evaluated on released values
          recursionTooLong LIMIT: WITH RECURSIVE returns more than {0} rows; end it by a condition
            in its second part, or write UNION instead of UNION ALL
          recursionNull UNSUPPORTED: a column of WITH RECURSIVE is never NULL in the first rows
            but NULL in later ones; filter these in its second part with WHERE x IS NOT NULL
          tooManyRows LIMIT: the query combines released values into more than {0} rows; add a
            join condition or a filter
          setsTooLarge LIMIT: the subqueries that are released first have more than {0} {1}; add a
            filter or a LIMIT to them
          stringTooLong LIMIT: a string exceeds {0} characters; shorten it
          tooManyCharges LIMIT: the charges in DP.SPENDING take more than {0} MB of memory; the web
            page of a gateway shows them page by page
          tooMuchMemory LIMIT: computing on the released values takes more than the {0} MB that
            your queries may use at once; request fewer rows or shorter strings
          finishFailed FINISH: the released values could not be combined as the query requests
          releaseNameTwice UNSUPPORTED: two columns are named {0}; give each its own name with AS
          releaseExists READ_ONLY: table {0} already exists, and a released answer cannot be
            changed; choose another name
          releaseOfNothing READ_ONLY: CREATE TABLE only stores released answers about private
            tables; queries of public tables and of schema DP are free, so their answers need not
            be stored
          releaseType UNSUPPORTED: column {0} has type {1}, which a stored answer cannot have;
            cast it
          """);

  private RunMessages() {}

  /** It would write a table. */
  public static RefusedException planOfTable() {
    return TABLE.refuse("planOfTable");
  }

  /** Its parameters have no values. */
  public static RefusedException planWithParameters() {
    return TABLE.refuse("planWithParameters");
  }

  /** The charge would exceed the budget. */
  public static RefusedException budgetExceeded(
      String cost, String remaining, Optional<String> renewsAt) {
    String renewal = renewsAt.map(at -> "renews at " + at).orElse("does not renew");
    return TABLE.refuse("budgetExceeded", cost, remaining, renewal);
  }

  public static RefusedException errorNotKnown() {
    return TABLE.refuse("errorNotKnown");
  }

  public static RefusedException errorNeverKept(String error) {
    return TABLE.refuse("errorNeverKept", error);
  }

  /** An accuracy that only answers could tell the cost of, which was tried. */
  public static RefusedException errorTriedInVain(
      String error, String max, String spent, Optional<String> needed) {
    return TABLE.refuse(
        "errorTriedInVain",
        error,
        needed
            .map(epsilon -> "needs an epsilon of about " + epsilon)
            .orElse("is out of reach, because a value is too close to 0 to estimate the epsilon"),
        max,
        spent);
  }

  public static RefusedException errorNeedsMore(String error, String max, String needed) {
    return TABLE.refuse("errorNeedsMore", error, max, needed);
  }

  public static RefusedException noConnectionFree() {
    return TABLE.refuse("noConnectionFree");
  }

  public static RefusedException backendRejected() {
    return TABLE.refuse("backendRejected");
  }

  public static RefusedException backendFailed() {
    return TABLE.refuse("backendFailed");
  }

  public static RefusedException stopped() {
    return TABLE.refuse("stopped");
  }

  public static RefusedException stoppedAfterCharge() {
    return TABLE.refuse("stoppedAfterCharge");
  }

  public static RefusedException busy() {
    return TABLE.refuse("busy");
  }

  public static RefusedException busyAfterCharge() {
    return TABLE.refuse("busyAfterCharge");
  }

  public static RefusedException productOfPublicTables(long limit) {
    return TABLE.refuse("productOfPublicTables", limit);
  }

  public static RefusedException workOnPublicRows(long limit) {
    return TABLE.refuse("workOnPublicRows", limit);
  }

  /**
   * The code of {@link #contributionsTruncated}: a warning, not a refusal. It begins the message,
   * like the codes of refusals.
   */
  private static final String CUT = "DP-CUT";

  /**
   * What an answer may leave out, as a warning of it says.
   *
   * @param what is not counted or clamped, and who sets the limits
   */
  public static String contributionsTruncated(String what) {
    return CUT + ": " + what + "; the error columns do not include that loss";
  }

  /** Only the rows of a unit with the first numbers count. */
  public static String laterRows(String table, String number, int rows) {
    return contributionsTruncated(
        "rows of %s whose %s is not from 1 to %d (max_rows_contributed, first_rows) are not counted"
            .formatted(table, number, rows));
  }

  /**
   * Which groups an answer leaves out, and how to see more of them.
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
        + (gathered ? " are combined into one group, with NULL as key" : " are left out")
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

  /**
   * What noise of another kind would give.
   *
   * @param cost what it would take of the budget
   * @param now what the query takes
   */
  public static String otherNoise(String option, List<String> columns, String cost, String now) {
    return option + ": " + String.join(", ", columns) + ", for " + cost + " in place of " + now;
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
        + " is not a value listed in the policy are in no group";
  }

  /** The answer is a function of one that was given before. */
  public static String derived(String at) {
    return "DP-DERIVED: " + derivedFrom(at) + "; nothing was charged";
  }

  /** Where a derived answer is from. */
  public static String derivedFrom(String at) {
    return "derived from an answer of " + at;
  }

  /** Where an answer is from that was given before. */
  public static String keptSince(String at) {
    return "kept since " + at;
  }

  /** The answer is the mean of what was released for it and before. */
  public static String combined(String at) {
    return "DP-COMBINED: combined with answers since " + at + ", at no cost";
  }

  /** A key is computed from columns with bounds, and the query has totals over all rows. */
  public static String inTotalsAlone(String key) {
    return LEFT_OUT
        + "rows with values of "
        + key
        + " beyond the policy's bounds are counted in totals only";
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
        + " come from the policy; some of them may have no rows";
  }

  /** The groups of a subquery are listed, and what stands above counts or averages them. */
  public static String emptyGroupsCount(List<String> keys) {
    return LISTED
        + "all groups by "
        + String.join(", ", keys)
        + " are listed and counted here, including empty ones";
  }

  public static RefusedException divisionByZero() {
    return TABLE.refuse("divisionByZero");
  }

  public static RefusedException outOfRange(String type) {
    return TABLE.refuse("outOfRange", type);
  }

  public static RefusedException badCast(String type) {
    return TABLE.refuse("badCast", type);
  }

  public static RefusedException badArgument(String function) {
    return TABLE.refuse("badArgument", function);
  }

  public static RefusedException manyRows() {
    return TABLE.refuse("manyRows");
  }

  public static RefusedException notOfferedAbove(String what) {
    return TABLE.refuse("notOfferedAbove", what);
  }

  public static RefusedException recursionTooLong(int limit) {
    return TABLE.refuse("recursionTooLong", limit);
  }

  public static RefusedException recursionNull() {
    return TABLE.refuse("recursionNull");
  }

  public static RefusedException tooManyRows(long limit) {
    return TABLE.refuse("tooManyRows", limit);
  }

  public static RefusedException tooManyCharges(long megabytes) {
    return TABLE.refuse("tooManyCharges", megabytes);
  }

  public static RefusedException setsTooLarge(int limit, String what) {
    return TABLE.refuse("setsTooLarge", limit, what);
  }

  public static RefusedException stringTooLong(int limit) {
    return TABLE.refuse("stringTooLong", limit);
  }

  public static RefusedException tooMuchMemory(long megabytes) {
    return TABLE.refuse("tooMuchMemory", megabytes);
  }

  public static RefusedException finishFailed() {
    return TABLE.refuse("finishFailed");
  }

  public static RefusedException releaseNameTwice(String name) {
    return TABLE.refuse("releaseNameTwice", name);
  }

  public static RefusedException releaseExists(String table) {
    return TABLE.refuse("releaseExists", table);
  }

  public static RefusedException releaseOfNothing() {
    return TABLE.refuse("releaseOfNothing");
  }

  public static RefusedException releaseType(String column, String type) {
    return TABLE.refuse("releaseType", column, type);
  }
}
