/**
 * Prepares and runs a query. Input: a parsed query and its parameters. Output: the rows of the
 * answer. In between, the query is planned, its cost is charged, the database is queried, noise is
 * added, and the part above the frontier is evaluated.
 *
 * <p>Read {@link org.dpjdbc.run.query.PrivateQuery} first, then {@link
 * org.dpjdbc.run.query.PrivateRun}, which keeps the order that the guarantee needs. {@code EXPLAIN
 * PRIVACY}, kept answers and statements about the session are here as well.
 */
@NullMarked
package org.dpjdbc.run.query;

import org.jspecify.annotations.NullMarked;
