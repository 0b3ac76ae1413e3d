package org.dpjdbc.sql.refusal;

import java.math.BigDecimal;
import java.util.List;

/**
 * Refusals of what a query does with private rows before they are aggregated: joins, set
 * operations, subqueries, windows and grouping. No message may hold anything that comes from the
 * data.
 */
public final class RelationMessages {
  private static final RefusalTable TABLE =
      RefusalTable.of(
          """
          rawRows RAW_ROWS SELECT_LIST: the query would return rows of the private table {0}; ask
            for aggregates instead
          existenceNotDisclosed RAW_ROWS SELECT_LIST: the query would disclose whether a private table
            has rows; use COUNT(*), which is near zero if there are none
          groupsByUnit RAW_ROWS GROUP_BY: grouping by {0} returns one row per person; group by a
            column that many people share
          needsDelta UNSUPPORTED: {0} needs a delta above 0
          noContributionBound NO_BOUNDS table:0: a person may have many rows in {0}, and the
            policy does not set {1}; ask the data owner to set it ~ , or write {2}, with a number
            of your choice
          noBoundOfRepeatedRows NO_BOUNDS table:0: the query may repeat rows of {0}, and nothing
            limits how often; join on a unique key of the other table ~ , or write {1}, with a
            number of your choice
          boundsOfGroup UNSUPPORTED table:0: bounds per group cannot stand beside other aggregates
            than COUNT and SUM, or with ROLLUP, if a person may have several rows of {0}; query
            the other aggregates separately
          groupsNotPublic UNSUPPORTED OPTIONS: group_selection_strategy = PUBLIC_GROUPS requires
            public values for the key {0}; join a public table that has them, group by an
            expression with few values, or omit the option to show groups with enough people
          otherUnitColumn UNSUPPORTED OPTIONS: privacy_unit_column is {0}, but the policy says
            that {1}; omit the option
          repeatedRows UNIT SET_OPERATION: the query repeats rows of {0}, which has no privacy
            unit column to identify the copies; group by columns with declared values
          multipliedRows UNIT JOIN: the join may repeat rows of {0}, which has no privacy unit
            column to identify the copies; join on a unique key of the public table
          severalUnits UNIT table:0: each row of {0} is about several people, and only the rows of
            one of {1} can be bounded here; ask the data owner for a unique key on the others
          severalUnitsMixed UNIT table:0: each row of {0} is about several people; it can only be
            filtered, joined to public tables by their keys, and aggregated
          severalUnitsRelease UNIT table:0: each row of {0} is about several people; use a
            separate query with only counts and sums, Laplace noise, and keys with public values,
            at most max_groups_contributed of them
          privateJoin UNIT JOIN: this join of private tables is not supported; join private tables
            to public ones, or aggregate each first
          privateJoinOn UNIT JOIN: the join would combine rows of different people; join private
            tables on equality of the columns that identify the person{0}
          unrelatedJoin UNIT JOIN: the policy does not say that {0} and {1} are about the same
            people; ask the data owner to declare 'references' between them, or aggregate each
            first
          outerJoin UNIT OUTER_JOIN: the {0} JOIN would keep unmatched rows, which belong to no
            person; put the private table on the preserved side, or use an inner join
          antiJoin UNIT OUTER_JOIN: the query would disclose which public rows have no match in a
            private table; count the matches of each instead: SELECT p.id, COUNT(t.id) FROM p LEFT
            JOIN t ON t.p_id = p.id GROUP BY p.id
          countsUnmatchedRows UNIT OUTER_JOIN: the outer join adds unmatched rows, which the aggregate
            would count; aggregate columns of the private table, with COUNT(column) instead of
            COUNT(*), or use an inner join
          groupsUnmatchedRows UNIT OUTER_JOIN: the outer join adds unmatched rows, which belong to no
            person; group only by unmodified columns of the public table, or use an inner join
          groupsOfCondition UNIT OUTER_JOIN: a condition on private rows may remove all rows of a
            group, which would disclose that none match; count the rows of each group with
            COUNT(column) of the private table, or use an inner join
          joinNotOffered UNSUPPORTED JOIN: the database has no {0} join; write a LEFT JOIN, and
            add the unmatched rows with UNION ALL
          productOfSets UNIT JOIN: the groups of a subquery are joined to public or released rows
            without a key, so the number of combinations is unknown; join on the columns that the
            subquery groups by
          tooManyOwnJoins UNIT JOIN: more than {0} tables with several rows per person are joined,
            and the running time could disclose how many; aggregate each table per person before
            the join
          tableSample UNSUPPORTED: TABLESAMPLE is not supported; a sample costs as much as all
            rows and is less accurate: omit it, or filter by a column, as in WHERE MOD(id, 10) = 0
          recursionBesidePrivate UNSUPPORTED: WITH RECURSIVE is only supported in queries on
            public tables; for a calendar, GROUP BY DATE_TRUNC('day', x) lists empty days too;
            otherwise write the rows with VALUES, or keep them in a public table
          recursionTypes UNSUPPORTED column:0: {0} has different types in the two parts of WITH
            RECURSIVE; cast it to the same type in both, as in CAST(x AS VARCHAR(1000))
          setOperation UNIT SET_OPERATION: {0} compares rows of different people; select the
            privacy unit on both sides, use UNION ALL, or aggregate each side first
          mixedUnion UNIT SET_OPERATION: UNION ALL cannot combine private rows with rows that
            belong to no person; aggregate each side first
          privateUnion UNIT SET_OPERATION: the private tables of a set operation must be about the
            same people; aggregate each and combine the results
          severalRowsOfUnit UNIT SUB_QUERY: a scalar subquery must return one row, and a person
            may have several; aggregate it with MAX, MIN, COUNT or SUM
          releasedBelowFrontier UNIT SUB_QUERY: a subquery used as a value in private rows must
            always return one row; write an aggregate without GROUP BY, or use its rows as a set,
            with IN or a join
          aggregatesAdded UNIT SUB_QUERY: NOT IN, ALL, ANY and SOME are not supported on rows of a
            private table; write NOT EXISTS with the privacy unit in its condition, or compare
            with an aggregate, for example (SELECT MAX(x) FROM t)
          groupsAdded UNIT SUB_QUERY: the subquery would compare rows of different people; release
            its groups first: IN (SELECT x FROM t GROUP BY x), or a join with (SELECT x, COUNT(*)
            AS n FROM t GROUP BY x)
          listedBelowFrontier UNIT SUB_QUERY: the subquery always lists all of its groups,
            including empty ones; add HAVING COUNT(*) > 0 to it, or write the values
          severalValues UNSUPPORTED SUB_QUERY: the subquery may return several rows for one outer
            row; compare with a key of its table, or use an aggregate such as MAX
          publicNotTotal UNSUPPORTED: {0} of a public table is not supported in a query on private
            rows; store the result in a table, or join on plain columns
          limitBelowAggregate UNIT LIMIT: LIMIT below an aggregate makes one person's rows depend
            on other people's; apply it after the aggregation
          windowBelowAggregate UNIT WINDOW: a window function on rows of a private table mixes
            people; PARTITION BY the privacy unit, or aggregate first and apply it to the result
          windowOfOuterRows UNSUPPORTED WINDOW: a window function in a correlated subquery must be
            partitioned by the column that is compared with the outer query
          windowNotOffered UNSUPPORTED WINDOW: in a window on rows of a private table, {0} does
            not support {1}
          windowFunctionNotOffered UNSUPPORTED WINDOW: {0} is not supported in a window on rows of
            a private table
          shapeNotOffered UNSUPPORTED SUB_QUERY: {0} is not supported on rows of a private table;
            aggregate first
          randomizedNotTakenApart UNSUPPORTED column:0: {0} holds randomized responses, and this
            expression cannot be separated into a condition on them and the rest; write WHERE {0},
            FILTER (WHERE {0}), GROUP BY {0} or CASE WHEN {0} THEN x END, combined by AND with
            conditions on other columns
          randomizedTooLarge UNSUPPORTED column:0: the expression on the randomized responses in
            {0} is too large; simplify it
          randomizedBelow UNSUPPORTED column:0: it is not known who satisfies a condition on the
            randomized responses in {0}; apply the condition to COUNT, SUM or AVG over all people,
            not in a subquery, a set operation, a window or the outer side of a join
          randomizedAggregate UNSUPPORTED column:1: {0} of the randomized responses in {1} is not
            supported, because each person's true response is unknown; use COUNT, SUM or AVG
          randomizedPerUnit UNSUPPORTED GROUP_BY: randomized responses cannot be aggregated per
            person; aggregate them over all people, without grouping by the person first
          randomizedNotAggregated UNSUPPORTED QUERY: the query reads randomized responses without
            an aggregate; use COUNT, SUM or AVG
          randomizedTooMany UNSUPPORTED QUERY: an aggregate over more than {0} columns of
            randomized responses would only return noise; use fewer columns
          randomizedTwice UNSUPPORTED column:0: the randomized responses in {0} are joined with
            themselves, and the two copies are not independent; read the table once
          randomizedLevels UNSUPPORTED GROUPING_SETS: ROLLUP, CUBE and GROUPING SETS on the
            randomized responses in {0} are not supported; group by {0} in a separate query
          tooManyLevels UNSUPPORTED GROUPING_SETS: more than {0} grouping sets on private rows;
            list only those that you need
          nestedTooDeep UNSUPPORTED SUB_QUERY: set operations or joins are nested more than {0}
            levels deep below the aggregates; write them at the same level
          tooManyJoins UNSUPPORTED JOIN: more than {0} joins below the aggregates; aggregate parts
            of them first
          tooManyAggregates UNSUPPORTED SELECT_LIST: more than {0} aggregates in one SELECT; split
            them into several queries
          tooManyKeys UNSUPPORTED GROUP_BY: more than {0} grouping columns in one SELECT; group by
            fewer
          """);

