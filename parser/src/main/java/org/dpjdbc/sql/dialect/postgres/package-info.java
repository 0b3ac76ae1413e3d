/**
 * PostgreSQL: how its SQL is printed, which types its results have, and what its catalog is asked.
 * Read {@link org.dpjdbc.sql.dialect.postgres.PostgresDialect} first.
 */
@NullMarked
package org.dpjdbc.sql.dialect.postgres;

import org.jspecify.annotations.NullMarked;
