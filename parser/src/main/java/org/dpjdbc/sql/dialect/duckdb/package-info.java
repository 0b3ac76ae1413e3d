/**
 * DuckDB: how SQL is printed for it and which types its results have. Read {@link
 * org.dpjdbc.sql.dialect.duckdb.DuckDbDialect} first.
 */
@NullMarked
package org.dpjdbc.sql.dialect.duckdb;

import org.jspecify.annotations.NullMarked;