  private RelationMessages() {}

  /**
   * Rows of a private table would be returned.
   *
   * @param counts whether the number of its rows is answered, as it is with the policy's limits
   */
  public static RefusedException rawRows(String table, boolean counts) {
    String count = "SELECT COUNT(*) FROM " + table;
    RefusedException refusal = TABLE.refuse("rawRows", table);
    return counts ? refusal.or(", for example " + count, new Rewrite.AnotherQuery(count)) : refusal;
  }

  /** What stands in every row that is made up. */
  public static String madeUpRow() {
    return "made up from the policy; no data was read";
  }

  /** What a tool is warned of that shows rows that are made up. */
  public static String madeUpAnswer() {
    return "the rows are made up from the policy's bounds and values, and reveal nothing of the"
        + " data; to query the data, use aggregates such as COUNT(*)";
  }

  public static RefusedException existenceNotDisclosed() {
    return TABLE.refuse("existenceNotDisclosed");
  }

  public static RefusedException groupsByUnit(String column) {
    return TABLE.refuse("groupsByUnit", column);
  }

  /**
   * Something needs a delta, and there is none.
   *
   * @param max that a query may use
   */
  public static RefusedException needsDelta(boolean gaussian, BigDecimal max) {
    Rewrite.WithOption delta = new Rewrite.WithOption("delta", max.toPlainString());
    RefusedException refusal =
        TABLE.refuse(
            "needsDelta",
            gaussian ? "Gaussian noise" : "grouping by a column without declared values");
    return max.signum() > 0
        ? refusal.or("; write " + delta.shown(), delta)
        : refusal.or(", which the policy does not allow");
  }

