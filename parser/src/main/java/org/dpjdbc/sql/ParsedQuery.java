package org.dpjdbc.sql;

import org.apache.calcite.sql.SqlNode;

/**
 * A query as it was written, without its hints.
 *
 * @param node the parse tree; treated as immutable: validation works on copies
 * @param explain whether {@code EXPLAIN PRIVACY FOR} stands before it
 * @param options what it says of its own privacy
 */
public record ParsedQuery(SqlNode node, boolean explain, DpOptions options) {}
