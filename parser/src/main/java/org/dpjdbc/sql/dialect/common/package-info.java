/**
 * The common parts of all dialects: the interface of a dialect, the SQL printer, the types of
 * results, and forms of calls that several databases share.
 *
 * <p>Read {@link org.dpjdbc.sql.dialect.common.BackendDialect} first.
 */
@NullMarked
package org.dpjdbc.sql.dialect.common;

import org.jspecify.annotations.NullMarked;
