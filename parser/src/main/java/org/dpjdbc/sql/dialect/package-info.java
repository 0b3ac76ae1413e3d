/**
 * The databases that the driver supports, one package each; {@link
 * org.dpjdbc.sql.dialect.BackendDialects} lists them. The common parts of all dialects are in
 * {@code common}.
 *
 * <p>To add a database, add a package with a class that implements {@link
 * org.dpjdbc.sql.dialect.common.BackendDialect}, and a line to the list.
 */
@NullMarked
package org.dpjdbc.sql.dialect;

import org.jspecify.annotations.NullMarked;
