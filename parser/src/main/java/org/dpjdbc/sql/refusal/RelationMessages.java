package org.dpjdbc.sql.refusal;

import static org.dpjdbc.sql.refusal.Refusals.refuse;

import java.math.BigDecimal;
import java.util.List;

/**
 * Every text that a user can read where the planner refuses what a query does with private rows
 * before they are aggregated: joins, set operations, sub-queries, windows and grouping. No text may
 * hold anything that comes from the data.
 */
public final class RelationMessages {
  private RelationMessages() {}

  /**
   * Rows of a private table would be returned.
   *
   * @param counts whether the number of its rows is answered, as it is with the policy's limits
   */
  public static RefusedException rawRows(String table, boolean counts) {
    String count = "SELECT COUNT(*) FROM " + table;
    return refuse(
            RefusalCode.RAW_ROWS,
            "the query would return rows of the private table "
                + table
                + "; ask for aggregates instead")
        .about(new Culprit.Clause(Culprit.Kind.SELECT_LIST))
        .or(
            counts ? ", for example " + count : "",
            counts ? List.of(new Rewrite.AnotherQuery(count)) : List.of());
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

  /** Whether a private table has rows at all would be told. */
  public static RefusedException existenceNotTold() {
    return refuse(
            RefusalCode.RAW_ROWS,
            "whether there are rows of a private table is not told; count them with COUNT(*), which"
                + " is near zero where there are none")
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

  /**
   * Something needs a delta, and there is none.
   *
   * @param max that a query may use
   */
  public static RefusedException needsDelta(boolean gaussian, BigDecimal max) {
    Rewrite.WithOption delta = new Rewrite.WithOption("delta", max.toPlainString());
    boolean possible = max.signum() > 0;
    return refuse(
            RefusalCode.UNSUPPORTED,
            (gaussian ? "Gaussian noise" : "grouping by a column without declared values")
                + " needs a delta above 0"
                + (possible ? "" : ", which the policy does not allow"))
        .or(possible ? "; write " + delta.shown() : "", possible ? List.of(delta) : List.of());
  }

  /** A table without the contribution bound that the query needs. */
  public static RefusedException noContributionBound(String table, String setting) {
    Rewrite.WithOption bound = new Rewrite.WithOption(setting, "5");
    return refuse(
            RefusalCode.NO_BOUNDS,
            "one person may have many rows in "
                + table
                + ", and the policy sets no "
                + setting
                + "; ask the data owner to declare it")
        .about(new Culprit.Table(table))
        .or(", or write " + bound.shown() + ", with a number that you choose", List.of(bound));
  }

  /** The same for a table whose rows a join or a union may repeat. */
  public static RefusedException noBoundOfRepeatedRows(String table, String setting) {
    Rewrite.WithOption bound = new Rewrite.WithOption(setting, "5");
    return refuse(
            RefusalCode.NO_BOUNDS,
            "the query may repeat the rows of "
                + table
                + ", and nothing bounds how often; join on a unique key of the other table")
        .about(new Culprit.Table(table))
        .or(", or write " + bound.shown() + ", with a number that you choose", List.of(bound));
  }

  /** Bounds of what a person has in a group, where it may have several rows there. */
  public static RefusedException boundsOfGroup(String table) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "the bounds of a count, sum or mean are of what one person has in a group, and one"
                + " person may have several rows of "
                + table
                + " there; bound each row instead, as in SUM(LEAST(GREATEST(x, 0), 100)), or"
                + " aggregate for each person in a sub-query first")
        .about(new Culprit.Table(table));
  }

