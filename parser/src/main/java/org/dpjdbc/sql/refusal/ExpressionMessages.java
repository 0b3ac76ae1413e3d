package org.dpjdbc.sql.refusal;

import static org.dpjdbc.sql.refusal.Refusals.aggregated;

import java.util.List;
import java.util.regex.Pattern;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Refusals of expressions over private rows, and of their aggregates. No message may hold anything
 * that comes from the data.
 */
public final class ExpressionMessages {
  /** A number that an analyst may choose. */
  private static final Rewrite.WithOption ROWS =
      new Rewrite.WithOption("max_rows_contributed", "5");

  private static final Rewrite.WithOption LIMIT_GROUPS =
      new Rewrite.WithOption("contribution", "'limit_groups'");
  private static final Rewrite.WithOption LAPLACE = new Rewrite.WithOption("noise", "'laplace'");

  private static final Rewrite.Around TWO_PLACES = new Rewrite.Around("ROUND(", ", 2)");

  private static final Pattern NAME = Pattern.compile("\\w+");

  private static final RefusalTable TABLE =
      RefusalTable.of(
          """
          noBounds NO_BOUNDS column:1: the range of {0} cannot be derived: column {1} has no lower
            and upper bound in the policy; ask the data owner to declare them ~ , or {2}
          noBoundsOfComputed NO_BOUNDS column:1: the range of {0} cannot be derived: {1} is
            computed by the query and has no bounds ~ ; {2}
          noBoundsOfSubQuery NO_BOUNDS SUB_QUERY: the range of {0} cannot be derived: it reads the
            value of a subquery, which has no bounds; write the subquery as a table, FROM t,
            (SELECT COUNT(*) AS n FROM u) AS v, and use LEAST(GREATEST(n, 0), 100), with bounds of
            your choice
          unbounded NO_BOUNDS: the range of {0} is unbounded; compute it from columns that have
            bounds, or, for strings, from a prefix: LEFT(x, 100)
          tooWide NO_BOUNDS: the values of {0} can be too large for the database to compute
            exactly; restrict its columns by a condition in WHERE or CASE
          tooManySteps NO_BOUNDS column:0: the range of {1} has too many steps {2}; ask the data
            owner for narrower bounds or a coarser step ~ , or write fewer decimal places, {3}
          autoBounds NO_BOUNDS column:0: the bounds of {0} are auto, which only SUM, AVG and MAX
            support; for anything else, ask the data owner to declare them ~ , or {1}{2}
          autoBoundsOfExpression NO_BOUNDS: the expression depends on a column with auto bounds,
            which only SUM, AVG and MAX support; for anything else, bound the column before
            computing with it, by a condition in WHERE or by LEAST and GREATEST
          autoFloating NO_BOUNDS: {0} has auto bounds, but no step to sum in; cast it to a
            DECIMAL, such as DECIMAL(18, 2)
          autoRows NO_BOUNDS table:0: max_rows_contributed of {0} is auto, which only COUNT, SUM
            and AVG support ~ ; for anything else, write {1}, with a number of your choice
          notNumeric UNSUPPORTED: {0} is not a number
          functionNotOffered UNSUPPORTED operator: {0} is not supported on rows of a private
            table; apply it to aggregates
          castNotTotal UNSUPPORTED call:CAST: a cast from {0} to {1} can fail for a single row and
            is not supported on rows of a private table; list the values, as in CASE x WHEN '1'
            THEN 1 WHEN '2' THEN 2 END
          mixedTypes UNSUPPORTED operator: {0} between {1} and {2} requires a conversion, which
            can fail for a single row; compare values of one type, and write literals in the
            column's type
          badLiteral UNSUPPORTED: '{0}' is not a value of type {1}
          needsLiteral UNSUPPORTED operator: on rows of a private table, {1} of {0} must be a
            literal{2}
          bitsNeedLiteral UNSUPPORTED operator: {0} requires an integer and a literal, such as 12;
            the literal must not be negative, be below 2 to the power of 62, and have at most {1}
            runs of ones among its bits
          shiftNeedsLiteral UNSUPPORTED operator: {0} requires an integer and a literal number of
            bits, here from 0 to {1}
          patternNotOffered UNSUPPORTED call:LIKE: on rows of a private table, the pattern of LIKE
            must be a simple literal such as 'a%', '%a', '%a%' or 'a%b'; use at most two percent
            signs, the second one at the end, few underscores, and a backslash only as the ESCAPE
            character
          unitNotOffered UNSUPPORTED operator: {0} does not support {1}
          unitNotOfferedFor UNSUPPORTED operator: {0} does not support {1} for values of type
            {2}{3}
          intervalTooLong UNSUPPORTED: the interval exceeds the range from year 1 to 9999
          tooComplex UNSUPPORTED: the expression is too large; split it, or compute parts of it
            above the aggregates
          stringTooLong UNSUPPORTED call:0: the string may have {1} characters, and rows of a
            private table support at most {2}; concatenate fewer strings, or only a prefix of
            each: LEFT(x, 100)
          stringsTooLong UNSUPPORTED: searching and concatenating the strings of one row may take
            {0} steps, and rows of a private table support at most {1}; split the query, or search
            only a prefix of each string: LEFT(x, 1000) LIKE '%a%'
          subQueryInExpression UNSUPPORTED SUB_QUERY: a subquery is not supported in an expression
            on rows of a private table
          windowInExpression UNSUPPORTED WINDOW: a window function is not supported on rows of a
            private table; apply it to aggregates
          notOfferedOn UNSUPPORTED: {0} is not supported on {1} below the aggregates; compute it
            above them, or omit it
          foreign UNSUPPORTED operator: {0} is read as in {1}, but this database computes it
            differently below the aggregates; write {2}, or apply it to aggregates
          castToForeignString UNSUPPORTED operator: {0} of this number to a string has different digits in
            each database; cast it to an INTEGER or a DECIMAL(p, s) first
          fractionsOfSeconds UNSUPPORTED operator: {0} of seconds drops their fractions, unlike in
            PostgreSQL; truncate the timestamp first: DATE_TRUNC('second', x)
          aggregateNotOffered UNSUPPORTED operator: {0} is not supported on private rows; use
            COUNT, COUNT(DISTINCT x), SUM, AVG, VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP, MIN,
            MAX, MEDIAN, PERCENTILE_CONT, PERCENTILE_DISC, MODE, COVAR_POP, COVAR_SAMP, CORR or a
            REGR function
          orderNotOffered UNSUPPORTED operator: {0} on private rows only supports numbers, dates
            and timestamps; group by other values and count them
          extremeNotOffered UNSUPPORTED operator: {0} on private rows only supports numbers, dates
            and timestamps; select other values themselves and add them to GROUP BY, which returns
            a row for each
          notOfferedPerUnit UNSUPPORTED operator: {0} is not supported per person; use COUNT, SUM,
            AVG, MIN, MAX, VAR_POP, VAR_SAMP, STDDEV_POP or STDDEV_SAMP
          distinctNotOffered UNSUPPORTED operator: {0}(DISTINCT x) is not supported on private
            rows; DISTINCT works with COUNT, SUM, AVG, VAR_POP, VAR_SAMP, STDDEV_POP and
            STDDEV_SAMP
          distinctNotOfferedPerUnit UNSUPPORTED operator: {0}(DISTINCT x) is not supported per
            person; DISTINCT works with COUNT, SUM and AVG
          binaryColumn UNSUPPORTED: a binary column only supports IS NULL, IS NOT NULL and
            COUNT(x); it cannot be compared, grouped, sorted or converted
          mixedLengths UNSUPPORTED operator: {0} does not support CHAR(n) columns of different
            lengths in this database; write TRIM(TRAILING FROM x) for each of them
          severalArguments UNSUPPORTED operator: {0} of several columns is not supported on
            private rows; concatenate them, as in COUNT(DISTINCT a || '|' || b)
          booleanByCounts UNSUPPORTED operator: {0} is not supported on private rows, because a
            single row can decide it; count the rows where the condition holds, COUNT(*) FILTER
            (WHERE ...), and compare with a threshold or with the number of all rows
          modeOfHidden UNSUPPORTED call:MODE: MODE chooses among the values that the policy lists,
            and it lists none for {0}; ask the data owner to declare its values, or bounds that
            leave few; or group by it, ORDER BY COUNT(*) DESC LIMIT 1, which shows values that
            enough people share
          modeOfTooMany UNSUPPORTED call:MODE: MODE chooses among at most {1} values, and the
            bounds of {0} allow more; declare a coarser step, or use a coarser expression, such as
            FLOOR(x / 10) or EXTRACT(YEAR FROM x)
          continuousTimestamps UNSUPPORTED: a median or quantile that may lie between two dates is
            not supported ~ ; write {0}, which returns one of them
          notAFraction UNSUPPORTED operator: the fraction of {0} must be from 0 to 1
          otherGroupDistinct UNSUPPORTED OPTIONS: other_group adds up the hidden groups, and
            distinct values of several groups cannot be added; use COUNT(DISTINCT x) in a separate
            query
          otherGroupChoices UNSUPPORTED OPTIONS: other_group adds up the hidden groups, and
            quantiles, modes and sums with auto bounds cannot be added; use a separate query for
            them
          otherGroupClipped UNSUPPORTED OPTIONS: other_group is not supported if contributions are
            clipped for Gaussian noise ~ ; write {0} or {1}
          otherGroupKey UNSUPPORTED OPTIONS: other_group requires nullable keys, because its own
            key is NULL, and {0} is not nullable; group by a NULLIF or a CASE of it
          """);

