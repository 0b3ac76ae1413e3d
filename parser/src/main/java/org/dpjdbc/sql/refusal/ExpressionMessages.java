package org.dpjdbc.sql.refusal;

import static org.dpjdbc.sql.refusal.Refusals.refuse;

/**
 * Every text that a user can read where the planner refuses an expression over private rows, or an
 * aggregate of one. No text may hold anything that comes from the data.
 */
public final class ExpressionMessages {
  private ExpressionMessages() {}

  /** An aggregated expression has no derivable range. */
  public static RefusedException noBounds(String expression, String column) {
    return noRange(
            expression,
            ": column "
                + column
                + " has no lower and upper bound in the policy; ask the data owner to declare them")
        .about(new Culprit.Column(column));
  }

  /** An aggregated expression has no derivable range, because a computed column has none. */
  public static RefusedException noBoundsOfComputed(String expression, String column) {
    return noRange(
            expression,
            ": "
                + column
                + " is computed by the query, and nothing bounds it; write WHERE "
                + column
                + " BETWEEN 0 AND 20, or LEAST("
                + column
                + ", 20), with limits that fit, and give it a name in FROM where it has none")
        .about(new Culprit.Column(column));
  }

  /** An aggregated expression whose range is unlimited although its columns have bounds. */
  public static RefusedException unbounded(String expression) {
    return noRange(
        expression,
        ", because it can grow without limit; restrict its arguments by a condition in WHERE or"
            + " CASE");
  }

