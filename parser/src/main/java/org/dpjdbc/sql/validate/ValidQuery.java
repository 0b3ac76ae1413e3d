package org.dpjdbc.sql.validate;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;

/**
 * The result of validating a query, without a plan.
 *
 * @param rowType types of its columns
 * @param labels of its columns: the alias, the column's name, or else the expression itself
 * @param parameters types of its bind parameters in order
 * @param mayNameAnalyst whether it may contain {@code USER}, so that its plan is for one analyst
 *     only
 */
public record ValidQuery(
    RelDataType rowType, List<String> labels, RelDataType parameters, boolean mayNameAnalyst) {}
