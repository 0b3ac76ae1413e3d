/**
 * Reads what a database says of its tables: columns, keys, constraints, and what makes their rows
 * unfit for a guarantee. Read {@link org.dpjdbc.run.schema.LiveSchemaReader} first.
 */
@NullMarked
package org.dpjdbc.run.schema;

import org.jspecify.annotations.NullMarked;
