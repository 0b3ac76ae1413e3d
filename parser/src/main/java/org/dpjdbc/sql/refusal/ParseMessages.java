package org.dpjdbc.sql.refusal;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Refusals while a statement is parsed and validated: about its syntax, names, privacy options and
 * parameters. No message may hold anything that comes from the data.
 */
public final class ParseMessages {
  /** How Calcite's parser and its lexer name the word or sign that they stopped at. */
  private static final Pattern UNREAD =
      Pattern.compile(
          "^Encountered \"([^ ]+?)[ \"].* at line|^Incorrect syntax near the keyword '(\\w+)'"
              + "|^Lexical error at .* Encountered: \"(.+)\" \\(");

  /** TABLESAMPLE 10 PERCENT, with or without parentheses and a method. */
  private static final Pattern SAMPLE = Pattern.compile("(?i)\\bTABLESAMPLE\\b[\\s\\w(]{0,40}$");

  /** The columns of a join, if what follows is not understood: an alias. */
  private static final Pattern USING = Pattern.compile("(?i)\\bUSING\\s*\\([^()]{0,200}\\)\\s*$");

  /** {@code * EXCLUDE} and the like. */
  private static final Pattern STAR =
      Pattern.compile("(?i)\\*\\s*(?:EXCLUDE|EXCEPT|REPLACE|RENAME)\\s*$");

