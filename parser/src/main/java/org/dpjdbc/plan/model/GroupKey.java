package org.dpjdbc.plan.model;

import org.apache.calcite.rel.type.RelDataType;

/**
 * A grouped column.
 *
 * @param column of the aggregate's input
 * @param type that the driver reads it in
 */
public record GroupKey(int column, RelDataType type) {}
