package org.dpjdbc.sql;

import org.apache.calcite.rel.type.RelDataType;

/**
 * What validation tells of a query without planning it.
 *
 * @param rowType labels and types of its columns
 * @param parameters types of its bind parameters in order
 */
public record ValidQuery(RelDataType rowType, RelDataType parameters) {}