  private ExpressionMessages() {}

  /**
   * An expression has no derivable range, because a column has no bounds.
   *
   * @param expression as the analyst wrote it
   * @param bounds that an analyst may choose
   */
  public static RefusedException noBounds(String expression, String column, ExampleBounds bounds) {
    return TABLE
        .refuse("noBounds", expression, column, bounds.advice(column))
        .proposing(bounds.rewrites());
  }

  /** An expression has no derivable range, because a computed column has none. */
  public static RefusedException noBoundsOfComputed(
      String expression, String column, ExampleBounds bounds) {
    return TABLE
        .refuse("noBoundsOfComputed", expression, column, bounds.advice(column))
        .proposing(bounds.rewrites());
  }

  public static RefusedException noBoundsOfSubQuery(String expression) {
    return TABLE.refuse("noBoundsOfSubQuery", expression);
  }

  public static RefusedException unbounded(String expression) {
    return TABLE.refuse("unbounded", expression);
  }

  public static RefusedException tooWide(String expression) {
    return TABLE.refuse("tooWide", expression);
  }

  public static RefusedException rangeTooWide(String column) {
    return tooManySteps(column, "for a variance");
  }

  public static RefusedException rangeTooWideForDistinct(String column) {
    return tooManySteps(column, "to distinguish its values");
  }

