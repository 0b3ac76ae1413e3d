/**
 * Prepares and runs one query: it is planned when its parameters are known, its cost is charged,
 * the database is asked, noise is added, and what stands above the frontier is evaluated.
 *
 * <p>Read {@link org.dpjdbc.run.query.PrivateQuery} first, then {@link
 * org.dpjdbc.run.query.PrivateRun}, which has the order that the guarantee needs. {@code EXPLAIN
 * PRIVACY}, released tables and statements about the session are here as well.
 */
@NullMarked
package org.dpjdbc.run.query;

import org.jspecify.annotations.NullMarked;
