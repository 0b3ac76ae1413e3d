/**
 * Trino: how its SQL is printed, which types its results have, and what it must be told in a form
 * of its own. Read {@link org.dpjdbc.sql.dialect.trino.TrinoDialect} first.
 */
@NullMarked
package org.dpjdbc.sql.dialect.trino;

import org.jspecify.annotations.NullMarked;
