/**
 * Reads a database's description of its tables: columns, keys, constraints, and properties that
 * make a guarantee impossible. Read {@link org.dpjdbc.run.schema.LiveSchemaReader} first.
 */
@NullMarked
package org.dpjdbc.run.schema;

import org.jspecify.annotations.NullMarked;
