/**
 * The tables that the driver answers itself: {@code DP}, the standard's information schema and
 * PostgreSQL's catalog. Their rows come from the policy and the ledger, never from private rows.
 * Read {@link org.dpjdbc.run.virtual.VirtualRows} first.
 */
@NullMarked
package org.dpjdbc.run.virtual;

import org.jspecify.annotations.NullMarked;