  /** A key without public values, where the query says that all are public. */
  public static RefusedException groupsNotPublic(String key) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "group_selection_strategy is PUBLIC_GROUPS, and the values of the key "
                + key
                + " are not public; join a public table that has them, group by an expression with"
                + " few values, or leave the option out: then groups with enough people are shown")
        .about(new Culprit.Clause(Culprit.Kind.OPTIONS));
  }

  /** Another column than that which tells whose a row is. */
  public static RefusedException otherUnitColumn(
      String written, String table, List<String> columns) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "privacy_unit_column is "
                + written
                + ", and by the policy "
                + (columns.isEmpty()
                    ? "each row of " + table + " is a unit of its own"
                    : String.join(" and ", columns) + " tells whose a row of " + table + " is")
                + "; leave the option out")
        .about(new Culprit.Clause(Culprit.Kind.OPTIONS));
  }

  /** Rows without a unit column that the query repeats, grouped by private keys. */
  public static RefusedException repeatedRows(String table) {
    return refuse(
            RefusalCode.UNIT,
            "the query repeats rows of "
                + table
                + ", and nothing says which of them belong to the same person; group by columns"
                + " with declared values")
        .about(new Culprit.Clause(Culprit.Kind.SET_OPERATION));
  }

  /** A join that may multiply rows of a table that has no unit column. */
  public static RefusedException multipliedRows(String table) {
    return refuse(
            RefusalCode.UNIT,
            "the join may repeat rows of "
                + table
                + ", and nothing says which of them belong to the same person; join on a unique key"
                + " of the public table")
        .about(new Culprit.Clause(Culprit.Kind.JOIN));
  }

  /** A table with several units of which the database bounds too few. */
  public static RefusedException severalUnits(String table, List<String> columns) {
    return aboutSeveral(
        table,
        ", and the rows of only one of "
            + String.join(", ", columns)
            + " can be bounded here; ask the data owner for a unique key on the others");
  }

  /** A relation that would repeat or choose among rows of several people. */
  public static RefusedException severalUnitsMixed(String table) {
    return aboutSeveral(
        table, "; it is only filtered, joined to public tables by their keys, and aggregated");
  }

  /** A release that a row of another unit would move too far. */
  public static RefusedException severalUnitsRelease(String table) {
    return aboutSeveral(
        table,
        "; count and sum in queries of their own, with Laplace noise, by keys with public values"
            + " that are no more than max_groups_contributed");
  }

  private static RefusedException aboutSeveral(String table, String consequence) {
    return refuse(
            RefusalCode.UNIT, "each row of " + table + " is about several people" + consequence)
        .about(new Culprit.Table(table));
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
            "the join would combine rows of different people; join private tables by an equality of"
                + " the columns that identify the person"
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

  /** An outer join that would make rows of people who are not there. */
  public static RefusedException outerJoin(String type) {
    return refuse(
            RefusalCode.UNIT,
            "the "
                + type
                + " JOIN would keep rows without a person, which belong to nobody; put the private"
                + " table on the side whose rows are all kept, or use an inner join")
        .about(new Culprit.Clause(Culprit.Kind.OUTER_JOIN));
  }

  /** An aggregate would see rows that a public row makes where the private table has none. */
  public static RefusedException countsNobody() {
    return refuse(
            RefusalCode.UNIT,
            "the outer join adds unmatched rows, which belong to nobody, and an aggregate would"
                + " count them; aggregate columns of the private table, with COUNT(column) instead"
                + " of COUNT(*), or use an inner join")
        .about(new Culprit.Clause(Culprit.Kind.OUTER_JOIN))
        .or("", List.of(new Rewrite.InnerJoin()));
  }

  /** A group key that rows of nobody have, and that is not listed from the public table. */
  public static RefusedException groupsNobody() {
    return refuse(
            RefusalCode.UNIT,
            "the outer join adds unmatched rows, which belong to nobody; group only by columns of"
                + " the public table as they are, or use an inner join")
        .about(new Culprit.Clause(Culprit.Kind.OUTER_JOIN))
        .or("", List.of(new Rewrite.InnerJoin()));
  }

  /** A list of groups that an outer join keeps, and that a condition on private rows may empty. */
  public static RefusedException groupsOfCondition() {
    return refuse(
            RefusalCode.UNIT,
            "a condition on private rows may remove all rows of a group, and which groups are left"
                + " is not told; count the rows of each group with COUNT(column) of the private"
                + " table, or use an inner join")
        .about(new Culprit.Clause(Culprit.Kind.OUTER_JOIN))
        .or("", List.of(new Rewrite.InnerJoin()));
  }

  /** A kind of join that the database does not have. */
  public static RefusedException joinNotOffered(String type) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "the database has no "
                + type
                + " join; write a LEFT JOIN, and add the unmatched rows with UNION ALL")
        .about(new Culprit.Clause(Culprit.Kind.JOIN));
  }

  /** Rows whose number is known only when the query has begun, joined to more without a key. */
  public static RefusedException productOfSets() {
    return refuse(
            RefusalCode.UNIT,
            "the groups of a sub-query are joined to other public or released rows without a key,"
                + " and how many combinations there will be is not known before; join them on the"
                + " columns that the sub-query groups by")
        .about(new Culprit.Clause(Culprit.Kind.JOIN));
  }

  /** Rows of one person that are joined to each other more than so many times. */
  public static RefusedException tooManyOwnJoins(int limit) {
    return refuse(
            RefusalCode.UNIT,
            "more than "
                + limit
                + " tables with several rows per person are joined to each other, and the running"
                + " time could reveal how many rows a person has; aggregate each table per person"
                + " before the join")
        .about(new Culprit.Clause(Culprit.Kind.JOIN));
  }

  /** Some of the rows of a table, chosen at random. */
  public static RefusedException tableSample() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "TABLESAMPLE is not offered: a sample costs as much as all rows, and its answer is less"
            + " exact; leave it out, or filter by a column, as in WHERE MOD(id, 10) = 0");
  }

  /** WITH RECURSIVE in a query that names a private table. */
  public static RefusedException recursionBesidePrivate() {
    return refuse(
        RefusalCode.UNSUPPORTED,
        "WITH RECURSIVE is only offered in queries over public tables; for a calendar, GROUP BY"
            + " DATE_TRUNC('day', x) lists empty days, too; else write the rows with VALUES, or"
            + " keep them in a public table");
  }

  /** A column whose types in the two parts of a recursion differ. */
  public static RefusedException recursionTypes(String column) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            column
                + " has different types in the two parts of WITH RECURSIVE; cast it to the same"
                + " type in both, as in CAST(x AS VARCHAR(1000))")
        .about(new Culprit.Column(column));
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

  /** A set operation of private tables about different people. */
  public static RefusedException privateUnion() {
    return refuse(
            RefusalCode.UNIT,
            "the private tables of a set operation must be about the same people; aggregate each"
                + " and combine the results")
        .about(new Culprit.Clause(Culprit.Kind.SET_OPERATION));
  }

  /** A sub-query in an expression, of which one person may have several rows. */
  public static RefusedException severalRowsOfUnit() {
    return refuse(
            RefusalCode.UNIT,
            "a sub-query in an expression must return one row, and one person may have several;"
                + " aggregate it with MAX, MIN, COUNT or SUM")
        .about(new Culprit.Clause(Culprit.Kind.SUB_QUERY));
  }

  /** A noisy result meets private rows. */
  public static RefusedException releasedBelowFrontier() {
    return refuse(
            RefusalCode.UNIT,
            "a sub-query that is used as a value of private rows must have one row whatever the"
                + " data; write an aggregate without GROUP BY, or use its rows as a set, by IN or a"
                + " join")
        .about(new Culprit.Clause(Culprit.Kind.SUB_QUERY));
  }

  /** A condition that Calcite would translate to counts, or extremes, of people's rows. */
  public static RefusedException aggregatesAdded() {
    return refuse(
            RefusalCode.UNIT,
            "NOT IN, ALL, ANY and SOME are not offered over the rows of a private table; write NOT"
                + " EXISTS with the privacy unit in its condition, or compare with an aggregate,"
                + " for example (SELECT MAX(x) FROM t)")
        .about(new Culprit.Clause(Culprit.Kind.SUB_QUERY));
  }

  /** Rows of other people that a sub-query is asked for, of which it names no groups. */
  public static RefusedException groupsAdded() {
    return refuse(
            RefusalCode.UNIT,
            "the sub-query would compare rows of different people; write groups that are released"
                + " first: IN (SELECT x FROM t GROUP BY x), or a join with (SELECT x, COUNT(*) AS n"
                + " FROM t GROUP BY x)")
        .about(new Culprit.Clause(Culprit.Kind.SUB_QUERY));
  }

  /** Groups that are always listed, whether or not anybody is in them. */
  public static RefusedException listedBelowFrontier() {
    return refuse(
            RefusalCode.UNIT,
            "the sub-query's groups are all listed, whether or not anybody is in them, so that they"
                + " say nothing about private rows; add HAVING COUNT(*) > 0 to it, or write the"
                + " values")
        .about(new Culprit.Clause(Culprit.Kind.SUB_QUERY));
  }

  /** One value of a public table, of which the database may have several. */
  public static RefusedException severalValues() {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "the sub-query may return several rows for one row of the query; compare with a key of"
                + " its table, or write an aggregate such as MAX")
        .about(new Culprit.Clause(Culprit.Kind.SUB_QUERY));
  }

  /** What may fail for a row of a public table, beside rows of a private one. */
  public static RefusedException publicNotTotal(String what) {
    return refuse(
        RefusalCode.UNSUPPORTED,
        what
            + " of a public table is not offered beside the rows of a private table; keep the"
            + " result in a table, or join on plain columns");
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

  /**
   * A rank of a person's row among those of others, by which people compute medians.
   *
   * @param order the column that the rows are in order of
   */
  public static RefusedException ranksBelowAggregate(String order) {
    return windowBelowAggregate()
        .or(
            "; for a median or another quantile write PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY "
                + order
                + ")",
            List.of());
  }

  /** A window function within a sub-query that depends on the rows of the outer query. */
  public static RefusedException windowOfOuterRows() {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "a window function over rows that are chosen by the outer query is not offered, unless"
                + " it is partitioned by the column that is compared with the outer query's")
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

  /** A correlated sub-query over private rows, or another shape without a rule. */
  public static RefusedException shapeNotOffered(String shape) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            shape + " is not offered over the rows of a private table; aggregate first")
        .about(new Culprit.Clause(Culprit.Kind.SUB_QUERY));
  }

  /** Randomized answers where they are read otherwise than the rules have it. */
  public static RefusedException randomizedNotTakenApart(String column) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            column
                + " holds randomized answers, and this expression cannot be separated into a"
                + " condition on them and the rest; write WHERE "
                + column
                + ", FILTER (WHERE "
                + column
                + "), GROUP BY "
                + column
                + " or CASE WHEN "
                + column
                + " THEN x END, combined by AND with conditions on other columns")
        .about(new Culprit.Column(column));
  }

  /** An expression over randomized answers that grows where it is written out. */
  public static RefusedException randomizedTooLarge(String column) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "the expression over the randomized answers in "
                + column
                + " is too large; write a shorter one")
        .about(new Culprit.Column(column));
  }

  /** Rows chosen by randomized answers below what is not an aggregate over everybody. */
  public static RefusedException randomizedBelow(String column) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "nobody knows who satisfies a condition on the randomized answers in "
                + column
                + "; apply the condition to COUNT, SUM or AVG over all people, not in a sub-query,"
                + " a set operation, a window or the outer side of a join")
        .about(new Culprit.Column(column));
  }

  /** An aggregate that is not linear in the rows. */
  public static RefusedException randomizedAggregate(String aggregate, String column) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            aggregate
                + " over the randomized answers in "
                + column
                + " is not offered, because nobody knows who gave which answer; use COUNT, SUM or"
                + " AVG")
        .about(new Culprit.Column(column));
  }

  /** Randomized answers aggregated for each person. */
  public static RefusedException randomizedPerUnit() {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "randomized answers say nothing about one person; count them over all people, without"
                + " grouping by the person first")
        .about(new Culprit.Clause(Culprit.Kind.GROUP_BY));
  }

  /** Randomized answers in rows that are not aggregated. */
  public static RefusedException randomizedNotAggregated() {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "the query reads randomized answers without an aggregate; use COUNT, SUM or AVG")
        .about(new Culprit.Clause(Culprit.Kind.QUERY));
  }

  /** More randomized columns together than leave anything but noise. */
  public static RefusedException randomizedTooMany(int max) {
    return moreThan(
        max,
        "columns of randomized answers in one aggregate, whose estimate would be nothing but noise;"
            + " use fewer",
        Culprit.Kind.QUERY);
  }

  /** One randomized column, read in two scans of its table. */
  public static RefusedException randomizedTwice(String column) {
    return refuse(
            RefusalCode.UNSUPPORTED,
            "the randomized answers in "
                + column
                + " are joined with themselves, and the two copies were not flipped independently;"
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

  /** More levels of ROLLUP, CUBE and GROUPING SETS than share an epsilon with any use. */
  public static RefusedException tooManyLevels(int max) {
    return moreThan(
        max,
        "grouping sets over private rows; name those that are needed",
        Culprit.Kind.GROUPING_SETS);
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
    return moreThan(
        limit, "joins below the aggregates; aggregate parts of them first", Culprit.Kind.JOIN);
  }

  /** More aggregates over one relation than can be planned in a moment. */
  public static RefusedException tooManyAggregates(int limit) {
    return moreThan(
        limit,
        "aggregates in one SELECT; ask for them in several queries",
        Culprit.Kind.SELECT_LIST);
  }

  /** More grouping columns of one relation than can be planned. */
  public static RefusedException tooManyKeys(int limit) {
    return moreThan(limit, "grouping columns in one SELECT; group by fewer", Culprit.Kind.GROUP_BY);
  }

  private static RefusedException moreThan(int limit, String what, Culprit.Kind kind) {
    return refuse(RefusalCode.UNSUPPORTED, "more than " + limit + " " + what)
        .about(new Culprit.Clause(kind));
  }
}
