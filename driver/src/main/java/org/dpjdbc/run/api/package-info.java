/**
 * What the JDBC surface sees of a session: {@link org.dpjdbc.run.api.Session} prepares a {@link
 * org.dpjdbc.run.api.Query}, whose run gives an {@link org.dpjdbc.run.api.Answer}. Nothing else of
 * {@code run} is for it.
 */
@NullMarked
package org.dpjdbc.run.api;

import org.jspecify.annotations.NullMarked;