  private static final RefusalTable TABLE =
      RefusalTable.of(
          """
          statementRefused SYNTAX: the statement is refused: {0}
          hiddenColumn SYNTAX: HAVING uses a name that is both an alias and a column; rename the
            alias
          notStarted SYNTAX: this is not a query; a query begins with SELECT, WITH or VALUES
          asofJoin SYNTAX: ASOF JOIN is not supported; join on the same conditions, and select the
            newest row by QUALIFY ROW_NUMBER() OVER (PARTITION BY ... ORDER BY ... DESC) = 1
          invalid SYNTAX: {0}
          operandTypes SYNTAX: {0} does not take arguments of types {1} and {2}
          booleanCast SYNTAX: a BOOLEAN can only be cast to an integer type; write CAST(CAST(x AS
            INTEGER) AS {0})
          notSupported UNSUPPORTED: {0} is not supported; write it in another way, or in several
            queries
          keyNotRecognised UNSUPPORTED: an expression of the query is not recognised as a key of
            its GROUP BY; compute the key in a subquery: SELECT k, COUNT(*) FROM (SELECT … AS k
            FROM t) s GROUP BY k
          tooMuchWork UNSUPPORTED: the query is too complex: its analysis takes more than {0}
            steps; split it into queries with fewer joins, nested subqueries and repeated
            expressions
          notAQuery READ_ONLY: {0} is not supported: this connection only answers queries{1}
          timeZone UNSUPPORTED: the only supported time zone is 'UTC', in which timestamps are
            shown; for a fixed offset, add an interval: x + INTERVAL '1' HOUR
          timestampWithZone UNSUPPORTED: this TIMESTAMP WITH TIME ZONE is not supported ~ ; write
            {0}, in UTC
          explainAnalyze UNSUPPORTED: EXPLAIN ANALYZE would run the query; write EXPLAIN without
            ANALYZE, which shows what the query costs
          explainFormat UNSUPPORTED: EXPLAIN only supports plain lines and JSON; write EXPLAIN,
            EXPLAIN (FORMAT JSON), or EXPLAIN PRIVACY FOR, which returns a table
          releaseForm READ_ONLY: this form of {0} is not supported; write CREATE TABLE name AS
            SELECT ..., which stores a released answer in a new table; only the data owner can
            drop one
          releaseName UNSUPPORTED: '{0}' is not a valid name for a stored answer or its columns;
            use up to 60 letters, digits and underscores, and name every column with AS
          releaseElsewhere READ_ONLY: nothing can be written to {0}, because released answers are
            stored only in {1}; write CREATE TABLE {1}.name AS SELECT ...
          unknownTable UNKNOWN_TABLE: table {0} not found
          unknownColumn UNKNOWN_COLUMN: column {0} not found
          columnNotRead UNSUPPORTED: column {0} has type {1}, which is not supported; omit it
          unknownFunction UNSUPPORTED: function {0} is not supported
          ageAlone UNSUPPORTED: AGE is only supported within EXTRACT; write EXTRACT(YEAR FROM
            AGE(x)) >= 65, which counts full years
          severalFractions UNSUPPORTED: arrays are not supported ~ ; write each quantile as a
            column: {0}
          unknownType SYNTAX: there is no type {0} ~ ; write {1}
          tooLongType UNSUPPORTED: CHAR and BINARY are supported up to a length of {0}; use
            VARCHAR
          tooManyColumns UNSUPPORTED: a SELECT has at most {0} columns, with those that * stands
            for; name the columns that you need
          dateArgument UNSUPPORTED: {0} is not supported in this database, or not with these
            arguments ~ ; write {1}, the unit without quotes
          fractionAdded UNSUPPORTED: {0} does not support {1}, because intervals have millisecond
            precision; write {0}(MILLISECOND, n, x)
          fractionCounted UNSUPPORTED: {0} does not support {1}, because differences have whole
            seconds; write {0}(SECOND, x, y)
          intervalTooFine UNSUPPORTED: intervals have millisecond precision; write at most three
            digits after the second
          unitOfTime UNSUPPORTED: {0} does not support {1} as a time unit; write EXTRACT({1} FROM
            x), FLOOR(x TO {1}) or TIMESTAMPDIFF({1}, x, y)
          :: SYNTAX: this database has no x::type ~ ; write {0}
          AT_TIME_ZONE SYNTAX: AT TIME ZONE is not supported in this database ~ ; timestamps are
            shown in UTC: write {0}
          DATE_TRUNC SYNTAX: DATE_TRUNC takes no time zone in this database ~ ; write {0}
          // SYNTAX: this database has no a // b ~ ; write {0}
          DIV SYNTAX: this database has no a DIV b ~ ; write {0}
          & SYNTAX: this database has no a & b; to test the bit of 4 in a, write MOD(FLOOR(a / 4),
            2)
          bitwise SYNTAX: a {0} b is not supported in this database as a bitwise operator
          EXTRACT UNSUPPORTED: EXTRACT does not support decades, centuries or millennia in this
            database ~ ; write {0}
          CBRT UNSUPPORTED: this database has no CBRT(x); if x is not negative, write POWER(x,
            0.3333333333333333)
          LOG2 UNSUPPORTED: this database has no LOG2(x) ~ ; write {0}
          DISTINCT_ON SYNTAX: this database has no DISTINCT ON; write QUALIFY ROW_NUMBER() OVER
            (PARTITION BY ... ORDER BY ...) = 1
          NATURAL_JOIN SYNTAX: the columns of a NATURAL JOIN depend on how this database matches
            names; write JOIN ... USING (column)
          INTERVAL SYNTAX: this database has no intervals as one string ~ ; write {0}
          spelledAll SYNTAX: this database has no {0}; list what ALL stands for
          allItems UNSUPPORTED: {0} requires a SELECT list without a star, and one item that is
            not a constant
          distinctOn UNSUPPORTED: DISTINCT ON is read as QUALIFY ROW_NUMBER() OVER (PARTITION BY
            ... ORDER BY ...) = 1; it needs an ORDER BY in the same SELECT, of columns and
            expressions without subqueries, and no QUALIFY beside it
          logarithmBase UNSUPPORTED call:LOG: the base of LOG(b, x) must be a literal number above
            0 and not 1, as in LOG(2, x)
          logarithmInDecimals UNSUPPORTED: LOG(b, x) is not supported in this database, where it
            is a NUMERIC ~ ; write {0}
          bitsInParentheses UNSUPPORTED: a {0} b {1} c means a {0} (b {1} c) in this database;
            write the parentheses
          growsTooLarge UNSUPPORTED: the query becomes too large in standard SQL; move nested date
            functions, aliases of the same SELECT and other dialect functions into a subquery
          intervalString UNSUPPORTED: an interval must be one integer and its unit, as in INTERVAL
            '7 days'; the units are year, quarter, month, week, day, hour, minute and second, and
            several intervals can be added
          dateFormatNotConstant UNSUPPORTED: the format of {0} must be a string literal
          dateFormat UNSUPPORTED: {0} does not support this format; use these elements, and
            characters such as - between them: {1}
          quantilesAtOnce UNSUPPORTED operator: {0}(x, n) returns an array, and arrays are not
            supported; write PERCENTILE_DISC(0.9) WITHIN GROUP (ORDER BY x), once for each
            quantile ~ , or select one element, by a number from 0 to n after it: {1}
          widthBucketArguments UNSUPPORTED call:WIDTH_BUCKET: WIDTH_BUCKET(x, low, high, n) takes
            constants with low below high, and n from 1 to {0}
          truncUnit UNSUPPORTED call:DATE_TRUNC: DATE_TRUNC takes a unit and a date or timestamp;
            write DATE_TRUNC('month', x) or DATE_TRUNC(x, MONTH); the units are {0}YEAR, QUARTER,
            MONTH, WEEK, DAY, HOUR, MINUTE and SECOND{1}
          severalOptions UNSUPPORTED: a SELECT takes one set of privacy options
          clauseWithoutEpsilon UNSUPPORTED: each of several WITH DIFFERENTIAL_PRIVACY clauses must
            set epsilon, as in OPTIONS (epsilon = 0.1); with a single clause, or none, all
            aggregates share one epsilon
          clausesBeyondPolicy UNSUPPORTED OPTIONS: the epsilons of the query's clauses add up to
            {0}; the policy allows at most {1} per query
          optionOfWholeQuery UNSUPPORTED: privacy option {0} applies to the whole query; it cannot
            be set in one of several WITH DIFFERENTIAL_PRIVACY clauses
          clauseWithoutAggregate UNSUPPORTED: this SELECT has a WITH DIFFERENTIAL_PRIVACY clause,
            but no aggregates, GROUP BY or DISTINCT; in a query with several clauses, write each
            at the SELECT that has them
          clauseOfPivot UNSUPPORTED: a SELECT from a PIVOT cannot have one of several WITH
            DIFFERENTIAL_PRIVACY clauses; write out the aggregates, as in SUM(CASE WHEN k = 'a'
            THEN x END) AS a, in the SELECT that has the clause
          clauseOfPerson UNSUPPORTED: this SELECT has a WITH DIFFERENTIAL_PRIVACY clause, but
            groups by the person, so its rows are not released; write the clause at the SELECT
            that aggregates over people
          aggregateWithoutClause UNSUPPORTED: this SELECT aggregates private rows without a WITH
            DIFFERENTIAL_PRIVACY clause; in a query with several clauses, each such SELECT needs
            one
          clampedElsewhere UNSUPPORTED: CLAMPED BETWEEN is only supported in ANON_COUNT, ANON_SUM,
            ANON_AVG, ANON_VAR_POP, ANON_STDDEV_POP and ANON_QUANTILES; elsewhere write
            LEAST(GREATEST(x, 0), 100)
          boundsTwice UNSUPPORTED: the bounds of {0} are written twice
          boundsNotNumbers UNSUPPORTED: the bounds of an aggregate must be two constant numbers,
            the lower one first, as in (0, 100)
          boundsOfDistinct UNSUPPORTED: {0} of DISTINCT values does not support bounds; bound the
            values with LEAST and GREATEST
          boundsWithin UNSUPPORTED: the bounds of {0} apply to one person's total per group, and
            only in the outermost SELECT; in a subquery, bound the values with LEAST and GREATEST
          boundsOfCount UNSUPPORTED: the bounds of a count must include 1, for a person with one
            row; write (0, 1)
          boundsOfLongExpression UNSUPPORTED: this expression is too long to be bounded here;
            compute it in a subquery, and bound that column
          namedArgument SYNTAX: named arguments are not supported; write arguments without names,
            in their order
          otherArgument SYNTAX: {0} has no argument {1}; it takes {2} => (0, 100)
          optionsWithoutNames UNSUPPORTED: privacy options must be written as name = value
          unknownOption UNSUPPORTED: there is no privacy option {0}; the options are {1}
          optionTwice UNSUPPORTED: privacy option {0} is set twice
          anOptionTwice UNSUPPORTED: a privacy option is set twice
          optionNotANumber UNSUPPORTED: privacy option {0} must be a number
          optionOutOfRange UNSUPPORTED: privacy option {0} must be {1}
          optionTooSmall UNSUPPORTED OPTIONS: {0} must be {1}
          optionBeyondPolicy UNSUPPORTED OPTIONS: privacy option {0} exceeds the policy's limit of
            {1}
          confidenceWithoutError UNSUPPORTED: privacy option confidence is the confidence of an
            error; set the option error as well
          weightsNotAList UNSUPPORTED: privacy option weights must be a list of columns and
            numbers, such as 'n = 3, total = 0.5'
          weightOutOfRange UNSUPPORTED: privacy option weights must give {0} a number from {1} to
            {2}, or omit it
          weightOfNoColumn UNSUPPORTED OPTIONS: privacy option weights names {0}, which is not a
            column of the answer; the columns are {1}
          weightOfSeveralColumns UNSUPPORTED OPTIONS: privacy option weights names {0}, which is
            the name of several columns; rename them with AS
          weightTwice UNSUPPORTED OPTIONS: privacy option weights names {0} twice
          weightOfKey UNSUPPORTED OPTIONS: privacy option weights names {0}, which has no error,
            because it is not computed from an aggregate
          parameterWithoutValue SYNTAX: parameter {0} has no value
          negativeRows SYNTAX: parameter {0} is a number of rows and must not be negative
          parameterTooLong SYNTAX: parameter {0} has more than {1} characters
          parameterClassNotOffered UNSUPPORTED: parameter {0} has an unsupported type; bind a
            number, string, date, time, timestamp or boolean
          parameterNotFinite UNSUPPORTED: parameter {0} is not a finite number
          """);

