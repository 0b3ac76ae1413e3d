package org.dpjdbc.sql.validate;

import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.dpjdbc.sql.rewrite.ClockUse;

/**
 * The result of validating a query, without a plan.
 *
 * @param rowType types of its columns
 * @param labels of its columns: the alias, the column's name, or else what the database calls it
 * @param names of each column, by which options name it: its label, and the expression itself
 * @param parameters types of its bind parameters in order
 * @param mayNameAnalyst whether it may contain {@code USER}, so that its plan is for one analyst
 *     only
 * @param clock what of the clock it reads, so that its plan is for a day or a timestamp only
 * @param inUtc whether it is read in UTC, since the query names a column that is
 */
public record ValidQuery(
    RelDataType rowType,
    List<String> labels,
    List<Set<String>> names,
    RelDataType parameters,
    boolean mayNameAnalyst,
    ClockUse clock,
    boolean inUtc) {}