  /** A table without the contribution bound that the query needs. */
  public static RefusedException noContributionBound(String table, String setting) {
    Rewrite.WithOption bound = new Rewrite.WithOption(setting, "5");
    return TABLE.refuse("noContributionBound", table, setting, bound.shown()).proposing(bound);
  }

  /** The same for a table whose rows a join or a union may repeat. */
  public static RefusedException noBoundOfRepeatedRows(String table, String setting) {
    Rewrite.WithOption bound = new Rewrite.WithOption(setting, "5");
    return TABLE.refuse("noBoundOfRepeatedRows", table, bound.shown()).proposing(bound);
  }

  public static RefusedException boundsOfGroup(String table) {
    return TABLE.refuse("boundsOfGroup", table);
  }

  public static RefusedException groupsNotPublic(String key) {
    return TABLE.refuse("groupsNotPublic", key);
  }

  public static RefusedException otherUnitColumn(
      String written, String table, List<String> columns) {
    return TABLE.refuse(
        "otherUnitColumn",
        written,
        columns.isEmpty()
            ? "each row of " + table + " is its own privacy unit"
            : "the privacy unit of " + table + " is " + String.join(" and ", columns));
  }

  public static RefusedException repeatedRows(String table) {
    return TABLE.refuse("repeatedRows", table);
  }

  public static RefusedException multipliedRows(String table) {
    return TABLE.refuse("multipliedRows", table);
  }

  public static RefusedException severalUnits(String table, List<String> columns) {
    return TABLE.refuse("severalUnits", table, String.join(", ", columns));
  }

  public static RefusedException severalUnitsMixed(String table) {
    return TABLE.refuse("severalUnitsMixed", table);
  }

  public static RefusedException severalUnitsRelease(String table) {
    return TABLE.refuse("severalUnitsRelease", table);
  }

  public static RefusedException privateJoin() {
    return TABLE.refuse("privateJoin");
  }

  /**
   * Rows of different people would meet.
   *
   * @param left columns of the left side that identify the person
   * @param right those of the right side
   */
  public static RefusedException privateJoin(List<String> left, List<String> right) {
    return TABLE.refuse(
        "privateJoinOn",
        left.isEmpty() || right.isEmpty()
            ? ""
            : ", here %s on the left and %s on the right"
                .formatted(String.join(" or ", left), String.join(" or ", right)));
  }

  public static RefusedException unrelatedJoin(String left, String right) {
    return TABLE.refuse("unrelatedJoin", left, right);
  }

  /**
   * A join that would keep rows without a person.
   *
   * @param type of Calcite's: ANTI is that of NOT EXISTS
   */
  public static RefusedException outerJoin(String type) {
    return type.equals("ANTI") ? TABLE.refuse("antiJoin") : TABLE.refuse("outerJoin", type);
  }