  private ParseMessages() {}

  public static RefusedException statementRefused(String reason) {
    return TABLE.refuse("statementRefused", reason);
  }

  public static RefusedException hiddenColumn() {
    return TABLE.refuse("hiddenColumn");
  }

  /** A statement that is not SQL. */
  public static RefusedException syntax(String reason) {
    return reason.startsWith("Non-query expression")
        ? TABLE.refuse("notStarted")
        : invalid(notRead(reason));
  }

  /**
   * A statement that is not SQL, of which the words before the place are known.
   *
   * @param before what precedes the place at which it cannot be parsed
   * @param keyword the hint about a keyword at this place or before it, if it may be a name
   */
  public static RefusedException syntax(String reason, String before, Optional<String> keyword) {
    if (reason.startsWith("ASOF JOIN missing MATCH_CONDITION")) {
      return TABLE.refuse("asofJoin");
    } else if (SAMPLE.matcher(before).find()) {
      return RelationMessages.tableSample();
    }
    String hint =
        switch (unread(reason)) {
          case "FROM" -> before.isBlank() ? "a query begins with SELECT, and FROM follows" : "";
          case "REGEXP", "RLIKE", "REGEXP_LIKE", "~" ->
              "regular expressions are not supported: write x LIKE '%a' OR x LIKE '%b'";
          case "[" -> "arrays are not supported: write each element as a column of its own";
          case "(" -> STAR.matcher(before).find() ? "list the columns instead of the star" : "";
          default -> "";
        };
    if (hint.isEmpty() && USING.matcher(before).find()) {
      hint = "USING takes no alias: omit it, and qualify the columns with their tables";
    } else if (hint.isEmpty() && keyword.isPresent()) {
      hint = keyword.get();
    }
    return hint.isEmpty() ? syntax(reason) : syntax(reason).or("; " + hint);
  }

