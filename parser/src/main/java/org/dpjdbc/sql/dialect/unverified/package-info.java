/**
 * Databases that the build does not run: SQLite, SQL Server, Oracle, Snowflake, BigQuery and
 * ClickHouse. Below the aggregates, only what their printers list is offered.
 *
 * <p>Read {@link org.dpjdbc.sql.dialect.unverified.UnverifiedDialect} first.
 */
@NullMarked
package org.dpjdbc.sql.dialect.unverified;

import org.jspecify.annotations.NullMarked;
