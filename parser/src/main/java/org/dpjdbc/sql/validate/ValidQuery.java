package org.dpjdbc.sql.validate;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;

/**
 * What validation tells of a query without planning it.
 *
 * @param rowType types of its columns
 * @param labels of its columns: the alias, the column's name, or else the expression itself
 * @param parameters types of its bind parameters in order
 * @param mayNameAnalyst whether {@code USER} may stand in it, so that its plan is one analyst's
 */
public record ValidQuery(
    RelDataType rowType, List<String> labels, RelDataType parameters, boolean mayNameAnalyst) {}