  /**
   * Returns the hint to quote a keyword.
   *
   * @param quoted as it is written as a name
   */
  public static String keyword(String word, String quoted) {
    return word + " is a keyword: to use it as a name, write " + quoted;
  }

  private static String notRead(String reason) {
    String word = unread(reason);
    return word.isEmpty()
        ? firstLine(reason)
        : word.equals("<EOF>")
            ? "syntax error at end of input"
            : "syntax error at or near \"" + word + "\"";
  }

  /** The word or sign that the parser stopped at; empty if it stopped for another reason. */
  private static String unread(String reason) {
    Matcher word = UNREAD.matcher(firstLine(reason));
    return word.find()
        ? Stream.of(1, 2, 3).map(word::group).filter(Objects::nonNull).findFirst().orElse("")
        : "";
  }

  /** A statement that does not validate. */
  public static RefusedException invalid(String reason) {
    return TABLE.refuse("invalid", firstLine(reason));
  }

  public static RefusedException operandTypes(String word, String first, String second) {
    return TABLE.refuse("operandTypes", word, first, second);
  }

  public static RefusedException booleanCast(String type) {
    return TABLE.refuse("booleanCast", type.replace(" NOT NULL", ""));
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("the statement is not valid SQL");
  }

  /**
   * SQL that parses and validates, but that the algebra has no form for.
   *
   * @param form of the query, in words
   */
  public static RefusedException notSupported(String form) {
    return TABLE.refuse("notSupported", form);
  }

