package org.dpjdbc.sql.refusal;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Every text that a user of the driver can read in an error, one method each, so that codes, states
 * and wording stay in one place. No text may hold anything that comes from the data.
 */
public final class Messages {
  /**
   * The longest text of a refusal of a query: what it repeats of the query may be of any length.
   */
  private static final int MAX_TEXT = 1_000;

  private Messages() {}

  /** Calcite's names for columns of a SELECT list that have none, counted from 0. */
  private static final Pattern UNNAMED = Pattern.compile("\\bEXPR\\$(\\d{1,4})\\b");

  private static RefusedException refuse(RefusalCode code, String text) {
    return new RefusedException(
        code,
        code == RefusalCode.POLICY ? text : shortened(named(text)),
        Optional.empty(),
        Optional.empty());
  }

  /** With columns that have no name called by their place. */
  private static String named(String text) {
    return UNNAMED
        .matcher(text)
        .replaceAll(place -> "unnamed column " + (Integer.parseInt(place.group(1)) + 1));
  }

  private static String shortened(String text) {
    if (text.length() <= MAX_TEXT) {
      return text;
    }
    int half = MAX_TEXT / 2;
    String end = text.substring(text.length() - half);
    // No half of a surrogate pair is left at the cut.
    return text.substring(0, half - (Character.isHighSurrogate(text.charAt(half - 1)) ? 1 : 0))
        + " ... "
        + (Character.isLowSurrogate(end.charAt(0)) ? end.substring(1) : end);
  }

  /** An aggregated expression has no derivable range. */
  public static RefusedException noBounds(String expression, String column) {
    return refuse(
            RefusalCode.NO_BOUNDS,
            "the range of "
                + expression
                + " cannot be derived: column "
                + column
                + " has no lower and upper bound in the policy; ask the data owner to declare them")
        .about(new Culprit.Column(column));
  }

  /** An aggregated expression has no derivable range, because a computed column has none. */
  public static RefusedException noBoundsOfComputed(String expression, String column) {
    return refuse(
            RefusalCode.NO_BOUNDS,
            "the range of "
                + expression
                + " cannot be derived: "
                + column
                + " is computed by the query, and nothing bounds it; write WHERE "
                + column
                + " BETWEEN 0 AND 20, or LEAST("
                + column
                + ", 20), with limits that fit, and give it a name in FROM where it has none")
        .about(new Culprit.Column(column));
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

  /**
   * A constant argument of a function is outside its domain; where a released value is, the
   * function is NULL.
   */
  public static RefusedException badArgument(String function) {
    return refuse(
        RefusalCode.FINISH,
        "a constant of the query is outside the domain of " + function + "; guard it with CASE");
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

  /** Evaluating the part above the aggregates failed. */
  public static RefusedException finishFailed() {
    return refuse(
        RefusalCode.FINISH, "the released values could not be combined as the query asks");
  }

  /** The run was stopped by a time limit or by its caller. */
  public static RefusedException stopped() {
    return refuse(
        RefusalCode.STOPPED,
        "the query was stopped; if it had been charged by then, it stays charged");
  }

  /** A statement that is no query. */
  public static RefusedException notAQuery(String statement) {
    return refuse(
        RefusalCode.READ_ONLY, statement + " is not offered: this connection answers queries only");
  }

  /** Part of {@link #policyUnusable}: releases on a database that keeps none. */
  public static String releasesNotOffered(String product) {
    return "'releases' is not offered on " + product + "; remove it";
  }

  /** Part of {@link #policyUnusable}: a schema that the database does not have. */
  public static String releaseSchemaMissing(String schema) {
    return "the schema of 'releases', "
        + schema
        + ", is not in the database; create it, and let nobody but the driver's user write there";
  }

  /** A form of CREATE or DROP that is none of those that keep an answer. */
  public static RefusedException releaseForm(String statement) {
    return refuse(
        RefusalCode.READ_ONLY,
        statement
            + " is not offered in this form: there is CREATE TABLE name AS SELECT ..., which keeps"
            + " a released answer in a table that is not there yet; dropping one is the data"
            + " owner's");
  }

  /** A name that a database is not told. */
  public static RefusedException releaseName(String name) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "'"
            + name
            + "' is no name for a kept answer or its columns: write one of letters, digits and"
            + " underscores, 60 at most, and give every column one with AS");
  }

