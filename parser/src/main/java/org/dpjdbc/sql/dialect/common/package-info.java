/**
 * What the dialects of databases share: the interface of a dialect, the printer of SQL, the types
 * of results, and forms of calls that several databases take.
 *
 * <p>Read {@link org.dpjdbc.sql.dialect.common.BackendDialect} first.
 */
@NullMarked
package org.dpjdbc.sql.dialect.common;

import org.jspecify.annotations.NullMarked;
