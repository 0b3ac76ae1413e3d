/**
 * PostgreSQL: how SQL is printed for it, which types its results have, and how its catalog is
 * queried. Read {@link org.dpjdbc.sql.dialect.postgres.PostgresDialect} first.
 */
@NullMarked
package org.dpjdbc.sql.dialect.postgres;

import org.jspecify.annotations.NullMarked;
