package org.dpjdbc.run.hostile;

import java.util.Optional;

/** What expressions are drawn over: the columns of a relation whose rows are people's. */
public interface Rows {
  /**
   * A column.
   *
   * @param exact whether a number must be an exact one
   * @param hole of the operator that it is for, counted from 0
   * @return empty if there is none of the kind
   */
  Optional<String> column(ValueKind kind, boolean exact, int hole);

  /** A condition that only some rows fulfil, always the same one. */
  String some();
}
