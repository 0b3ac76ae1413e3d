/**
 * The databases that the driver can stand before, one folder each; {@link
 * org.dpjdbc.sql.dialect.BackendDialects} lists them. What all dialects share is in {@code common};
 * those whose databases the build does not run are in {@code unverified}.
 *
 * <p>A new database is a folder, a class that implements {@link
 * org.dpjdbc.sql.dialect.common.BackendDialect}, and a line in the list.
 */
@NullMarked
package org.dpjdbc.sql.dialect;

import org.jspecify.annotations.NullMarked;