  /** The same, of a query in which no form of its own is to blame. */
  public static RefusedException notSupported(List<String> forms) {
    return notSupported(
        forms.isEmpty()
            ? "one of the expressions or numbers in this query"
            : "this form of a query with " + String.join(" and ", forms));
  }

  public static RefusedException keyNotRecognised() {
    return TABLE.refuse("keyNotRecognised");
  }

  public static RefusedException tooMuchWork(int steps) {
    return TABLE.refuse("tooMuchWork", steps);
  }

  /** A statement that is not a query. */
  public static RefusedException notAQuery(String statement) {
    String instead =
        statement.equalsIgnoreCase("SET")
            ? "; dp.epsilon and dp.delta are set in the URL, or for one query: SELECT /*+"
                + " DP(epsilon=0.2) */ …"
            : "";
    return TABLE.refuse("notAQuery", statement, instead);
  }

  /**
   * A timestamp with a zone.
   *
   * @param utc what UTC's clock shows then, if that is known
   */
  public static RefusedException timestampWithZone(Optional<String> utc) {
    return form("timestampWithZone", utc, "TIMESTAMP '2024-01-31 10:00:00'");
  }

  public static RefusedException timeZone() {
    return TABLE.refuse("timeZone");
  }

  public static RefusedException explainAnalyze() {
    return TABLE.refuse("explainAnalyze");
  }

  public static RefusedException explainFormat() {
    return TABLE.refuse("explainFormat");
  }

  public static RefusedException releaseForm(String statement) {
    return TABLE.refuse("releaseForm", statement);
  }

  public static RefusedException releaseName(String name) {
    return TABLE.refuse("releaseName", name);
  }

  public static RefusedException releaseElsewhere(String schema, String releases) {
    return TABLE.refuse("releaseElsewhere", schema, releases);
  }

  public static RefusedException unknownTable(String name) {
    return TABLE.refuse("unknownTable", name);
  }

  public static RefusedException unknownColumn(String name) {
    return TABLE.refuse("unknownColumn", name);
  }

  /**
   * A table that is not there, or not declared.
   *
   * @param nearest a table of the policy, as a query writes it
   */
  public static RefusedException unknownTable(String name, String nearest) {
    return unknownTable(name).or("; did you mean " + nearest + "?");
  }

  /**
   * A column that is not there, or not declared.
   *
   * @param nearest a column that the policy lets queries read, as a query writes it
   */
  public static RefusedException unknownColumn(String name, String nearest) {
    return unknownColumn(name).or("; did you mean " + nearest + "?");
  }

  public static RefusedException columnNotRead(String column, String type) {
    return TABLE.refuse("columnNotRead", column, type);
  }

  public static RefusedException unknownFunction(String signature) {
    return TABLE.refuse("unknownFunction", signature);
  }

