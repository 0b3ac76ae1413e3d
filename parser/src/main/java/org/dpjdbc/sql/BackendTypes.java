package org.dpjdbc.sql;

import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The types of a database's results where databases differ: besides what Calcite asks a type system
 * for, what {@link BackendOperators} ask.
 */
abstract class BackendTypes extends RelDataTypeSystemImpl {
  /** The type of EXTRACT, but of EPOCH. */
  abstract SqlTypeName datePart();

  /** The type of CHAR_LENGTH. */
  abstract SqlTypeName length();
}
