/**
 * A Spark SQL server in a process of its own, and the driver to ask it, in a class loader of its
 * own. Nothing here but {@link org.dpjdbc.backends.spark.SparkProcess} and {@link
 * org.dpjdbc.backends.spark.SparkDriver} may be loaded by other modules: they have none of Spark's
 * libraries.
 */
@NullMarked
package org.dpjdbc.backends.spark;

import org.jspecify.annotations.NullMarked;
