/**
 * Opens sessions: {@link org.dpjdbc.run.Engine} puts together what a connection needs. What a
 * session is for others stands in {@code run.api}; how a query is prepared and run in {@code
 * run.query}; how noise is added in {@code run.release}; how the database is asked in {@code
 * run.backend}.
 *
 * <p>Asks the backend, releases, finishes above the frontier, reuses answers.
 */
@NullMarked
package org.dpjdbc.run;

import org.jspecify.annotations.NullMarked;
