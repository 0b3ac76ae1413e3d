/**
 * Trino: how SQL is printed for it, which types its results have, and which calls need a form of
 * their own. Read {@link org.dpjdbc.sql.dialect.trino.TrinoDialect} first.
 */
@NullMarked
package org.dpjdbc.sql.dialect.trino;

import org.jspecify.annotations.NullMarked;
