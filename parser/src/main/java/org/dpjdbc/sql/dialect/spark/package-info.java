/**
 * Spark SQL through its Thrift server: how SQL is printed for it, which types its results have, and
 * how it reads literals. Read {@link org.dpjdbc.sql.dialect.spark.SparkDialect} first.
 */
@NullMarked
package org.dpjdbc.sql.dialect.spark;

import org.jspecify.annotations.NullMarked;
