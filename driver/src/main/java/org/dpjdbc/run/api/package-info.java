/**
 * The part of a session that the JDBC classes use: a {@link org.dpjdbc.run.api.Session} prepares a
 * {@link org.dpjdbc.run.api.Query}, which returns an {@link org.dpjdbc.run.api.Answer}. The JDBC
 * classes use nothing else of {@code run}.
 */
@NullMarked
package org.dpjdbc.run.api;

import org.jspecify.annotations.NullMarked;
