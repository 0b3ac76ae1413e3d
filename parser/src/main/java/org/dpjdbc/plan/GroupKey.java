package org.dpjdbc.plan;

import org.apache.calcite.rel.type.RelDataType;

/**
 * A grouped column.
 *
 * @param column of the aggregate's input
 * @param type that the driver reads it in
 */
record GroupKey(int column, RelDataType type) {}