  /**
   * A function that is not there, for which there is another.
   *
   * @param standard what to write
   * @param note what is to be known about it, if anything
   * @param exact whether it can replace the call, and is not just like it
   */
  public static RefusedException unknownFunction(
      String signature, String standard, String note, boolean exact) {
    return unknownFunction(signature).or("; write " + standard + note, instead(standard, exact));
  }

  /**
   * A function of timestamps in intervals of any width.
   *
   * @param truncated the nearest standard form
   * @param numbered the number of the interval, if it is not one unit of time
   * @param exact whether they can replace the call
   */
  public static RefusedException intervalsOfTime(
      String signature, String truncated, Optional<String> numbered, boolean exact) {
    return unknownFunction(signature)
        .or(
            "; write "
                + truncated
                + numbered.map(number -> ", or for intervals of that width " + number).orElse(""),
            Stream.concat(Stream.of(truncated), numbered.stream())
                .flatMap(way -> instead(way, exact).stream())
                .toList());
  }

  /** A function that is not there, with a hint. */
  public static RefusedException unknownFunction(String signature, String hint) {
    return unknownFunction(signature).or("; " + hint);
  }

  public static RefusedException ageAlone() {
    return TABLE.refuse("ageAlone");
  }

  /**
   * An aggregate that shows values as they are, in one string or array, or one of them.
   *
   * @param beside what is selected beside each value, if anything
   * @param possible whether it can be replaced
   */
  public static RefusedException valuesNotListed(
      String signature, String beside, boolean possible) {
    return unknownFunction(signature)
        .or(
            "; select the values themselves"
                + beside
                + ", and add them to GROUP BY, which returns a row for each",
            possible ? List.of(new Rewrite.GroupedBy(beside)) : List.of());
  }

  /**
   * The value in a person's first or last row.
   *
   * @param value what to select
   * @param keys the keys of the groups
   * @param order by which that row is the first
   * @param exact whether these are all that there is to the SELECT
   */
  public static RefusedException valueOfFirst(
      String signature, String value, String keys, String order, boolean exact) {
    String qualify =
        "QUALIFY ROW_NUMBER() OVER (PARTITION BY %s ORDER BY %s) = 1".formatted(keys, order);
    Rewrite way =
        new Rewrite.Together(
            List.of(new Rewrite.Instead(value), new Rewrite.InsteadOfGrouping(qualify)));
    return unknownFunction(signature)
        .or(
            "; to select it from one row per person, write %s instead, and %s instead of GROUP BY"
                .formatted(value, qualify),
            exact ? List.of(way) : List.of());
  }

  public static RefusedException severalFractions(List<String> quantiles) {
    String each = String.join(", ", quantiles);
    boolean known = !quantiles.isEmpty();
    return TABLE
        .refuse("severalFractions", known ? each : "PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY x)")
        .proposing(instead(each, known));
  }

  public static RefusedException unknownType(String type, String standard) {
    return TABLE
        .refuse("unknownType", type, standard)
        .proposing(instead(standard, /* exact= */ true));
  }

  public static RefusedException tooLongType(int length) {
    return TABLE.refuse("tooLongType", length);
  }

  public static RefusedException tooManyColumns(int most) {
    return TABLE.refuse("tooManyColumns", most);
  }

  /**
   * A function of dates whose unit of time is not written as the standard has it.
   *
   * @param standard what to write, whose parts stand for those of the call if it is not exact
   * @param exact whether it can replace the call
   */
  public static RefusedException dateArgument(String function, String standard, boolean exact) {
    return TABLE.refuse("dateArgument", function, standard).proposing(instead(standard, exact));
  }

  /**
   * A unit that intervals or differences do not have.
   *
   * @param added whether it is added, and not counted
   */
  public static RefusedException fractionOfSecond(String function, String unit, boolean added) {
    return TABLE.refuse(added ? "fractionAdded" : "fractionCounted", function, unit);
  }

  public static RefusedException intervalTooFine() {
    return TABLE.refuse("intervalTooFine");
  }

  public static RefusedException unitOfTime(String function, String unit) {
    return TABLE.refuse("unitOfTime", function, unit);
  }

