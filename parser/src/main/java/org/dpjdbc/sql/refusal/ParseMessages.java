package org.dpjdbc.sql.refusal;

import static org.dpjdbc.sql.refusal.Refusals.refuse;
import static org.dpjdbc.sql.refusal.Refusals.refuseCall;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Every text that a user can read where a statement is parsed and validated: about its syntax,
 * names, privacy options and parameters. No text may hold anything that comes from the data.
 */
public final class ParseMessages {
  /** How Calcite's parser and its lexer name the word or sign that they stopped at. */
  private static final Pattern UNREAD =
      Pattern.compile(
          "^Encountered \"([^ ]+?)[ \"].* at line|^Incorrect syntax near the keyword '(\\w+)'"
              + "|^Lexical error at .* Encountered: \"(.+)\" \\(");

  private static final Pattern MISSING_CONDITION =
      Pattern.compile("^ASOF JOIN missing MATCH_CONDITION");

  /** TABLESAMPLE 10 PERCENT, with or without parentheses and a method. */
  private static final Pattern SAMPLE = Pattern.compile("(?i)\\bTABLESAMPLE\\b[\\s\\w(]{0,40}$");

  /** The columns of a join, where what follows is not understood: an alias. */
  private static final Pattern USING = Pattern.compile("(?i)\\bUSING\\s*\\([^()]{0,200}\\)\\s*$");

  /** {@code * EXCLUDE} and the like. */
  private static final Pattern STAR =
      Pattern.compile("(?i)\\*\\s*(?:EXCLUDE|EXCEPT|REPLACE|RENAME)\\s*$");

  private ParseMessages() {}

  /** A text out of the limits, or with characters that databases read differently. */
  public static RefusedException textRefused(String reason) {
    return refuse(RefusalCode.SYNTAX, "the statement is refused: " + reason);
  }

  /** A name in HAVING that an alias and a column have. */
  public static RefusedException hiddenColumn() {
    return refuse(
        RefusalCode.SYNTAX,
        "HAVING uses a name that an alias of the SELECT list and a column have; rename the alias");
  }

  /** A text that is not SQL. */
  public static RefusedException syntax(String reason) {
    return refuse(
        RefusalCode.SYNTAX,
        reason.startsWith("Non-query expression")
            ? "this is not a query; a query begins with SELECT, WITH or VALUES"
            : notRead(reason));
  }

  /**
   * A text that is not SQL, of which the words before the place are known.
   *
   * @param before what stands before the place where it cannot be read
   * @param keyword at this place or before it, and how it is quoted, if it may be meant as a name
   */
  public static RefusedException syntax(
      String reason, String before, Optional<Map.Entry<String, String>> keyword) {
    Matcher asof = MISSING_CONDITION.matcher(reason);
    if (asof.find()) {
      return refuse(
          RefusalCode.SYNTAX,
          "ASOF JOIN is not offered; join on the same conditions, and choose the newest row by"
              + " QUALIFY ROW_NUMBER() OVER (PARTITION BY ... ORDER BY ... DESC) = 1");
    }
    if (SAMPLE.matcher(before).find()) {
      return RelationMessages.tableSample();
    }
    String advice =
        switch (unread(reason)) {
          case "FROM" -> before.isBlank() ? "a query begins with SELECT, and FROM follows" : "";
          case "REGEXP", "RLIKE", "REGEXP_LIKE", "~" ->
              "there are no regular expressions; write x LIKE '%a' OR x LIKE '%b'";
          case "[" -> "there are no arrays; write each element as a column of its own";
          case "(" ->
              STAR.matcher(before).find() ? "write out the columns that the star is to be" : "";
          default -> "";
        };
    RefusedException refusal = syntax(reason);
    if (advice.isEmpty() && USING.matcher(before).find()) {
      advice = "USING takes no alias; leave it out, and name the columns by their tables";
    } else if (advice.isEmpty() && keyword.isPresent()) {
      advice =
          keyword.get().getKey()
              + " is a keyword; to use it as a name, write "
              + keyword.get().getValue();
    }
    return advice.isEmpty() ? refusal : refusal.or(": " + advice, List.of());
  }

  private static String notRead(String reason) {
    String word = unread(reason);
    return word.isEmpty()
        ? firstLine(reason)
        : word.equals("<EOF>")
            ? "the statement ends too early"
            : (word.isBlank() ? "a sign" : word) + " is not understood here";
  }

