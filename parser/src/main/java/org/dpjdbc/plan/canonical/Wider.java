package org.dpjdbc.plan.canonical;

import java.util.List;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rex.RexNode;

/**
 * An aggregate of more groups than a query asks for, and which of its rows the query's are.
 *
 * @param aggregate all the groups
 * @param condition over its rows: those that the query asks for
 * @param columns the query's columns, as expressions over its rows
 */
public record Wider(Aggregate aggregate, RexNode condition, List<RexNode> columns) {}