  /**
   * A form that this database does not have.
   *
   * @param standard its standard equivalent, if that is known
   */
  public static RefusedException formNotSupported(String word, Optional<String> standard) {
    return switch (word) {
      case "::" -> form(word, standard, "CAST(x AS type)");
      case "AT TIME ZONE" -> form("AT_TIME_ZONE", standard, "x");
      case "DATE_TRUNC" -> form(word, standard, "DATE_TRUNC('month', x)");
      case "//", "DIV" -> form(word, standard, "TRUNC(a / b)");
      case "EXTRACT" -> form(word, standard, "FLOOR((EXTRACT(YEAR FROM x) + 99) / 100)");
      case "LOG2" -> form(word, standard, "LN(x) / LN(2)");
      case "INTERVAL" ->
          form(word, standard, "the number in quotes, followed by one unit such as DAY");
      case "&", "CBRT" -> TABLE.refuse(word);
      case "|", "#", "<<", ">>" -> TABLE.refuse("bitwise", word);
      case "DISTINCT ON", "NATURAL JOIN" -> TABLE.refuse(word.replace(' ', '_'));
      default -> TABLE.refuse("spelledAll", word);
    };
  }

  private static RefusedException form(String row, Optional<String> standard, String example) {
    return TABLE
        .refuse(row, standard.orElse(example))
        .proposing(instead(standard.orElse(example), standard.isPresent()));
  }

  private static List<Rewrite> instead(String standard, boolean exact) {
    return exact ? List.of(new Rewrite.Instead(standard)) : List.of();
  }

  public static RefusedException allItems(String clause) {
    return TABLE.refuse("allItems", clause);
  }

  public static RefusedException distinctOn() {
    return TABLE.refuse("distinctOn");
  }

  public static RefusedException logarithmBase() {
    return TABLE.refuse("logarithmBase");
  }

  /**
   * A logarithm that the database computes in decimals.
   *
   * @param standard that of floating-point numbers, if it is short
   */
  public static RefusedException logarithmInDecimals(Optional<String> standard) {
    return form("logarithmInDecimals", standard, "LN(x) / LN(b)");
  }

  public static RefusedException bitsInParentheses(String first, String second) {
    return TABLE.refuse("bitsInParentheses", first, second);
  }

  public static RefusedException growsTooLarge() {
    return TABLE.refuse("growsTooLarge");
  }

  public static RefusedException intervalString() {
    return TABLE.refuse("intervalString");
  }

  public static RefusedException dateFormatNotConstant(String function) {
    return TABLE.refuse("dateFormatNotConstant", function);
  }

  public static RefusedException dateFormat(String function, String fields) {
    return TABLE.refuse("dateFormat", function, fields);
  }

  /**
   * Quantiles as an array.
   *
   * @param median the place of the median among them, if an element may be selected
   */
  public static RefusedException quantilesAtOnce(String aggregate, Optional<String> median) {
    String element = "[OFFSET(" + median.orElse("50") + ")]";
    return TABLE
        .refuse("quantilesAtOnce", aggregate, element)
        .proposing(median.isPresent() ? List.of(new Rewrite.Around("", element)) : List.of());
  }

  public static RefusedException widthBucketArguments(int max) {
    return TABLE.refuse("widthBucketArguments", max);
  }

  /**
   * A unit that dates are not truncated to.
   *
   * @param decades whether the database has them, and centuries
   */
  public static RefusedException truncUnit(boolean decades) {
    return TABLE.refuse(
        "truncUnit",
        decades ? "DECADE, " : "",
        decades ? "; for centuries, write EXTRACT(CENTURY FROM x)" : "");
  }

  public static RefusedException severalOptions() {
    return TABLE.refuse("severalOptions");
  }

  public static RefusedException clauseWithoutEpsilon() {
    return TABLE.refuse("clauseWithoutEpsilon");
  }

  public static RefusedException clausesBeyondPolicy(String sum, String max) {
    return TABLE.refuse("clausesBeyondPolicy", sum, max);
  }

  public static RefusedException optionOfWholeQuery(String name) {
    return TABLE.refuse("optionOfWholeQuery", name);
  }

