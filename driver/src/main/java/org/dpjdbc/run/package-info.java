/**
 * Opens sessions: {@link org.dpjdbc.run.Engine} assembles what a connection needs from the
 * settings, the policy, the database and the ledger.
 *
 * <p>{@code run.api} is the interface that JDBC uses; {@code run.query} prepares and runs a query;
 * {@code run.release} adds the noise; {@code run.backend} talks to the database; {@code run.finish}
 * evaluates what is above the frontier.
 */
@NullMarked
package org.dpjdbc.run;

import org.jspecify.annotations.NullMarked;
