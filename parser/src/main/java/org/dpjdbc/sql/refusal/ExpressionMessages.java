package org.dpjdbc.sql.refusal;

import static org.dpjdbc.sql.refusal.Refusals.aggregated;
import static org.dpjdbc.sql.refusal.Refusals.refuse;
import static org.dpjdbc.sql.refusal.Refusals.refuseCall;

import java.util.List;
import java.util.regex.Pattern;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Every text that a user can read where the planner refuses an expression over private rows, or an
 * aggregate of one. No text may hold anything that comes from the data.
 */
public final class ExpressionMessages {
  /** A number that an analyst may choose. */
  private static final Rewrite.WithOption ROWS =
      new Rewrite.WithOption("max_rows_contributed", "5");

  private static final Rewrite.Around TWO_PLACES = new Rewrite.Around("ROUND(", ", 2)");

  private static final Pattern NAME = Pattern.compile("\\w+");

  private ExpressionMessages() {}

  /**
   * An expression has no derivable range, because a column has no bounds.
   *
   * @param expression as the analyst wrote it
   * @param bounds that an analyst may choose
   */
  public static RefusedException noBounds(String expression, String column, ExampleBounds bounds) {
    return noRange(
            expression,
            ": column "
                + column
                + " has no lower and upper bound in the policy; ask the data owner to declare them")
        .about(new Culprit.Column(column))
        .or(", or " + bounds.advice(column), bounds.rewrites());
  }

  /** An expression has no derivable range, because a computed column has none. */
  public static RefusedException noBoundsOfComputed(
      String expression, String column, ExampleBounds bounds) {
    return noRange(expression, ": " + column + " is computed by the query, and nothing bounds it")
        .about(new Culprit.Column(column))
        .or("; " + bounds.advice(column), bounds.rewrites());
  }

  /** An expression has no derivable range, because a value that a sub-query returns has none. */
  public static RefusedException noBoundsOfSubQuery(String expression) {
    return noRange(
            expression,
            ": it reads the value of a sub-query, and nothing bounds that; write it as a table, "
                + "FROM t, (SELECT COUNT(*) AS n FROM u) AS v, and LEAST(GREATEST(n, 0), 100), with"
                + " bounds that you choose")
        .about(new Culprit.Clause(Culprit.Kind.SUB_QUERY));
  }

  /** An aggregated expression whose range is unlimited although its columns have bounds. */
  public static RefusedException unbounded(String expression) {
    return noRange(
        expression,
        ", because it can grow without limit; compute it from columns that have bounds, or of texts"
            + " from their beginning: LEFT(x, 100)");
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
    return tooManySteps(column, "for a variance");
  }

  /** Distinct values that would be rounded, so that different ones become one. */
  public static RefusedException rangeTooWideForDistinct(String column) {
    return tooManySteps(column, "for its distinct values to be told apart");
  }

  /** What is computed of contributions that have too many digits to be clipped. */
  public static RefusedException rangeTooWideToClip(String column) {
    return tooManySteps(column, "for its contributions to be clipped");
  }

  /** A sum of such contributions, which limits on groups leave room for. */
  public static RefusedException sumTooWideToClip(String column) {
    Rewrite.WithOption groups = new Rewrite.WithOption("contribution", "'limit_groups'");
    return rangeTooWideToClip(column).or(", or write " + groups.shown(), List.of(groups));
  }

  private static RefusedException tooManySteps(String column, String purpose) {
    boolean named = NAME.matcher(column).matches();
    return refuse(
            RefusalCode.NO_BOUNDS,
            "the range of "
                + aggregated(column)
                + " has too many steps "
                + purpose
                + "; ask the data owner for narrower bounds or a coarser step")
        .about(new Culprit.Column(column))
        .or(
            ", or write fewer decimal places, "
                + (named ? TWO_PLACES.before() + column + TWO_PLACES.after() : "ROUND(x, 2)"),
            named ? List.of(TWO_PLACES) : List.of());
  }