  /** A name that two columns of a kept answer have. */
  public static RefusedException releaseNameTwice(String name) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "two columns are called " + name + "; give each a name of its own with AS");
  }

  /** A release into a schema that is not that of releases. */
  public static RefusedException releaseElsewhere(String schema, String releases) {
    return refuse(
        RefusalCode.READ_ONLY,
        "nothing is written to "
            + schema
            + ": released answers are kept in "
            + releases
            + " alone; write CREATE TABLE "
            + releases
            + ".name AS SELECT ...");
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

  /** A text out of the limits, or with characters that databases read differently. */
  public static RefusedException textRefused(String reason) {
    return refuse(RefusalCode.SYNTAX, "the statement is refused: " + reason);
  }

  /** A text that is not SQL. */
  public static RefusedException syntax(String reason) {
    return refuse(
        RefusalCode.SYNTAX,
        reason.startsWith("Non-query expression")
            ? "this is no query; a query begins with SELECT, WITH or VALUES"
            : firstLine(reason));
  }

  /** SQL that does not validate. */
  public static RefusedException invalid(String reason) {
    return refuse(RefusalCode.SYNTAX, firstLine(reason));
  }

  /** SQL that parses and validates but that the algebra has no form for. */
  public static RefusedException notUnderstood() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "this form of query is not offered; write it as SELECT ... FROM ... WHERE ... GROUP BY");
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("the statement is not understood");
  }

  /** A table that is not there, or not declared. */
  public static RefusedException unknownTable(String name) {
    return refuse(RefusalCode.UNKNOWN_TABLE, "table " + name + " not found");
  }

  /** A column that is not there, or not declared. */
  public static RefusedException unknownColumn(String name) {
    return refuse(RefusalCode.UNKNOWN_COLUMN, "column " + name + " not found");
  }

  /** A declared column, of a public table, of a type that no query reads. */
  public static RefusedException columnNotRead(String column, String type) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "column " + column + " is of type " + type + ", which is not read; leave it out");
  }

  /** A function that is not there, or not with these arguments. */
  public static RefusedException unknownFunction(String signature) {
    return refuse(RefusalCode.UNSUPPORTED, "there is no function " + signature);
  }

  /** More than one set of options. */
  public static RefusedException severalOptions() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "a query takes one set of privacy options; write them once, after the first SELECT");
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
    return refuse(RefusalCode.UNSUPPORTED, "privacy option " + name + " is written twice");
  }

  /** An option that needs a number. */
  public static RefusedException optionNotANumber(String name) {
    return refuse(RefusalCode.UNSUPPORTED, "privacy option " + name + " needs a number");
  }

  /** An option out of its range. */
  public static RefusedException optionOutOfRange(String name, String range) {
    return refuse(RefusalCode.UNSUPPORTED, "privacy option " + name + " must be " + range);
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
    return refuse(
            RefusalCode.UNSUPPORTED,
            "privacy option " + name + " goes beyond the policy, which allows at most " + limit)
        .about(new Culprit.Clause(Culprit.Kind.OPTIONS));
  }

  /** A confidence of nothing. */
  public static RefusedException confidenceWithoutError() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "privacy option confidence says how sure an error is: it needs the option error");
  }

  /** The error of what has none, however it is released. */
  public static RefusedException errorNotKnown() {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "privacy option error is for counts, sums, means, variances and the like: how far off a"
                + " quantile is depends on the rows, so does a sum whose bounds are found, and a"
                + " choice has no figure; ask for those in a query of their own")
        .about(new Culprit.Clause(Culprit.Kind.OPTIONS));
  }

  /** An accuracy that rounding alone forbids. */
  public static RefusedException errorNeverKept(String error) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "no epsilon keeps an error of at most "
                + error
                + ": numbers are rounded by more than that; ask for a greater error")
        .about(new Culprit.Clause(Culprit.Kind.OPTIONS));
  }

  /** An accuracy that only answers could tell the cost of, which was tried. */
  public static RefusedException errorTriedInVain(
      String error, String most, String spent, Optional<String> needed) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "an error of at most "
                + error
                + needed
                    .map(epsilon -> " needs an epsilon of about " + epsilon)
                    .orElse(" is beyond reach, since a value is too near to 0 to tell how much")
                + "; this query may spend "
                + most
                + ", of which finding that out took "
                + spent)
        .about(new Culprit.Clause(Culprit.Kind.OPTIONS));
  }

  /** An accuracy beyond the policy. */
  public static RefusedException errorNeedsMore(String error, String most, String needed) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "an error of at most "
                + error
                + " needs an epsilon of "
                + needed
                + "; this query may spend "
                + most)
        .about(new Culprit.Clause(Culprit.Kind.OPTIONS));
  }

  /** A parameter that was never bound. */
  public static RefusedException parameterWithoutValue(int number) {
    return refuse(RefusalCode.SYNTAX, "parameter " + number + " has no value");
  }

  /** A parameter of a text so long that no literal has it. */
  public static RefusedException parameterTooLong(int number, int limit) {
    return refuse(
        RefusalCode.SYNTAX, "parameter " + number + " has more than " + limit + " characters");
  }

  /** A parameter of a class that has no literal. */
  public static RefusedException parameterClassNotOffered(int number) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "parameter "
            + number
            + " is of a type that queries cannot take; bind a number, text,"
            + " date, time, timestamp or boolean");
  }

  /** A parameter that is NaN or infinite. */
  public static RefusedException parameterNotFinite(int number) {
    return refuse(RefusalCode.UNSUPPORTED, "parameter " + number + " is not a finite number");
  }

  /** Rows of a private table would be returned. */
  public static RefusedException rawRows(String table) {
    return refuse(
            RefusalCode.RAW_ROWS,
            "the query would return rows of the private table "
                + table
                + "; ask for aggregates instead, for example SELECT COUNT(*) FROM "
                + table)
        .about(new Culprit.Clause(Culprit.Kind.SELECT_LIST));
  }

  /** What stands in every row that is made up. */
  public static String madeUpRow() {
    return "made up from the policy; no data was read";
  }

  /** What a tool is warned of that shows rows that are made up. */
  public static String madeUpAnswer() {
    return "the rows are made up from the policy's bounds and values, and say nothing of the data;"
        + " ask for aggregates, for example COUNT(*), to learn of it";
  }

  /**
   * The code of {@link #contributionsCut}: a warning, and no refusal. It begins the text, like the
   * codes of refusals.
   */
  public static final String CUT = "DP-CUT";

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

  /** Whether a private table has rows at all would be told. */
  public static RefusedException existenceNotTold() {
    return refuse(
            RefusalCode.RAW_ROWS,
            "whether there are rows of a private table is not told; count them, for example"
                + " SELECT COUNT(*) FROM t WHERE c, which is near zero where there are none")
        .about(new Culprit.Clause(Culprit.Kind.SELECT_LIST));
  }

  /** Rows grouped by person would be returned. */
  public static RefusedException groupsByUnit(String column) {
    return refuse(
            RefusalCode.RAW_ROWS,
            "grouping by "
                + column
                + " gives one row per person; group by something that many people share")
        .about(new Culprit.Clause(Culprit.Kind.GROUP_BY));
  }

  /** A sub-query in an expression, of which one person may have several rows. */
  public static RefusedException severalRowsOfUnit() {
    return refuse(
            RefusalCode.UNIT,
            "a sub-query in an expression must give one row, and one person may have several; take"
                + " MAX, MIN, COUNT or SUM of it")
        .about(new Culprit.Clause(Culprit.Kind.SUB_QUERY));
  }

  /** A side of a join gives one row per person, or is aggregated in a way that is not offered. */
  public static RefusedException privateJoin() {
    return refuse(
            RefusalCode.UNIT,
            "a join of private tables is not offered; join private tables to public ones, or"
                + " aggregate each first")
        .about(new Culprit.Clause(Culprit.Kind.JOIN));
  }

  /**
   * Rows of different people would meet.
   *
   * @param left columns of the left side that tell whose a row is
   * @param right those of the right side
   */
  public static RefusedException privateJoin(List<String> left, List<String> right) {
    return refuse(
            RefusalCode.UNIT,
            "the join would bring rows of different people together; private tables are joined by"
                + " an equality of columns that tell whose a row is"
                + (left.isEmpty() || right.isEmpty()
                    ? ""
                    : ", here "
                        + String.join(" or ", left)
                        + " on the left and "
                        + String.join(" or ", right)
                        + " on the right"))
        .about(new Culprit.Clause(Culprit.Kind.JOIN));
  }

  /** Two private tables whose units are not declared to be the same people. */
  public static RefusedException unrelatedJoin(String left, String right) {
    return refuse(
            RefusalCode.UNIT,
            "the policy does not say that "
                + left
                + " and "
                + right
                + " are about the same people; ask the data owner for a 'references' between them,"
                + " or aggregate each first")
        .about(new Culprit.Clause(Culprit.Kind.JOIN));
  }

  /** A table with several units of which the database bounds too few. */
  public static RefusedException severalUnits(String table, List<String> columns) {
    return refuse(
            RefusalCode.UNIT,
            "each row of "
                + table
                + " is about several people, and the rows of only one of "
                + String.join(", ", columns)
                + " can be bounded here; ask the data owner for a unique key on the others")
        .about(new Culprit.Table(table));
  }

  /** A relation that would repeat or choose among rows of several people. */
  public static RefusedException severalUnitsMixed(String table) {
    return refuse(
            RefusalCode.UNIT,
            "each row of "
                + table
                + " is about several people; it is only filtered, joined to public tables by their"
                + " keys, and aggregated")
        .about(new Culprit.Table(table));
  }

  /** A release that a row of another unit would move too far. */
  public static RefusedException severalUnitsRelease(String table) {
    return refuse(
            RefusalCode.UNIT,
            "each row of "
                + table
                + " is about several people; count and sum in queries of their own, with Laplace"
                + " noise, by keys with public values that are no more than max_groups_contributed")
        .about(new Culprit.Table(table));
  }

  /** A noisy result meets private rows. */
  public static RefusedException releasedBelowFrontier() {
    return refuse(
            RefusalCode.UNIT,
            "a result of aggregation can meet the rows of a private table only as one value, which"
                + " is released first; write an aggregate without GROUP BY, or LIMIT 1, or"
                + " aggregate the private table before joining it")
        .about(new Culprit.Clause(Culprit.Kind.SUB_QUERY));
  }

  /** A condition that Calcite would translate to counts, or extremes, of people's rows. */
  public static RefusedException aggregatesAdded() {
    return refuse(
            RefusalCode.UNIT,
            "NOT IN, ALL, ANY and SOME are not offered over the rows of a private table; write NOT"
                + " EXISTS with the privacy unit in its condition, or compare with an aggregate, for"
                + " example (SELECT MAX(x) FROM t)")
        .about(new Culprit.Clause(Culprit.Kind.SUB_QUERY));
  }

  /** One value of a public table, of which the database may have several. */
  public static RefusedException severalValues() {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "the sub-query may have several rows for one row of the query; compare with a key of its"
                + " table, or write an aggregate like MAX")
        .about(new Culprit.Clause(Culprit.Kind.SUB_QUERY));
  }

  /** What may fail for a row of a public table, beside rows of a private one. */
  public static RefusedException publicNotTotal(String what) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        what
            + " of a public table is not offered beside the rows of a private table; keep the result"
            + " in a table, or join on plain columns");
  }

  /** An outer join that would make rows of people who are not there. */
  public static RefusedException outerJoin(String type) {
    return refuse(
            RefusalCode.UNIT,
            "a "
                + type
                + " join that keeps rows without a person is not offered; put the private table on"
                + " the side that is kept, or use an inner join")
        .about(new Culprit.Clause(Culprit.Kind.JOIN));
  }

  /** An aggregate would see rows that a public row makes where the private table has none. */
  public static RefusedException countsNobody() {
    return refuse(
            RefusalCode.UNIT,
            "the outer join makes a row where nobody is, and an aggregate would see it; aggregate"
                + " columns of the private table, COUNT(column) instead of COUNT(*), or use an"
                + " inner join")
        .about(new Culprit.Clause(Culprit.Kind.JOIN));
  }

  /** A group key that rows of nobody have, and that is not listed from the public table. */
  public static RefusedException groupsNobody() {
    return refuse(
            RefusalCode.UNIT,
            "the outer join makes rows where nobody is; group by columns of the public table alone,"
                + " or use an inner join")
        .about(new Culprit.Clause(Culprit.Kind.JOIN));
  }

  /** A kind of join that the database does not have. */
  public static RefusedException joinNotOffered(String type) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "the database has no "
                + type
                + " join; write a LEFT JOIN, UNION ALL the rows that have no partner")
        .about(new Culprit.Clause(Culprit.Kind.JOIN));
  }

  /** A join that may multiply rows of a table that has no unit column. */
  public static RefusedException multipliedRows(String table) {
    return refuse(
            RefusalCode.UNIT,
            "the join may repeat rows of "
                + table
                + ", and nothing tells which rows belong together; join on a unique key of the"
                + " public table")
        .about(new Culprit.Clause(Culprit.Kind.JOIN));
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

  /** Rows of one person that are joined to each other more than so many times. */
  public static RefusedException tooManyOwnJoins(int limit) {
    return refuse(
            RefusalCode.UNIT,
            "more than "
                + limit
                + " tables with several rows of one person are joined to each other, and the time"
                + " that takes could tell how many rows somebody has; aggregate each by the person"
                + " before the join")
        .about(new Culprit.Clause(Culprit.Kind.JOIN));
  }

  /** LIMIT or ORDER BY ... LIMIT below the aggregate. */
  public static RefusedException limitBelowAggregate() {
    return refuse(
            RefusalCode.UNIT,
            "LIMIT below an aggregate makes the rows of one person depend on others; put it after"
                + " the aggregation")
        .about(new Culprit.Clause(Culprit.Kind.LIMIT));
  }

  /** DISTINCT over private rows that are aggregated further. */
  public static RefusedException windowBelowAggregate() {
    return refuse(
            RefusalCode.UNIT,
            "a window function over the rows of a private table mixes people; PARTITION BY the"
                + " person, or aggregate first and apply it to the result")
        .about(new Culprit.Clause(Culprit.Kind.WINDOW));
  }

  /** A window function, or a form of one, whose result the rows alone do not tell. */
  public static RefusedException windowNotOffered(String function, String what) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            function.equals(what)
                ? function + " in a window is not offered on the rows of a private table"
                : function + " in a window over the rows of a private table does not take " + what)
        .about(new Culprit.Clause(Culprit.Kind.WINDOW));
  }

  /** A set operation that compares people's rows. */
  public static RefusedException setOperation(String operation) {
    return refuse(
            RefusalCode.UNIT,
            operation
                + " compares the rows of different people; select the person's key on both sides,"
                + " use UNION ALL, or aggregate each side first")
        .about(new Culprit.Clause(Culprit.Kind.SET_OPERATION));
  }

  /** UNION ALL of private rows and others. */
  public static RefusedException mixedUnion() {
    return refuse(
            RefusalCode.UNIT,
            "UNION ALL of private rows with rows that belong to nobody is not offered; aggregate"
                + " each side first")
        .about(new Culprit.Clause(Culprit.Kind.SET_OPERATION));
  }

  /** A correlated sub-query over private rows, or another shape without a rule. */
  public static RefusedException shapeNotOffered(String shape) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            shape + " is not offered over the rows of a private table; aggregate first")
        .about(new Culprit.Clause(Culprit.Kind.SUB_QUERY));
  }

  /** A sum whose contributions have too many digits to be clipped. */
  public static RefusedException rangeTooWideToClip(String column) {
    return refuse(
        RefusalCode.NO_BOUNDS,
        "the declared range of "
            + column
            + " has too many steps for its contributions to be clipped; ask the data owner for"
            + " narrower bounds or a coarser step, or write OPTIONS (contribution ="
            + " 'limit_groups')");
  }

  /** A column whose bounds are found is asked for more than a sum. */
  public static RefusedException autoBounds(String column) {
    return refuse(
            RefusalCode.NO_BOUNDS,
            "the policy leaves the bounds of "
                + column
                + " to be found, as SUM, AVG and MAX do; for anything else write WHERE "
                + column
                + " BETWEEN 0 AND 100, with limits that fit, or ask the data owner to declare them")
        .about(new Culprit.Column(column));
  }

  /** A floating-point expression of columns whose bounds are found: nobody knows its grid. */
  public static RefusedException autoFloating(String expression) {
    return refuse(
        RefusalCode.NO_BOUNDS,
        "the policy leaves the bounds of "
            + expression
            + " to be found, and it has no step that sums are taken on; write CAST("
            + expression
            + " AS DECIMAL(18, 2))");
  }

  /** A table whose rows per unit are found is asked for more than counts and sums. */
  public static RefusedException autoRows(String table) {
    return refuse(
            RefusalCode.NO_BOUNDS,
            "the policy leaves it to be found how many rows of "
                + table
                + " count for one person, as COUNT, SUM and AVG do; for anything else write OPTIONS"
                + " (max_rows_contributed = n)")
        .about(new Culprit.Table(table));
  }

  /** More levels of ROLLUP, CUBE and GROUPING SETS than share an epsilon with any use. */
  public static RefusedException tooManyLevels(int most) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "more than " + most + " grouping sets over private rows; name those that are needed")
        .about(new Culprit.Clause(Culprit.Kind.GROUPING_SETS));
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

  /** The most common of values that are not public. */
  public static RefusedException modeOfHidden(String column) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "MODE chooses one of the values that the policy lists, and it lists none of "
                + column
                + ": declare its values, or bounds that leave few, in the policy; or write"
                + " SELECT x, COUNT(*) ... GROUP BY x ORDER BY COUNT(*) DESC LIMIT 1, which shows"
                + " what enough people have")
        .about(new Culprit.Call("MODE"));
  }

  /** The most common of more values than are counted. */
  public static RefusedException modeOfTooMany(String column, int most) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "MODE chooses one of at most "
                + most
                + " values, and the bounds of "
                + column
                + " leave more: declare a coarser step, or write the mode of a coarser expression,"
                + " as of FLOOR(x / 10) or EXTRACT(YEAR FROM x)")
        .about(new Culprit.Call("MODE"));
  }

  /** Quantiles as an array. */
  public static RefusedException quantilesAtOnce(String aggregate) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            aggregate
                + "(x, n) is an array, and arrays are not offered; write one of its places,"
                + " APPROX_QUANTILES(x, 100)[OFFSET(90)], or PERCENTILE_DISC(0.9) WITHIN GROUP"
                + " (ORDER BY x), once for each")
        .about(new Culprit.Call(aggregate));
  }

  /** A quantile between two dates. */
  public static RefusedException continuousMoments(String aggregate) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            aggregate
                + " of dates and timestamps is not offered; write PERCENTILE_DISC(0.5) WITHIN GROUP"
                + " (ORDER BY x), which is one of them")
        .about(new Culprit.Call(aggregate));
  }

  /** The fraction of a quantile that is none. */
  public static RefusedException notAFraction(String aggregate) {
    return refuse(RefusalCode.UNSUPPORTED, "the fraction of " + aggregate + " must be in [0, 1]")
        .about(new Culprit.Call(aggregate));
  }

  /** Distinct values of several groups do not add up. */
  public static RefusedException otherGroupDistinct() {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "other_group adds up what is hidden, and the distinct values of several groups do not"
                + " add up; ask for COUNT(DISTINCT x) in a query of its own")
        .about(new Culprit.Clause(Culprit.Kind.OPTIONS));
  }

  /** What is chosen in several groups does not add up either. */
  public static RefusedException otherGroupChoices() {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "other_group adds up what is hidden, and the quantiles or modes of several groups, and"
                + " sums whose bounds are found, do not add up; ask for them in a query of its own")
        .about(new Culprit.Clause(Culprit.Kind.OPTIONS));
  }

  /** A group of all that is hidden can hold all of a unit's groups, however many. */
  public static RefusedException otherGroupClipped() {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "other_group is not offered where contributions are clipped for Gaussian noise; write"
                + " OPTIONS (contribution = 'limit_groups') or OPTIONS (noise = 'laplace')")
        .about(new Culprit.Clause(Culprit.Kind.OPTIONS));
  }

  /** The group of all that is hidden has NULL for its key. */
  public static RefusedException otherGroupKey(String key) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "other_group needs keys that can be NULL, as its own key is; group by NULLIF("
                + key
                + ", '') or the like")
        .about(new Culprit.Clause(Culprit.Kind.OPTIONS));
  }

  /** A histogram whose parts are not told by the query. */
  public static RefusedException widthBucketArguments(int most) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "WIDTH_BUCKET(x, low, high, n) takes constants with low below high, and n from 1 to "
                + most)
        .about(new Culprit.Call("WIDTH_BUCKET"));
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

  /** Randomized answers where they are read otherwise than the rules have it. */
  public static RefusedException randomizedNotTakenApart(String column) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            column
                + " holds randomized answers, and this way of reading them cannot be taken apart"
                + " into the answers and everything else; write WHERE "
                + column
                + ", FILTER (WHERE "
                + column
                + "), GROUP BY "
                + column
                + " or CASE WHEN "
                + column
                + " THEN x END, joined by AND to conditions on other columns")
        .about(new Culprit.Column(column));
  }

  /** An expression over randomized answers that grows where it is written out. */
  public static RefusedException randomizedTooLarge(String column) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "too much is computed of the randomized answers in " + column + "; write less")
        .about(new Culprit.Column(column));
  }

  /** Rows chosen by randomized answers below what is not an aggregate over everybody. */
  public static RefusedException randomizedBelow(String column) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "who fulfils a condition on the randomized answers in "
                + column
                + " is not known; put the condition beside COUNT, SUM or AVG over all people, not"
                + " into a sub-query, a set operation, a window or the outer side of a join")
        .about(new Culprit.Column(column));
  }

  /** An aggregate that is not linear in the rows. */
  public static RefusedException randomizedAggregate(String aggregate, String column) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            aggregate
                + " by the randomized answers in "
                + column
                + " is not offered: who gave which answer is not known; there are COUNT, SUM and"
                + " AVG")
        .about(new Culprit.Column(column));
  }

  /** Randomized answers aggregated for each person. */
  public static RefusedException randomizedPerUnit() {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "randomized answers tell nothing of one person; count them over all people, without"
                + " grouping by the person first")
        .about(new Culprit.Clause(Culprit.Kind.GROUP_BY));
  }

  /** Randomized answers in rows that are not aggregated. */
  public static RefusedException randomizedNotAggregated() {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "the query reads randomized answers without an aggregate; there are COUNT, SUM and AVG")
        .about(new Culprit.Clause(Culprit.Kind.QUERY));
  }

  /** More randomized columns together than leave anything but noise. */
  public static RefusedException randomizedTooMany(int most) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "more than "
                + most
                + " columns of randomized answers in one aggregate: what is left of them is noise;"
                + " ask for fewer together")
        .about(new Culprit.Clause(Culprit.Kind.QUERY));
  }

  /** One randomized column, read in two scans of its table. */
  public static RefusedException randomizedTwice(String column) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "the randomized answers in "
                + column
                + " are joined with themselves: they were not flipped independently of each other;"
                + " read the table once")
        .about(new Culprit.Column(column));
  }

  /** Randomized answers among the keys of several levels. */
  public static RefusedException randomizedLevels(String column) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "ROLLUP, CUBE and GROUPING SETS over the randomized answers in "
                + column
                + " are not offered; group by "
                + column
                + " in a query of its own")
        .about(new Culprit.Clause(Culprit.Kind.GROUPING_SETS));
  }

  /** DISTINCT inside an aggregate other than COUNT. */
  public static RefusedException distinctNotOffered(String aggregate) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            aggregate + "(DISTINCT x) is not offered over private rows; only COUNT(DISTINCT x) is")
        .about(new Culprit.Call(aggregate));
  }

  /** A table without the contribution bound that the query needs. */
  public static RefusedException noContributionBound(String table, String setting) {
    return refuse(
            RefusalCode.NO_BOUNDS,
            "one person may have many rows in "
                + table
                + ", and the policy sets no "
                + setting
                + "; ask the data owner to declare it, or write OPTIONS ("
                + setting
                + " = n)")
        .about(new Culprit.Table(table));
  }

  /** Sub-queries within sub-queries, and so on, that each unite or join. */
  public static RefusedException nestedTooDeep(int limit) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "set operations or joins are nested more than "
                + limit
                + " levels deep below the aggregates; write them one after the other")
        .about(new Culprit.Clause(Culprit.Kind.SUB_QUERY));
  }

  /** More joins in one statement for the database than it plans in a moment. */
  public static RefusedException tooManyJoins(int limit) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "more than " + limit + " joins below the aggregates; aggregate parts of them first")
        .about(new Culprit.Clause(Culprit.Kind.JOIN));
  }

  /** More aggregates over one relation than can be planned in a moment. */
  public static RefusedException tooManyAggregates(int limit) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "more than " + limit + " aggregates in one SELECT; ask for them in several queries")
        .about(new Culprit.Clause(Culprit.Kind.SELECT_LIST));
  }

  /** More grouping columns of one relation than can be planned. */
  public static RefusedException tooManyKeys(int limit) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "more than " + limit + " grouping columns in one SELECT; group by fewer")
        .about(new Culprit.Clause(Culprit.Kind.GROUP_BY));
  }

  /** A set operation of private tables about different people. */
  public static RefusedException privateUnion() {
    return refuse(
            RefusalCode.UNIT,
            "the private tables of a set operation must be about the same people; aggregate each"
                + " and combine the results")
        .about(new Culprit.Clause(Culprit.Kind.SET_OPERATION));
  }

  /** An aggregate of several columns. */
  public static RefusedException severalArguments(String aggregate) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            aggregate + " of several columns is not offered over private rows")
        .about(new Culprit.Call(aggregate));
  }

  /** Rows without a unit column that UNION ALL repeats, grouped by private keys. */
  public static RefusedException repeatedRows(String table) {
    return refuse(
            RefusalCode.UNIT,
            "UNION ALL repeats rows of "
                + table
                + ", and nothing tells which belong together; group by columns with declared"
                + " values")
        .about(new Culprit.Clause(Culprit.Kind.SET_OPERATION));
  }

  /** A variance over a range whose squares do not fit. */
  public static RefusedException rangeTooWide(String column) {
    return refuse(
        RefusalCode.NO_BOUNDS,
        "the declared range of "
            + column
            + " has too many steps for a variance; ask the data owner for narrower bounds or a"
            + " coarser step");
  }

  /** Something needs a delta, and there is none. */
  public static RefusedException needsDelta(boolean gaussian) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        (gaussian ? "Gaussian noise" : "grouping by a column without declared values")
            + " needs a delta above 0; write OPTIONS (delta = ...), up to the policy's");
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

  /** A name that the ledger cannot write down; the name itself is not repeated. */
  public static RefusedException analystUnusable(int limit) {
    return refuse(
        RefusalCode.POLICY,
        "the queries cannot be charged to a name like that: the analyst's name (the parameter"
            + " dp.analyst, or else the user) has 1 to "
            + limit
            + " characters and no control characters");
  }

  /** A parameter of the backend that is known to load code, run statements or open files. */
  public static RefusedException backendParameterRefused(String key) {
    return refuse(
        RefusalCode.POLICY,
        "the database parameter "
            + key
            + " can load code, run statements or write files, and is refused; remove it");
  }

  /** A setting of the backend of which it is not known that it does no harm. */
  public static RefusedException backendParameterUnknown(String key) {
    return refuse(
        RefusalCode.POLICY,
        "the database parameter "
            + key
            + " is not among those that are known to do no harm, and is refused; remove it");
  }

  /** A URL in which a driver may read another name than the one that is seen. */
  public static RefusedException backendUrlEscapes() {
    return refuse(
        RefusalCode.POLICY,
        "a backslash among the parameters of the database's URL, or a name of one that is not plain"
            + " ASCII, is refused: the database's driver may read it as another parameter; write"
            + " names plainly, paths with '/', and give values with a backslash in the properties");
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

  /** The database knows no such user by such a password; its own words are in the log alone. */
  public static RefusedException loginRefused() {
    return refuse(
        RefusalCode.LOGIN,
        "the database does not let this user in: check user and password; the reason is logged for"
            + " the data owner");
  }

  /** No connection to the database became free, or could be made, in time. */
  public static RefusedException noConnectionFree() {
    return refuse(
        RefusalCode.BACKEND,
        "no connection to the database became free in time; nothing was charged for this query");
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

  /** A unit that dates are not cut at, or one that is not written out. */
  public static RefusedException truncUnit() {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "DATE_TRUNC takes a unit and a date or timestamp, as in DATE_TRUNC('month', x) or"
                + " DATE_TRUNC(x, MONTH); the units are YEAR, QUARTER, MONTH, WEEK, DAY, HOUR,"
                + " MINUTE and SECOND")
        .about(new Culprit.Call("DATE_TRUNC"));
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

  /** A statement whose analysis takes more steps than one may. */
  public static RefusedException tooMuchWork(int steps) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "the query is too complex: analysing it takes more than "
            + steps
            + " steps; ask parts of it, with fewer joins, levels of sub-queries and repeated"
            + " expressions");
  }

  /** What stands above the aggregates would take more memory than there is for it. */
  public static RefusedException tooMuchMemory(long megabytes) {
    return refuse(
        RefusalCode.LIMIT,
        "what is computed of released values takes more than the "
            + megabytes
            + " MB that all queries may hold together; ask for fewer rows, or shorter texts");
  }

  /** A type of texts of fixed length that is longer than any is filled up to. */
  public static RefusedException tooLongType(int length) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "CHAR and BINARY are offered up to a length of " + length + "; use VARCHAR");
  }

  /** A text that is put together of others on the rows of a private table. */
  public static RefusedException textTooLong(String operator, long most, int limit) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "the text can have "
                + most
                + " characters, and no more than "
                + limit
                + " are offered on the rows of a private table; put fewer texts together, or the"
                + " beginning of each: LEFT(x, 100)")
        .about(new Culprit.Call(operator));
  }

  /** Texts that are searched and put together so often that one row could take long. */
  public static RefusedException textsTooLong(long most, long limit) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "the texts of one row can take "
            + most
            + " steps to search and to put together, and no more than "
            + limit
            + " are offered on the rows of a private table; ask in several queries, or search the"
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

  /** What is offered elsewhere, on a database that the build does not run. */
  public static RefusedException notOfferedOn(String what, String product) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        what
            + " is not offered on "
            + product
            + " below the aggregates; compute it above them, or ask for something else");
  }

  /** A database that no dialect is for. */
  public static RefusedException backendNotOffered(String product, List<String> offered) {
    return refuse(
        RefusalCode.POLICY,
        "the database "
            + product
            + " is not offered; in the versions that the documentation says, these are: "
            + String.join(", ", offered));
  }

  /** The policy has problems: file and line each. */
  public static RefusedException policyUnusable(String problems) {
    return refuse(RefusalCode.POLICY, "the policy cannot be used:\n" + problems);
  }

  /** A policy without a place of its own, and no ledger. */
  public static RefusedException ledgerMissing() {
    return refuse(
        RefusalCode.POLICY,
        "a policy from the class path has no place for a ledger beside it; set dp.ledger");
  }

  /** The ledger cannot be used; what was found is in the owner's log alone. */
  public static RefusedException ledgerUnusable(String summary) {
    return refuse(
        RefusalCode.POLICY,
        summary + ", so nothing is answered; the data owner finds the details in the log");
  }

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
}