  private static RefusedException noRange(String expression, String reason) {
    return refuse(
        RefusalCode.NO_BOUNDS, "the range of " + expression + " cannot be derived" + reason);
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

  /** A variance over a range whose squares do not fit. */
  public static RefusedException rangeTooWide(String column) {
    return tooManySteps(column, "for a variance", "");
  }

  /** A sum whose contributions have too many digits to be clipped. */
  public static RefusedException rangeTooWideToClip(String column) {
    return tooManySteps(
        column,
        "for its contributions to be clipped",
        ", or write OPTIONS (contribution = 'limit_groups', max_groups_contributed = n)");
  }

  private static RefusedException tooManySteps(String column, String purpose, String instead) {
    return refuse(
        RefusalCode.NO_BOUNDS,
        "the range of "
            + column
            + " has too many steps "
            + purpose
            + "; ROUND the values to fewer decimal places, or ask the data owner for narrower bounds"
            + " or a coarser step"
            + instead);
  }

  /** A column whose bounds are found is asked for more than a sum. */
  public static RefusedException autoBounds(String column) {
    return refuse(
            RefusalCode.NO_BOUNDS,
            "the bounds of "
                + column
                + " are auto, so each query chooses them privately, which only SUM, AVG and MAX do;"
                + " for anything else write WHERE "
                + column
                + " BETWEEN 0 AND 100, with limits that fit, or ask the data owner to declare them")
        .about(new Culprit.Column(column));
  }

  /** A floating-point expression of columns whose bounds are found: nobody knows its grid. */
  public static RefusedException autoFloating(String expression) {
    return refuse(
        RefusalCode.NO_BOUNDS,
        "the bounds of "
            + expression
            + " are auto, and it has no step on which to sum; write CAST("
            + expression
            + " AS DECIMAL(18, 2))");
  }

  /** A table whose rows per unit are found is asked for more than counts and sums. */
  public static RefusedException autoRows(String table) {
    return refuse(
            RefusalCode.NO_BOUNDS,
            "max_rows_contributed of "
                + table
                + " is auto, so each query chooses it privately, which only COUNT, SUM and AVG do;"
                + " for anything else write OPTIONS (max_rows_contributed = n)")
        .about(new Culprit.Table(table));
  }

  /** An aggregated expression that is not a number. */
  public static RefusedException notNumeric(String expression) {
    return refuse(RefusalCode.UNSUPPORTED, expression + " is not a number");
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
            "on the rows of a private table the pattern of LIKE must be a literal such as 'a%',"
                + " '%a', '%a%' or 'a%b': at most two percent signs, the second one at the end, few"
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
    return refuse(
        RefusalCode.UNSUPPORTED, "the interval is longer than the span from the year 1 to 9999");
  }

  /** An expression so deep, or so large once it is safe, that it is not offered. */
  public static RefusedException tooComplex() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "the expression is too large; split it, or compute parts of it above the aggregates");
  }

  /** A text that is put together of others on the rows of a private table. */
  public static RefusedException textTooLong(String operator, long max, int limit) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "the text can have "
                + max
                + " characters, and no more than "
                + limit
                + " are offered on the rows of a private table; concatenate fewer texts, or only"
                + " the beginning of each: LEFT(x, 100)")
        .about(new Culprit.Call(operator));
  }

  /** Texts that are searched and put together so often that one row could take long. */
  public static RefusedException textsTooLong(long max, long limit) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "searching and concatenating the texts of one row can take "
            + max
            + " steps, and no more than "
            + limit
            + " are offered on the rows of a private table; split the query, or search only the"
            + " beginning of each text: LEFT(x, 1000) LIKE '%a%'");
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

  /** What is offered elsewhere, on a database that the build does not run. */
  public static RefusedException notOfferedOn(String what, String product) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        what
            + " is not offered on "
            + product
            + " below the aggregates; compute it above them, or leave it out");
  }

  /** An aggregate without a mechanism. */
  public static RefusedException aggregateNotOffered(String aggregate) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            aggregate
                + " is not offered over private rows; there are COUNT, COUNT(DISTINCT x), SUM, AVG,"
                + " VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP, MIN, MAX, MEDIAN, PERCENTILE_CONT,"
                + " PERCENTILE_DISC, MODE, COVAR_POP, COVAR_SAMP, CORR and the REGR functions")
        .about(new Culprit.Call(aggregate));
  }

  /** DISTINCT inside an aggregate other than COUNT. */
  public static RefusedException distinctNotOffered(String aggregate) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            aggregate + "(DISTINCT x) is not offered over private rows; only COUNT(DISTINCT x) is")
        .about(new Culprit.Call(aggregate));
  }

  /** An aggregate of several columns. */
  public static RefusedException severalArguments(String aggregate) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            aggregate + " of several columns is not offered over private rows")
        .about(new Culprit.Call(aggregate));
  }

  /** Whether a truth value holds in all rows, or in any: one row decides it. */
  public static RefusedException truthByCounts(String aggregate) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            aggregate
                + " is not offered over private rows, since one person's row can decide it; count"
                + " the rows where the condition holds, COUNT(*) FILTER (WHERE c), and compare that"
                + " with a threshold or with COUNT(c)")
        .about(new Culprit.Call(aggregate));
  }

  /** The most common of values that are not public. */
  public static RefusedException modeOfHidden(String column) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "MODE chooses one of the values that the policy lists, and it lists none of "
                + column
                + ": declare its values, or bounds that leave few, in the policy; or write SELECT"
                + " x, COUNT(*) ... GROUP BY x ORDER BY COUNT(*) DESC LIMIT 1, which shows the"
                + " values that enough people share")
        .about(new Culprit.Call("MODE"));
  }

  /** The most common of more values than are counted. */
  public static RefusedException modeOfTooMany(String column, int max) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "MODE chooses one of at most "
                + max
                + " values, and the bounds of "
                + column
                + " allow more: declare a coarser step, or ask for the mode of a coarser"
                + " expression, such as FLOOR(x / 10) or EXTRACT(YEAR FROM x)")
        .about(new Culprit.Call("MODE"));
  }

  /**
   * A quantile of dates that may lie between two of them, as a median does.
   *
   * @param fraction of the rows below it
   * @param column as Calcite names it: {@code $f0} where it is computed
   */
  public static RefusedException continuousMoments(
      String fraction, String column, boolean descending) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "a median or quantile that may lie between two dates is not offered; write"
            + " PERCENTILE_DISC("
            + fraction
            + ") WITHIN GROUP (ORDER BY "
            + (column.startsWith("$") ? "x" : column)
            + (descending ? " DESC" : "")
            + "), which returns one of them");
  }

  /** The fraction of a quantile that is none. */
  public static RefusedException notAFraction(String aggregate) {
    return refuse(RefusalCode.UNSUPPORTED, "the fraction of " + aggregate + " must be in [0, 1]")
        .about(new Culprit.Call(aggregate));
  }

  /** Distinct values of several groups do not add up. */
  public static RefusedException otherGroupDistinct() {
    return otherGroup(
        "adds up the hidden groups, and distinct counts of several groups do not add up; ask for"
            + " COUNT(DISTINCT x) in a query of its own");
  }

  /** What is chosen in several groups does not add up either. */
  public static RefusedException otherGroupChoices() {
    return otherGroup(
        "adds up the hidden groups, and quantiles, modes and sums with auto bounds do not add up;"
            + " ask for them in a query of their own");
  }

  /** A group of all that is hidden can hold all of a unit's groups, however many. */
  public static RefusedException otherGroupClipped() {
    return otherGroup(
        "is not offered where contributions are clipped for Gaussian noise; write OPTIONS"
            + " (contribution = 'limit_groups') or OPTIONS (noise = 'laplace')");
  }

  /** The group of all that is hidden has NULL for its key. */
  public static RefusedException otherGroupKey(String key) {
    return otherGroup(
        "needs keys that can be NULL, because its own key is NULL; group by NULLIF("
            + key
            + ", ''), for example");
  }

  private static RefusedException otherGroup(String problem) {
    return refuse(RefusalCode.UNSUPPORTED, "other_group " + problem)
        .about(new Culprit.Clause(Culprit.Kind.OPTIONS));
  }
}