  /**
   * A column whose bounds are found is asked for more than a sum.
   *
   * @param rowsFound whether the rows of a person that count are found, too
   */
  public static RefusedException autoBounds(String column, boolean rowsFound) {
    ExampleBounds bounds = ExampleBounds.of(SqlTypeName.DECIMAL);
    List<Rewrite> ways = bounds.rewrites();
    return refuse(
            RefusalCode.NO_BOUNDS,
            "the bounds of "
                + column
                + " are auto, so each query chooses them privately, which only SUM, AVG and MAX do;"
                + " for anything else ask the data owner to declare them")
        .about(new Culprit.Column(column))
        .or(
            ", or "
                + bounds.advice(column)
                + (rowsFound
                    ? "; and since max_rows_contributed is auto as well, write "
                        + ROWS.shown()
                        + ", with a number that you choose"
                    : ""),
            rowsFound
                ? ways.stream()
                    .<Rewrite>map(way -> new Rewrite.Together(List.of(way, ROWS)))
                    .toList()
                : ways);
  }

  /** An expression of columns whose bounds are found is asked for more than a sum. */
  public static RefusedException autoBoundsOfExpression() {
    return refuse(
        RefusalCode.NO_BOUNDS,
        "the bounds of an expression rest on a column whose bounds are auto, so each query chooses"
            + " them privately, which only SUM, AVG and MAX do; for anything else bound the column"
            + " before it is computed with, by a condition in WHERE or by LEAST and GREATEST");
  }

  /** A floating-point expression of columns whose bounds are found: nobody knows its grid. */
  public static RefusedException autoFloating(String expression) {
    return refuse(
        RefusalCode.NO_BOUNDS,
        "the bounds of "
            + aggregated(expression)
            + " are auto, and it has no step on which to sum; cast it to a DECIMAL, such as"
            + " DECIMAL(18, 2)");
  }

  /** A table whose rows per unit are found is asked for more than counts and sums. */
  public static RefusedException autoRows(String table) {
    return refuse(
            RefusalCode.NO_BOUNDS,
            "max_rows_contributed of "
                + table
                + " is auto, so each query chooses it privately, which only COUNT, SUM and AVG do")
        .about(new Culprit.Table(table))
        .or(
            "; for anything else write " + ROWS.shown() + ", with a number that you choose",
            List.of(ROWS));
  }

  /** An aggregated expression that is not a number. */
  public static RefusedException notNumeric(String expression) {
    return refuse(RefusalCode.UNSUPPORTED, expression + " is not a number");
  }

  /** An operator or function that is not on the list of those allowed on private rows. */
  public static RefusedException functionNotOffered(String operator) {
    return refuseCall(
        RefusalCode.UNSUPPORTED,
        operator,
        word -> word + " is not offered on the rows of a private table; apply it to aggregates");
  }