  public static RefusedException rangeTooWideToClip(String column) {
    return tooManySteps(column, "to clip its contributions");
  }

  /** A sum of such contributions, which limits on groups leave room for. */
  public static RefusedException sumTooWideToClip(String column) {
    return rangeTooWideToClip(column).or(", or write " + LIMIT_GROUPS.shown(), LIMIT_GROUPS);
  }

  private static RefusedException tooManySteps(String column, String purpose) {
    boolean named = NAME.matcher(column).matches();
    String rounded = TWO_PLACES.before() + (named ? column : "x") + TWO_PLACES.after();
    return TABLE
        .refuse("tooManySteps", column, aggregated(column), purpose, rounded)
        .proposing(named ? List.of(TWO_PLACES) : List.of());
  }

  /**
   * Something else than a sum of a column with auto bounds.
   *
   * @param rowsAuto whether the limit on a person's rows is auto, too
   */
  public static RefusedException autoBounds(String column, boolean rowsAuto) {
    ExampleBounds bounds = ExampleBounds.of(SqlTypeName.DECIMAL);
    String rows =
        "; and because max_rows_contributed is auto as well, write "
            + ROWS.shown()
            + ", with a number of your choice";
    return TABLE
        .refuse("autoBounds", column, bounds.advice(column), rowsAuto ? rows : "")
        .proposing(
            bounds.rewrites().stream()
                .map(way -> rowsAuto ? new Rewrite.Together(List.of(way, ROWS)) : way)
                .toList());
  }

  public static RefusedException autoBoundsOfExpression() {
    return TABLE.refuse("autoBoundsOfExpression");
  }

  public static RefusedException autoFloating(String expression) {
    return TABLE.refuse("autoFloating", aggregated(expression));
  }

  public static RefusedException autoRows(String table) {
    return TABLE.refuse("autoRows", table, ROWS.shown()).proposing(ROWS);
  }

  public static RefusedException notNumeric(String expression) {
    return TABLE.refuse("notNumeric", expression);
  }

  public static RefusedException functionNotOffered(String operator) {
    return TABLE.refuse("functionNotOffered", operator);
  }

  public static RefusedException castNotTotal(String from, String to) {
    return TABLE.refuse("castNotTotal", from, to);
  }

  public static RefusedException mixedTypes(String operator, String left, String right) {
    return TABLE.refuse("mixedTypes", operator, left, right);
  }

  public static RefusedException badLiteral(String literal, String type) {
    return TABLE.refuse("badLiteral", literal, type);
  }

  public static RefusedException needsLiteral(String operator, String what) {
    return needsLiteral(operator, what, "");
  }

  /**
   * An operand that must be one of some literals.
   *
   * @param which of them
   */
  public static RefusedException needsLiteral(String operator, String what, String which) {
    return TABLE.refuse("needsLiteral", operator, what, which.isEmpty() ? "" : " " + which);
  }

  public static RefusedException bitsNeedLiteral(String operator, int runs) {
    return TABLE.refuse("bitsNeedLiteral", operator, runs);
  }

  public static RefusedException shiftNeedsLiteral(String operator, int max) {
    return TABLE.refuse("shiftNeedsLiteral", operator, max);
  }