  public static RefusedException countsUnmatchedRows() {
    return TABLE.refuse("countsUnmatchedRows").proposing(new Rewrite.InnerJoin());
  }

  public static RefusedException groupsUnmatchedRows() {
    return TABLE.refuse("groupsUnmatchedRows").proposing(new Rewrite.InnerJoin());
  }

  public static RefusedException groupsOfCondition() {
    return TABLE.refuse("groupsOfCondition").proposing(new Rewrite.InnerJoin());
  }

  public static RefusedException joinNotOffered(String type) {
    return TABLE.refuse("joinNotOffered", type);
  }

  public static RefusedException productOfSets() {
    return TABLE.refuse("productOfSets");
  }

  public static RefusedException tooManyOwnJoins(int limit) {
    return TABLE.refuse("tooManyOwnJoins", limit);
  }

  public static RefusedException tableSample() {
    return TABLE.refuse("tableSample");
  }

  public static RefusedException recursionBesidePrivate() {
    return TABLE.refuse("recursionBesidePrivate");
  }

  public static RefusedException recursionTypes(String column) {
    return TABLE.refuse("recursionTypes", column);
  }

  public static RefusedException setOperation(String operation) {
    return TABLE.refuse("setOperation", operation);
  }

  public static RefusedException mixedUnion() {
    return TABLE.refuse("mixedUnion");
  }

  public static RefusedException privateUnion() {
    return TABLE.refuse("privateUnion");
  }

  public static RefusedException severalRowsOfUnit() {
    return TABLE.refuse("severalRowsOfUnit");
  }

  public static RefusedException releasedBelowFrontier() {
    return TABLE.refuse("releasedBelowFrontier");
  }

  public static RefusedException aggregatesAdded() {
    return TABLE.refuse("aggregatesAdded");
  }

  public static RefusedException groupsAdded() {
    return TABLE.refuse("groupsAdded");
  }

  public static RefusedException listedBelowFrontier() {
    return TABLE.refuse("listedBelowFrontier");
  }

  public static RefusedException severalValues() {
    return TABLE.refuse("severalValues");
  }

  public static RefusedException publicNotTotal(String what) {
    return TABLE.refuse("publicNotTotal", what);
  }

  public static RefusedException limitBelowAggregate() {
    return TABLE.refuse("limitBelowAggregate");
  }

  public static RefusedException windowBelowAggregate() {
    return TABLE.refuse("windowBelowAggregate");
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
                + ")");
  }

  public static RefusedException windowOfOuterRows() {
    return TABLE.refuse("windowOfOuterRows");
  }

  /** A window function, or a form of one. */
  public static RefusedException windowNotOffered(String function, String what) {
    return function.equals(what)
        ? TABLE.refuse("windowFunctionNotOffered", function)
        : TABLE.refuse("windowNotOffered", function, what);
  }

  public static RefusedException shapeNotOffered(String shape) {
    return TABLE.refuse("shapeNotOffered", shape);
  }

  public static RefusedException randomizedNotTakenApart(String column) {
    return TABLE.refuse("randomizedNotTakenApart", column);
  }

  public static RefusedException randomizedTooLarge(String column) {
    return TABLE.refuse("randomizedTooLarge", column);
  }

  public static RefusedException randomizedBelow(String column) {
    return TABLE.refuse("randomizedBelow", column);
  }

  public static RefusedException randomizedAggregate(String aggregate, String column) {
    return TABLE.refuse("randomizedAggregate", aggregate, column);
  }

  public static RefusedException randomizedPerUnit() {
    return TABLE.refuse("randomizedPerUnit");
  }

  public static RefusedException randomizedNotAggregated() {
    return TABLE.refuse("randomizedNotAggregated");
  }

  public static RefusedException randomizedTooMany(int max) {
    return TABLE.refuse("randomizedTooMany", max);
  }

  public static RefusedException randomizedTwice(String column) {
    return TABLE.refuse("randomizedTwice", column);
  }

  public static RefusedException randomizedLevels(String column) {
    return TABLE.refuse("randomizedLevels", column);
  }

  public static RefusedException tooManyLevels(int max) {
    return TABLE.refuse("tooManyLevels", max);
  }

  public static RefusedException nestedTooDeep(int limit) {
    return TABLE.refuse("nestedTooDeep", limit);
  }

  public static RefusedException tooManyJoins(int limit) {
    return TABLE.refuse("tooManyJoins", limit);
  }

  public static RefusedException tooManyAggregates(int limit) {
    return TABLE.refuse("tooManyAggregates", limit);
  }

  public static RefusedException tooManyKeys(int limit) {
    return TABLE.refuse("tooManyKeys", limit);
  }
}
