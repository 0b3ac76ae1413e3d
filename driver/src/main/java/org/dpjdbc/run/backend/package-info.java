/**
 * Connections to the database and the statements that run on them. Every connection is read-only
 * and in a known state before it is used ({@link org.dpjdbc.run.backend.ReadOnlyConnection}). A
 * statement is stopped at its time limit ({@link org.dpjdbc.run.backend.StatementCanceller}).
 *
 * <p>Read {@link org.dpjdbc.run.backend.Backend} first.
 */
@NullMarked
package org.dpjdbc.run.backend;

import org.jspecify.annotations.NullMarked;