  public static RefusedException patternNotOffered() {
    return TABLE.refuse("patternNotOffered");
  }

  public static RefusedException unitNotOffered(String operator, String unit) {
    return TABLE.refuse("unitNotOffered", operator, unit);
  }

  public static RefusedException unitNotOffered(String operator, String unit, String type) {
    String hint = type.equals("DATE") ? "; write CAST(x AS TIMESTAMP)" : "";
    return TABLE.refuse("unitNotOfferedFor", operator, unit, type, hint);
  }

  public static RefusedException intervalTooLong() {
    return TABLE.refuse("intervalTooLong");
  }

  public static RefusedException tooComplex() {
    return TABLE.refuse("tooComplex");
  }

  public static RefusedException stringTooLong(String operator, long max, int limit) {
    return TABLE.refuse("stringTooLong", operator, max, limit);
  }

  public static RefusedException stringsTooLong(long max, long limit) {
    return TABLE.refuse("stringsTooLong", max, limit);
  }

  public static RefusedException subQueryInExpression() {
    return TABLE.refuse("subQueryInExpression");
  }

  public static RefusedException windowInExpression() {
    return TABLE.refuse("windowInExpression");
  }

  public static RefusedException notOfferedOn(String what, String product) {
    return TABLE.refuse("notOfferedOn", what, product);
  }

  public static RefusedException foreign(String operator, String product, String instead) {
    return TABLE.refuse("foreign", operator, product, instead);
  }

  public static RefusedException castToForeignString() {
    return TABLE.refuse("castToForeignString", "CAST");
  }

  public static RefusedException fractionsOfSeconds() {
    return TABLE.refuse("fractionsOfSeconds", "EXTRACT");
  }

  public static RefusedException aggregateNotOffered(String aggregate) {
    return TABLE.refuse("aggregateNotOffered", aggregate);
  }

  public static RefusedException orderNotOffered(String aggregate) {
    return TABLE.refuse("orderNotOffered", aggregate);
  }

  public static RefusedException extremeNotOffered(String aggregate) {
    return TABLE.refuse("extremeNotOffered", aggregate).proposing(new Rewrite.GroupedBy(""));
  }

  public static RefusedException notOfferedPerUnit(String aggregate) {
    return TABLE.refuse("notOfferedPerUnit", aggregate);
  }

  public static RefusedException distinctNotOffered(String aggregate) {
    return TABLE.refuse("distinctNotOffered", aggregate);
  }

  public static RefusedException distinctNotOfferedPerUnit(String aggregate) {
    return TABLE.refuse("distinctNotOfferedPerUnit", aggregate);
  }

  public static RefusedException binaryColumn() {
    return TABLE.refuse("binaryColumn");
  }

  public static RefusedException mixedLengths(String operator) {
    return TABLE.refuse("mixedLengths", operator);
  }

  public static RefusedException severalArguments(String aggregate) {
    return TABLE.refuse("severalArguments", aggregate);
  }

  public static RefusedException booleanByCounts(String aggregate) {
    return TABLE.refuse("booleanByCounts", aggregate);
  }

  public static RefusedException modeOfHidden(String column) {
    return TABLE.refuse("modeOfHidden", column);
  }

  public static RefusedException modeOfTooMany(String column, int max) {
    return TABLE.refuse("modeOfTooMany", column, max);
  }

  /**
   * A quantile of dates that may lie between two of them, as a median does.
   *
   * @param fraction of the rows below it
   * @param column as Calcite names it: {@code $f0} if it is computed
   */
  public static RefusedException continuousTimestamps(
      String fraction, String column, boolean descending) {
    boolean named = !column.startsWith("$");
    String discrete =
        "PERCENTILE_DISC(%s) WITHIN GROUP (ORDER BY %s%s)"
            .formatted(fraction, named ? column : "...", descending ? " DESC" : "");
    return TABLE
        .refuse("continuousTimestamps", discrete)
        .proposing(named ? List.of(new Rewrite.Instead(discrete)) : List.of());
  }

  public static RefusedException notAFraction(String aggregate) {
    return TABLE.refuse("notAFraction", aggregate);
  }

  public static RefusedException otherGroupDistinct() {
    return TABLE.refuse("otherGroupDistinct");
  }

  public static RefusedException otherGroupChoices() {
    return TABLE.refuse("otherGroupChoices");
  }

  public static RefusedException otherGroupClipped() {
    return TABLE
        .refuse("otherGroupClipped", LIMIT_GROUPS.shown(), LAPLACE.shown())
        .proposing(LIMIT_GROUPS, LAPLACE);
  }

  public static RefusedException otherGroupKey(String key) {
    return TABLE.refuse("otherGroupKey", key);
  }
}