  /** A cast that could fail for one row. */
  public static RefusedException castNotTotal(String from, String to) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "a cast from "
                + from
                + " to "
                + to
                + " can fail for a single row and is not offered on the rows of a private table; write"
                + " out what the values become, CASE x WHEN '1' THEN 1 WHEN '2' THEN 2 END")
        .about(new Culprit.Call("CAST"));
  }

  /** A comparison, or a choice between values, of different families of types. */
  public static RefusedException mixedTypes(String operator, String left, String right) {
    return refuseCall(
        RefusalCode.UNSUPPORTED,
        operator,
        word ->
            word
                + " between "
                + left
                + " and "
                + right
                + " would have to convert one of them, which can fail for a single row; compare"
                + " values of one type, and write literals in the column's type");
  }

  /** A literal that is not one of the type it is used as. */
  public static RefusedException badLiteral(String literal, String type) {
    return refuse(RefusalCode.UNSUPPORTED, "'" + literal + "' is not a value of type " + type);
  }

  /** An operand that must be a literal. */
  public static RefusedException needsLiteral(String operator, String what) {
    return needsLiteral(operator, what, "");
  }

  /**
   * An operand that must be one of some literals.
   *
   * @param which of them
   */
  public static RefusedException needsLiteral(String operator, String what, String which) {
    return refuseCall(
        RefusalCode.UNSUPPORTED,
        operator,
        word ->
            "on the rows of a private table "
                + what
                + " of "
                + word
                + " must be a literal"
                + (which.isEmpty() ? "" : " " + which));
  }

  /** Two numbers whose bits are to be combined, none of which is a mask. */
  public static RefusedException bitsNeedLiteral(String operator, int runs) {
    return refuseCall(
        RefusalCode.UNSUPPORTED,
        operator,
        word ->
            word
                + " is offered for an integer and a number written in the query, such as 12: not"
                + " negative, below 2 to the power of 62, and with at most "
                + runs
                + " groups of ones among its bits");
  }

  /** A number of bits to shift by that is computed, or no place of a bit. */
  public static RefusedException shiftNeedsLiteral(String operator, int max) {
    return refuseCall(
        RefusalCode.UNSUPPORTED,
        operator,
        word ->
            word
                + " is offered for an integer and a number of bits written in the query, here from 0"
                + " to "
                + max);
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

  /** A unit of time that is not offered. */
  public static RefusedException unitNotOffered(String operator, String unit) {
    return refuseCall(
        RefusalCode.UNSUPPORTED, operator, word -> word + " with " + unit + " is not offered");
  }

  /** A unit of time that is not offered for the operand's type. */
  public static RefusedException unitNotOffered(String operator, String unit, String type) {
    return refuseCall(
        RefusalCode.UNSUPPORTED,
        operator,
        word ->
            word
                + " with "
                + unit
                + " is not offered for values of type "
                + type
                + (type.equals("DATE") ? "; write CAST(x AS TIMESTAMP)" : ""));
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

  /** A call that the database would compute otherwise than the product whose SQL is read. */
  public static RefusedException foreign(String operator, String product, String instead) {
    return refuseCall(
        RefusalCode.UNSUPPORTED,
        operator,
        word ->
            word
                + " is read as "
                + product
                + " means it, and this database computes it otherwise below the aggregates; write "
                + instead
                + ", or apply it to aggregates");
  }

  /** A text of a number whose digits are the database's own. */
  public static RefusedException foreignText() {
    return refuseCall(
        RefusalCode.UNSUPPORTED,
        "CAST",
        word ->
            word
                + " of such a number to a text has digits of each database's own; cast it to an"
                + " INTEGER or a DECIMAL(p, s) first");
  }

  /** Seconds of a moment that has fractions of them. */
  public static RefusedException fractionsOfSeconds() {
    return refuseCall(
        RefusalCode.UNSUPPORTED,
        "EXTRACT",
        word ->
            word
                + " of seconds leaves out their fractions, which PostgreSQL does not; cut the moment"
                + " first: DATE_TRUNC('second', x)");
  }

  /** An aggregate without a mechanism. */
  public static RefusedException aggregateNotOffered(String aggregate) {
    return refuseCall(
        RefusalCode.UNSUPPORTED,
        aggregate,
        word ->
            word
                + " is not offered over private rows; there are COUNT, COUNT(DISTINCT x), SUM, AVG,"
                + " VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP, MIN, MAX, MEDIAN, PERCENTILE_CONT,"
                + " PERCENTILE_DISC, MODE, COVAR_POP, COVAR_SAMP, CORR and the REGR functions");
  }

  /** An extreme or a quantile of what is no number, date or timestamp. */
  public static RefusedException orderNotOffered(String aggregate) {
    return refuseCall(
        RefusalCode.UNSUPPORTED,
        aggregate,
        word ->
            word
                + " is offered over private rows for numbers, dates and timestamps only; for other"
                + " values, group by them and count");
  }

  /** The least or greatest of values that are no numbers, dates or timestamps. */
  public static RefusedException extremeNotOffered(String aggregate) {
    return refuseCall(
            RefusalCode.UNSUPPORTED,
            aggregate,
            word ->
                word
                    + " is offered over private rows for numbers, dates and timestamps only; select"
                    + " other values themselves, and group by them, too, which gives a row for each")
        .or("", List.of(new Rewrite.GroupedBy("")));
  }

  /** An aggregate that is offered over all rows and not for each person. */
  public static RefusedException notOfferedPerUnit(String aggregate) {
    return refuseCall(
        RefusalCode.UNSUPPORTED,
        aggregate,
        word ->
            word
                + " is not offered for each person's rows; there are COUNT, SUM, AVG, MIN, MAX,"
                + " VAR_POP, VAR_SAMP, STDDEV_POP and STDDEV_SAMP");
  }

  /** DISTINCT inside an aggregate that has no release of distinct values. */
  public static RefusedException distinctNotOffered(String aggregate) {
    return refuseCall(
        RefusalCode.UNSUPPORTED,
        aggregate,
        word ->
            word
                + "(DISTINCT x) is not offered over private rows; of distinct values there are COUNT,"
                + " SUM, AVG, VAR_POP, VAR_SAMP, STDDEV_POP and STDDEV_SAMP");
  }

  /** DISTINCT inside a variance or deviation of one person's rows. */
  public static RefusedException distinctNotOfferedPerUnit(String aggregate) {
    return refuseCall(
        RefusalCode.UNSUPPORTED,
        aggregate,
        word ->
            word
                + "(DISTINCT x) is not offered for each person's rows; of distinct values there are"
                + " COUNT, SUM and AVG");
  }

  /** Something else of a binary string than whether there is one. */
  public static RefusedException binaryColumn() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "of a binary column only IS NULL, IS NOT NULL and COUNT(x) are offered; no query compares,"
            + " groups, sorts or converts binary values");
  }

  /** An aggregate of several columns. */
  public static RefusedException severalArguments(String aggregate) {
    return refuseCall(
        RefusalCode.UNSUPPORTED,
        aggregate,
        word ->
            word
                + " of several columns is not offered over private rows; aggregate one text of them"
                + " instead, as in COUNT(DISTINCT a || '|' || b)");
  }

  /** Whether a truth value holds in all rows, or in any: one row decides it. */
  public static RefusedException truthByCounts(String aggregate) {
    return refuseCall(
        RefusalCode.UNSUPPORTED,
        aggregate,
        word ->
            word
                + " is not offered over private rows, since one person's row can decide it; count"
                + " the rows where the condition holds, COUNT(*) FILTER (WHERE ...), and compare"
                + " that with a threshold, or with the number of all rows");
  }

  /** The most common of values that are not public. */
  public static RefusedException modeOfHidden(String column) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "MODE chooses one of the values that the policy lists, and it lists none of "
                + column
                + ": ask the data owner to declare its values, or bounds that leave few; or group by"
                + " it, ORDER BY COUNT(*) DESC LIMIT 1, which shows the values that enough people"
                + " share")
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
    boolean named = !column.startsWith("$");
    String returning =
        "PERCENTILE_DISC("
            + fraction
            + ") WITHIN GROUP (ORDER BY "
            + (named ? column : "...")
            + (descending ? " DESC" : "")
            + ")";
    return refuse(
            RefusalCode.UNSUPPORTED,
            "a median or quantile that may lie between two dates is not offered")
        .or(
            "; write " + returning + ", which returns one of them",
            named ? List.of(new Rewrite.Instead(returning)) : List.of());
  }

  /** The fraction of a quantile that is none. */
  public static RefusedException notAFraction(String aggregate) {
    return refuseCall(
        RefusalCode.UNSUPPORTED,
        aggregate,
        word -> "the fraction of " + word + " must be in [0, 1]");
  }

  /** Distinct values of several groups do not add up. */
  public static RefusedException otherGroupDistinct() {
    return otherGroup(
        "adds up the hidden groups, and distinct values of several groups do not add up; ask for"
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
    Rewrite.WithOption groups = new Rewrite.WithOption("contribution", "'limit_groups'");
    Rewrite.WithOption laplace = new Rewrite.WithOption("noise", "'laplace'");
    return otherGroup("is not offered where contributions are clipped for Gaussian noise")
        .or("; write " + groups.shown() + " or " + laplace.shown(), List.of(groups, laplace));
  }

  /** The group of all that is hidden has NULL for its key. */
  public static RefusedException otherGroupKey(String key) {
    return otherGroup(
        "needs keys that can be NULL, because its own key is NULL, and "
            + key
            + " cannot; group by a NULLIF or a CASE of it");
  }

  private static RefusedException otherGroup(String problem) {
    return refuse(RefusalCode.UNSUPPORTED, "other_group " + problem)
        .about(new Culprit.Clause(Culprit.Kind.OPTIONS));
  }
}