  /** The word or sign that the parser stopped at; empty if it stopped for another reason. */
  private static String unread(String reason) {
    Matcher word = UNREAD.matcher(firstLine(reason));
    return word.find()
        ? Stream.of(1, 2, 3).map(word::group).filter(Objects::nonNull).findFirst().orElse("")
        : "";
  }

  /** SQL that does not validate. */
  public static RefusedException invalid(String reason) {
    return refuse(RefusalCode.SYNTAX, firstLine(reason));
  }

  /** A word with two operands whose types it does not take. */
  public static RefusedException operandTypes(String word, String first, String second) {
    return refuse(
        RefusalCode.SYNTAX,
        word + " does not take arguments of the types " + first + " and " + second);
  }

  /** A truth value as a number that is no whole one. */
  public static RefusedException truthCast(String type) {
    String bare = type.replace(" NOT NULL", "");
    return refuse(
        RefusalCode.SYNTAX,
        "a truth value becomes a whole number alone; write CAST(CAST(x AS INTEGER) AS "
            + bare
            + ")");
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("the statement is not understood");
  }

  /**
   * SQL that parses and validates but that the algebra has no form for.
   *
   * @param form of the query, in words
   */
  public static RefusedException notUnderstood(String form) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        form + " is not offered; write it in another way, or in several queries");
  }

  /** The same, of a query in which no form of its own is to blame. */
  public static RefusedException notUnderstood(List<String> forms) {
    return notUnderstood(
        forms.isEmpty()
            ? "one of the expressions of this query, or one of its numbers,"
            : "a query with " + String.join(" and ", forms) + ", as it is written here,");
  }

  /** An expression above the groups that should be a key of theirs, and is in another form. */
  public static RefusedException keyNotRecognised() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "an expression of this query is not recognised as a key of its GROUP BY; compute the key in"
            + " a sub-query: SELECT k, COUNT(*) FROM (SELECT … AS k FROM t) s GROUP BY k");
  }

  /** A statement whose analysis takes more steps than one may. */
  public static RefusedException tooMuchWork(int steps) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "the query is too complex: analysing it takes more than "
            + steps
            + " steps; split it into queries with fewer joins, nested sub-queries and repeated"
            + " expressions");
  }

  /** A statement that is no query. */
  public static RefusedException notAQuery(String statement) {
    String instead =
        statement.equalsIgnoreCase("SET")
            ? "; dp.epsilon and dp.delta are set in the URL, or for one query: SELECT /*+"
                + " DP(epsilon=0.2) */ …"
            : "";
    return refuse(
        RefusalCode.READ_ONLY,
        statement + " is not offered: this connection answers queries only" + instead);
  }

  /** A time zone that is not UTC, or that is computed. */
  public static RefusedException timeZone() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "the only time zone offered is 'UTC', in which timestamps are shown: the distance of others"
            + " changes with summer time; for a fixed one add an interval: x + INTERVAL '1' HOUR");
  }

  /** An EXPLAIN that would run the query. */
  public static RefusedException explainAnalyze() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "EXPLAIN ANALYZE would run the query; write EXPLAIN without ANALYZE, which says what the"
            + " query costs");
  }

  /** An EXPLAIN in a format that is not offered. */
  public static RefusedException explainFormat() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "EXPLAIN is offered as lines and as JSON; write EXPLAIN, EXPLAIN (FORMAT JSON), or EXPLAIN"
            + " PRIVACY FOR, which answers with a table");
  }

  /** A form of CREATE or DROP that is none of those that keep an answer. */
  public static RefusedException releaseForm(String statement) {
    return refuse(
        RefusalCode.READ_ONLY,
        statement
            + " is not offered in this form: write CREATE TABLE name AS SELECT ..., which keeps a"
            + " released answer in a new table; only the data owner can drop one");
  }

  /** A name that a database is not told. */
  public static RefusedException releaseName(String name) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "'"
            + name
            + "' is not a valid name for a kept answer or its columns: use up to 60 letters, digits"
            + " and underscores, and name every column with AS");
  }

  /** A release into a schema that is not that of releases. */
  public static RefusedException releaseElsewhere(String schema, String releases) {
    return refuse(
        RefusalCode.READ_ONLY,
        "nothing can be written to "
            + schema
            + ": released answers are kept only in "
            + releases
            + "; write CREATE TABLE "
            + releases
            + ".name AS SELECT ...");
  }

  /** A table that is not there, or not declared. */
  public static RefusedException unknownTable(String name) {
    return refuse(RefusalCode.UNKNOWN_TABLE, "table " + name + " not found");
  }

  /** A column that is not there, or not declared. */
  public static RefusedException unknownColumn(String name) {
    return refuse(RefusalCode.UNKNOWN_COLUMN, "column " + name + " not found");
  }

  /**
   * The same.
   *
   * @param nearest a table of the policy, as a query writes it
   */
  public static RefusedException unknownTable(String name, String nearest) {
    return unknownTable(name).or("; did you mean " + nearest + "?", List.of());
  }

  /**
   * The same.
   *
   * @param nearest a column that the policy lets queries read, as a query writes it
   */
  public static RefusedException unknownColumn(String name, String nearest) {
    return unknownColumn(name).or("; did you mean " + nearest + "?", List.of());
  }

  /** A declared column, of a public table, of a type that no query reads. */
  public static RefusedException columnNotRead(String column, String type) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "column "
            + column
            + " is of type "
            + type
            + ", which the driver does not read; leave it out");
  }

  /** A function that is not there, or not with these arguments. */
  public static RefusedException unknownFunction(String signature) {
    return refuse(RefusalCode.UNSUPPORTED, "no function " + signature + " is offered");
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
    return unknownFunction(signature)
        .or(
            "; write " + standard + note,
            exact ? List.of(new Rewrite.Instead(standard)) : List.of());
  }

  /**
   * A function of moments in intervals of any width.
   *
   * @param truncated the nearest standard form
   * @param numbered the number of the interval, if it is no whole unit
   * @param exact whether they can replace the call
   */
  public static RefusedException intervalsOfTime(
      String signature, String truncated, Optional<String> numbered, boolean exact) {
    List<String> ways = Stream.concat(Stream.of(truncated), numbered.stream()).toList();
    return unknownFunction(signature)
        .or(
            "; write "
                + truncated
                + numbered.map(number -> ", or for intervals of that width " + number).orElse(""),
            exact ? ways.stream().<Rewrite>map(Rewrite.Instead::new).toList() : List.of());
  }

  /** A function that is not there, of which something is to be said. */
  public static RefusedException unknownFunction(String signature, String advice) {
    return unknownFunction(signature).or("; " + advice, List.of());
  }

  /**
   * An aggregate that shows values as they are, in one text or array, or one of them.
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
                + ", and group by them, too, which gives a row for each",
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
    return unknownFunction(signature)
        .or(
            "; to take it from one row of each person, write "
                + value
                + " instead, and in place of GROUP BY "
                + qualify,
            exact
                ? List.of(
                    new Rewrite.Together(
                        List.of(
                            new Rewrite.Instead(value), new Rewrite.InsteadOfGrouping(qualify))))
                : List.of());
  }

  /** Several quantiles at once. */
  public static RefusedException severalFractions(List<String> quantiles) {
    String each = String.join(", ", quantiles);
    return refuse(RefusalCode.UNSUPPORTED, "arrays are not offered")
        .or(
            "; write each quantile as a column: "
                + (quantiles.isEmpty()
                    ? "PERCENTILE_CONT(0.5)" + " WITHIN GROUP (ORDER BY x)"
                    : each),
            quantiles.isEmpty() ? List.of() : List.of(new Rewrite.Instead(each)));
  }

  /** A name of a type that is another database's. */
  public static RefusedException unknownType(String type, String standard) {
    return refuse(RefusalCode.SYNTAX, "there is no type " + type)
        .or("; write " + standard, List.of(new Rewrite.Instead(standard)));
  }

  /** A type of texts of fixed length that is longer than any is filled up to. */
  public static RefusedException tooLongType(int length) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "CHAR and BINARY are offered up to a length of " + length + "; use VARCHAR");
  }

  /**
   * A function of dates whose unit of time is not written as the standard has it.
   *
   * @param standard what to write, whose parts stand for those of the call where it is not exact
   * @param exact whether it can replace the call
   */
  public static RefusedException dateArgument(String function, String standard, boolean exact) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            function + " is not offered in this database, or not with these arguments")
        .or(
            "; write " + standard + ", the unit without quotes",
            exact ? List.of(new Rewrite.Instead(standard)) : List.of());
  }

  /**
   * A unit that intervals or differences do not have.
   *
   * @param added whether it is added, and not counted
   */
  public static RefusedException fractionOfSecond(String function, String unit, boolean added) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        added
            ? function
                + " with "
                + unit
                + " is not offered, because intervals are whole milliseconds; write "
                + function
                + "(MILLISECOND, n, x)"
            : function
                + " with "
                + unit
                + " is not offered, because differences are whole seconds; write "
                + function
                + "(SECOND, x, y)");
  }

  /** An interval with more than three digits after the second. */
  public static RefusedException intervalTooFine() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "intervals are whole milliseconds; write at most three digits after the second");
  }

  /** A unit of time where a function takes a value. */
  public static RefusedException unitOfTime(String function, String unit) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        function
            + " is not offered with "
            + unit
            + " as a unit of time; write EXTRACT("
            + unit
            + " FROM x), FLOOR(x TO "
            + unit
            + ") or TIMESTAMPDIFF("
            + unit
            + ", x, y)");
  }

  /**
   * A spelling that this database does not have.
   *
   * @param standard what it stands for, if that is known
   */
  public static RefusedException spellingNotOffered(String word, Optional<String> standard) {
    List<Rewrite> ways = standard.stream().<Rewrite>map(Rewrite.Instead::new).toList();
    return switch (word) {
      case "::" ->
          refuse(RefusalCode.SYNTAX, "this database has no x::type")
              .or("; write " + standard.orElse("CAST(x AS type)"), ways);
      case "AT TIME ZONE" ->
          refuse(RefusalCode.SYNTAX, "AT TIME ZONE is not offered in this database")
              .or("; timestamps are shown in UTC: write " + standard.orElse("x"), ways);
      case "DATE_TRUNC" ->
          refuse(RefusalCode.SYNTAX, "DATE_TRUNC takes no time zone in this database")
              .or("; write " + standard.orElse("DATE_TRUNC('month', x)"), ways);
      case "//", "DIV" ->
          refuse(RefusalCode.SYNTAX, "this database has no a " + word + " b")
              .or("; write " + standard.orElse("TRUNC(a / b)"), ways);
      case "&" ->
          refuse(
              RefusalCode.SYNTAX,
              "this database has no a & b; whether the bit of 4 is set in a says MOD(FLOOR(a / 4),"
                  + " 2)");
      case "|", "#", "<<", ">>" ->
          refuse(
              RefusalCode.SYNTAX,
              "a " + word + " b is not offered in this database as an operator of bits");
      case "EXTRACT" ->
          refuse(
                  RefusalCode.UNSUPPORTED,
                  "EXTRACT counts no decades, centuries or millennia in this database")
              .or("; write " + standard.orElse("FLOOR((EXTRACT(YEAR FROM x) + 99) / 100)"), ways);
      case "CBRT" ->
          refuse(
              RefusalCode.UNSUPPORTED,
              "this database has no CBRT(x); where x is not negative, write POWER(x,"
                  + " 0.3333333333333333)");
      case "LOG2" ->
          refuse(RefusalCode.UNSUPPORTED, "this database has no LOG2(x)")
              .or("; write " + standard.orElse("LN(x) / LN(2)"), ways);
      case "DISTINCT ON" ->
          refuse(
              RefusalCode.SYNTAX,
              "this database has no DISTINCT ON; write QUALIFY ROW_NUMBER() OVER (PARTITION BY ..."
                  + " ORDER BY ...) = 1");
      case "NATURAL JOIN" ->
          refuse(
              RefusalCode.SYNTAX,
              "which columns NATURAL JOIN compares depends on how this database spells their names;"
                  + " write JOIN ... USING (column)");
      case "INTERVAL" ->
          refuse(RefusalCode.SYNTAX, "this database has no intervals as one text")
              .or(
                  "; write "
                      + standard.orElse("the number in quotes, and after it one unit such as DAY"),
                  ways);
      default ->
          refuse(
              RefusalCode.SYNTAX,
              "this database has no " + word + "; write out what ALL stands for");
    };
  }

  /** GROUP BY ALL or ORDER BY ALL over what it cannot count. */
  public static RefusedException allItems(String clause) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        clause + " needs a SELECT whose columns are written out, one of them not a constant");
  }

  /** A DISTINCT ON that is no ROW_NUMBER() = 1. */
  public static RefusedException distinctOn() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "DISTINCT ON is read as QUALIFY ROW_NUMBER() OVER (PARTITION BY ... ORDER BY ...) = 1; it"
            + " needs an ORDER BY in the same SELECT, of columns and expressions without"
            + " sub-queries, and no QUALIFY beside it");
  }

  /** A logarithm whose base is computed, or is none. */
  public static RefusedException logarithmBase() {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "the base of LOG(b, x) must be a literal number above 0 and not 1, as in LOG(2, x)")
        .about(new Culprit.Call("LOG"));
  }

  /**
   * A logarithm that the database computes in decimals.
   *
   * @param standard that of floating-point numbers, if it is short
   */
  public static RefusedException logarithmInDecimals(Optional<String> standard) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "LOG(b, x) is not offered in this database, where it is a NUMERIC")
        .or(
            "; write " + standard.orElse("LN(x) / LN(b)"),
            standard.stream().<Rewrite>map(Rewrite.Instead::new).toList());
  }

  /** Operators of bits that the database reads in another order than from left to right. */
  public static RefusedException bitsInParentheses(String first, String second) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "a "
            + first
            + " b "
            + second
            + " c is read as a "
            + first
            + " (b "
            + second
            + " c) in this database; write the parentheses");
  }

  /** A query that grows without limit where it is written in standard words. */
  public static RefusedException growsTooLarge() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "functions within functions of dates, names of columns of the same SELECT, or other words"
            + " of this database, make the query too large; name what they are computed from in a"
            + " sub-query");
  }

  /** An interval as a text that is not one number and its unit. */
  public static RefusedException intervalText() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "an interval is one whole number and its unit (year, quarter, month, week, day, hour,"
            + " minute or second), as in INTERVAL '7 days'; add several one after another");
  }

  /** A format of dates that is computed. */
  public static RefusedException dateFormatNotConstant(String function) {
    return refuse(RefusalCode.UNSUPPORTED, "the format of " + function + " must be a literal text");
  }

  /** A format of dates with something unknown in it. */
  public static RefusedException dateFormat(String function, String fields) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        function
            + " is offered with a format of these parts, and signs such as - between them: "
            + fields);
  }

  /**
   * Quantiles as an array.
   *
   * @param median the place of the median among them, where an element may be selected
   */
  public static RefusedException quantilesAtOnce(String aggregate, Optional<String> median) {
    String element = "[OFFSET(" + median.orElse("50") + ")]";
    return refuseCall(
            RefusalCode.UNSUPPORTED,
            aggregate,
            word ->
                word
                    + "(x, n) returns an array, and arrays are not offered; write"
                    + " PERCENTILE_DISC(0.9) WITHIN GROUP (ORDER BY x), once for each quantile")
        .or(
            ", or select one element, by a number from 0 to n after it: " + element,
            median
                .<List<Rewrite>>map(place -> List.of(new Rewrite.Around("", element)))
                .orElse(List.of()));
  }

  /** A histogram whose parts are not told by the query. */
  public static RefusedException widthBucketArguments(int max) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "WIDTH_BUCKET(x, low, high, n) takes constants with low below high, and n from 1 to "
                + max)
        .about(new Culprit.Call("WIDTH_BUCKET"));
  }

  /**
   * A unit that dates are not cut at, or one that is not written out.
   *
   * @param decades whether the database has them, and centuries
   */
  public static RefusedException truncUnit(boolean decades) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "DATE_TRUNC takes a unit and a date or timestamp, as in DATE_TRUNC('month', x) or"
                + " DATE_TRUNC(x, MONTH); the units are "
                + (decades ? "DECADE, " : "")
                + "YEAR, QUARTER, MONTH, WEEK, DAY, HOUR, MINUTE and SECOND"
                + (decades ? "; for centuries, write EXTRACT(CENTURY FROM x)" : ""))
        .about(new Culprit.Call("DATE_TRUNC"));
  }

  /** More than one set of options of one SELECT. */
  public static RefusedException severalOptions() {
    return refuse(RefusalCode.UNSUPPORTED, "a SELECT takes one set of privacy options");
  }

  /** One of several sets of options that does not say what its SELECT may spend. */
  public static RefusedException clauseWithoutEpsilon() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "each of several WITH DIFFERENTIAL_PRIVACY clauses names its epsilon, as in OPTIONS"
            + " (epsilon = 0.1); with a single clause, or none, one epsilon is divided among all"
            + " aggregates");
  }

  /** Clauses that spend more together than one query may. */
  public static RefusedException clausesBeyondPolicy(String sum, String max) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "the epsilons of the query's clauses add up to "
                + sum
                + "; the policy allows a query at most "
                + max)
        .about(new Culprit.Clause(Culprit.Kind.OPTIONS));
  }

  /** An option that is about the answer, in one of several sets of options. */
  public static RefusedException optionOfWholeQuery(String name) {
    return option(
        name,
        "is about the whole query: it cannot stand in one of several WITH"
            + " DIFFERENTIAL_PRIVACY clauses");
  }

  /** One of several sets of options at a SELECT that shows rows. */
  public static RefusedException clauseWithoutAggregate() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "where a query has several WITH DIFFERENTIAL_PRIVACY clauses, each stands at the SELECT"
            + " that has the aggregates, GROUP BY or DISTINCT; this SELECT has none of its own");
  }

  /** One of several sets of options at a SELECT from a PIVOT, which has the aggregates. */
  public static RefusedException clauseOfPivot() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "where a query has several WITH DIFFERENTIAL_PRIVACY clauses, none stands at a SELECT from"
            + " a PIVOT; write the aggregates out, as in SUM(CASE WHEN k = 'a' THEN x END) AS a, in"
            + " the SELECT that has the clause");
  }

  /** One of several sets of options at a SELECT of which nothing is released. */
  public static RefusedException clauseOfPerson() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "a WITH DIFFERENTIAL_PRIVACY clause stands at a SELECT that groups by the person, whose"
            + " rows are not released; write it at the SELECT that aggregates over people");
  }

  /** A release without options in a query with several sets of options. */
  public static RefusedException aggregateWithoutClause() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "where a query has several WITH DIFFERENTIAL_PRIVACY clauses, each SELECT that aggregates"
            + " private rows has one; here one has none");
  }

  /** Bounds that do not belong to an aggregate. */
  public static RefusedException clampedElsewhere() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "CLAMPED BETWEEN stands in the parentheses of ANON_COUNT, ANON_SUM, ANON_AVG,"
            + " ANON_VAR_POP, ANON_STDDEV_POP or ANON_QUANTILES; elsewhere write"
            + " LEAST(GREATEST(x, 0), 100)");
  }

  /** Two pairs of bounds of one aggregate. */
  public static RefusedException boundsTwice(String aggregate) {
    return refuse(RefusalCode.UNSUPPORTED, "the bounds of " + aggregate + " are written twice");
  }

  /** Bounds that are no pair of numbers. */
  public static RefusedException boundsNotNumbers() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "the bounds of an aggregate are two constant numbers, the lower one first, as in (0, 100)");
  }

  /** Bounds of what is counted, summed or averaged once for each of its values. */
  public static RefusedException boundsOfDistinct(String aggregate) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        aggregate
            + " of DISTINCT values takes no bounds here; bound the values with LEAST and"
            + " GREATEST");
  }

  /** Bounds of what a person has in a group, in a sub-query. */
  public static RefusedException boundsWithin(String aggregate) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "the bounds of "
            + aggregate
            + " are of what one person has in a group, and are taken in the outermost SELECT alone;"
            + " in a sub-query bound the values with LEAST and GREATEST");
  }

  /** Bounds that one row is outside of. */
  public static RefusedException boundsOfCount() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "the bounds of a count must hold 1, which a person with one row has; write (0, 1)");
  }

  /** A bounded expression that would have to be written several times. */
  public static RefusedException boundsOfLongExpression() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "this expression is too long to be bounded here; compute it in a sub-query, and bound the"
            + " column that it has there");
  }

  /** An argument with a name. */
  public static RefusedException namedArgument() {
    return textRefused("an argument with a name; write arguments without names, in their order");
  }

  /**
   * A named argument of an aggregate that takes another one.
   *
   * @param takes the one that it takes
   */
  public static RefusedException namedArgument(String aggregate, String argument, String takes) {
    return textRefused(
        aggregate + " takes no argument " + argument + ", but " + takes + " => (0, 100)");
  }

  /** Options that are not pairs. */
  public static RefusedException optionsWithoutNames() {
    return refuse(RefusalCode.UNSUPPORTED, "privacy options are written name = value");
  }

  /** An option that is not there. */
  public static RefusedException unknownOption(String name, String known) {
    return refuse(
        RefusalCode.UNSUPPORTED, "there is no privacy option " + name + "; there are " + known);
  }

  /** An option written twice. */
  public static RefusedException optionTwice(String name) {
    return option(name, "is written twice");
  }

  /** One of the options written twice, of which the last would count. */
  public static RefusedException anOptionTwice() {
    return refuse(RefusalCode.UNSUPPORTED, "a privacy option is written twice");
  }

  /** An option that needs a number. */
  public static RefusedException optionNotANumber(String name) {
    return option(name, "needs a number");
  }

  /** An option out of its range. */
  public static RefusedException optionOutOfRange(String name, String range) {
    return option(name, "must be " + range);
  }

  /**
   * An epsilon or delta finer than any that is kept apart, in a query or a connection's settings.
   */
  public static RefusedException optionTooSmall(String name, String range) {
    return refuse(RefusalCode.UNSUPPORTED, name + " must be " + range)
        .about(new Culprit.Clause(Culprit.Kind.OPTIONS));
  }

  /** An option beyond the policy. */
  public static RefusedException optionBeyondPolicy(String name, String limit) {
    return option(name, "goes beyond the policy, which allows at most " + limit)
        .about(new Culprit.Clause(Culprit.Kind.OPTIONS));
  }

  /** A confidence of nothing. */
  public static RefusedException confidenceWithoutError() {
    return option("confidence", "sets the confidence of an error: it needs the option error");
  }

  /** Weights that are written in another way. */
  public static RefusedException weightsNotAList() {
    return option("weights", "must be a list of columns and numbers, such as 'n = 3, total = 0.5'");
  }

  /** A weight out of its range. */
  public static RefusedException weightOutOfRange(String column, String min, String max) {
    return option(
        "weights",
        "must give " + column + " a number from " + min + " to " + max + ", or leave it");
  }

  /** A weight for a column that the answer does not have. */
  public static RefusedException weightOfNoColumn(String column, String known) {
    return option("weights", "names " + column + ", which is no column of the answer: " + known)
        .about(new Culprit.Clause(Culprit.Kind.OPTIONS));
  }

  /** A weight for a label that several columns have. */
  public static RefusedException weightOfSeveralColumns(String column) {
    return option("weights", "names " + column + ", which several columns are called: name them AS")
        .about(new Culprit.Clause(Culprit.Kind.OPTIONS));
  }

  /** Two weights for one column. */
  public static RefusedException weightTwice(String column) {
    return option("weights", "names " + column + " twice")
        .about(new Culprit.Clause(Culprit.Kind.OPTIONS));
  }

  /** A weight for a column that has no error. */
  public static RefusedException weightOfKey(String column) {
    return option(
            "weights", "names " + column + ", which has no error: it is computed from no aggregate")
        .about(new Culprit.Clause(Culprit.Kind.OPTIONS));
  }

  private static RefusedException option(String name, String problem) {
    return refuse(RefusalCode.UNSUPPORTED, "privacy option " + name + " " + problem);
  }

  /** A parameter that was never bound. */
  public static RefusedException parameterWithoutValue(int number) {
    return parameter(RefusalCode.SYNTAX, number, "has no value");
  }

  /** A parameter of a text so long that no literal has it. */
  public static RefusedException parameterTooLong(int number, int limit) {
    return parameter(RefusalCode.SYNTAX, number, "has more than " + limit + " characters");
  }

  /** A parameter of a class that has no literal. */
  public static RefusedException parameterClassNotOffered(int number) {
    return parameter(
        RefusalCode.UNSUPPORTED,
        number,
        "is of a type that queries cannot take; bind a number, text, date, time, timestamp or"
            + " boolean");
  }

  /** A parameter that is NaN or infinite. */
  public static RefusedException parameterNotFinite(int number) {
    return parameter(RefusalCode.UNSUPPORTED, number, "is not a finite number");
  }

  private static RefusedException parameter(RefusalCode code, int number, String problem) {
    return refuse(code, "parameter " + number + " " + problem);
  }
}
