/**
 * The tables that the driver answers itself: {@code DP}, the standard's information schema and
 * PostgreSQL's catalog, made from the policy and the ledger and never from private rows. Read
 * {@link org.dpjdbc.run.virtual.VirtualRows} first.
 */
@NullMarked
package org.dpjdbc.run.virtual;

import org.jspecify.annotations.NullMarked;
