/**
 * Connections to the database and the questions that are asked on them. A connection is read-only
 * and in a known state before a question is asked ({@link
 * org.dpjdbc.run.backend.PinnedConnection}); a statement is stopped when its time is over ({@link
 * org.dpjdbc.run.backend.Brake}).
 *
 * <p>Read {@link org.dpjdbc.run.backend.Backend} first.
 */
@NullMarked
package org.dpjdbc.run.backend;

import org.jspecify.annotations.NullMarked;
