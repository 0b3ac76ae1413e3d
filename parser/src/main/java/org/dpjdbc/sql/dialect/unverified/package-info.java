/**
 * Databases that SQL is printed for and that the build does not run: SQLite, SQL Server, Oracle,
 * Snowflake, BigQuery and ClickHouse. Only what the printers list is offered on them.
 *
 * <p>Read {@link org.dpjdbc.sql.dialect.unverified.UnverifiedDialect} first.
 */
@NullMarked
package org.dpjdbc.sql.dialect.unverified;

import org.jspecify.annotations.NullMarked;