  public static RefusedException clauseWithoutAggregate() {
    return TABLE.refuse("clauseWithoutAggregate");
  }

  public static RefusedException clauseOfPivot() {
    return TABLE.refuse("clauseOfPivot");
  }

  public static RefusedException clauseOfPerson() {
    return TABLE.refuse("clauseOfPerson");
  }

  public static RefusedException aggregateWithoutClause() {
    return TABLE.refuse("aggregateWithoutClause");
  }

  public static RefusedException clampedElsewhere() {
    return TABLE.refuse("clampedElsewhere");
  }

  public static RefusedException boundsTwice(String aggregate) {
    return TABLE.refuse("boundsTwice", aggregate);
  }

  public static RefusedException boundsNotNumbers() {
    return TABLE.refuse("boundsNotNumbers");
  }

  public static RefusedException boundsOfDistinct(String aggregate) {
    return TABLE.refuse("boundsOfDistinct", aggregate);
  }

  public static RefusedException boundsWithin(String aggregate) {
    return TABLE.refuse("boundsWithin", aggregate);
  }

  public static RefusedException boundsOfCount() {
    return TABLE.refuse("boundsOfCount");
  }

  public static RefusedException boundsOfLongExpression() {
    return TABLE.refuse("boundsOfLongExpression");
  }

  public static RefusedException namedArgument() {
    return TABLE.refuse("namedArgument");
  }

  /**
   * A named argument of an aggregate that takes another one.
   *
   * @param takes the one that it takes
   */
  public static RefusedException namedArgument(String aggregate, String argument, String takes) {
    return TABLE.refuse("otherArgument", aggregate, argument, takes);
  }

  public static RefusedException optionsWithoutNames() {
    return TABLE.refuse("optionsWithoutNames");
  }

  public static RefusedException unknownOption(String name, String known) {
    return TABLE.refuse("unknownOption", name, known);
  }

  public static RefusedException optionTwice(String name) {
    return TABLE.refuse("optionTwice", name);
  }

  public static RefusedException anOptionTwice() {
    return TABLE.refuse("anOptionTwice");
  }

  public static RefusedException optionNotANumber(String name) {
    return TABLE.refuse("optionNotANumber", name);
  }

  public static RefusedException optionOutOfRange(String name, String range) {
    return TABLE.refuse("optionOutOfRange", name, range);
  }

  public static RefusedException optionTooSmall(String name, String range) {
    return TABLE.refuse("optionTooSmall", name, range);
  }

  public static RefusedException optionBeyondPolicy(String name, String limit) {
    return TABLE.refuse("optionBeyondPolicy", name, limit);
  }

  public static RefusedException confidenceWithoutError() {
    return TABLE.refuse("confidenceWithoutError");
  }

  public static RefusedException weightsNotAList() {
    return TABLE.refuse("weightsNotAList");
  }

  public static RefusedException weightOutOfRange(String column, String min, String max) {
    return TABLE.refuse("weightOutOfRange", column, min, max);
  }

  public static RefusedException weightOfNoColumn(String column, String known) {
    return TABLE.refuse("weightOfNoColumn", column, known);
  }

  public static RefusedException weightOfSeveralColumns(String column) {
    return TABLE.refuse("weightOfSeveralColumns", column);
  }

  public static RefusedException weightTwice(String column) {
    return TABLE.refuse("weightTwice", column);
  }

  public static RefusedException weightOfKey(String column) {
    return TABLE.refuse("weightOfKey", column);
  }

  public static RefusedException parameterWithoutValue(int number) {
    return TABLE.refuse("parameterWithoutValue", number);
  }

  /** LIMIT or OFFSET. */
  public static RefusedException negativeRows(int number) {
    return TABLE.refuse("negativeRows", number);
  }

  public static RefusedException parameterTooLong(int number, int limit) {
    return TABLE.refuse("parameterTooLong", number, limit);
  }

  public static RefusedException parameterClassNotOffered(int number) {
    return TABLE.refuse("parameterClassNotOffered", number);
  }

  public static RefusedException parameterNotFinite(int number) {
    return TABLE.refuse("parameterNotFinite", number);
  }
}
