package org.dpjdbc.policy;

import java.util.Optional;

/** Who is protected in a private table. */
public sealed interface PrivacyUnit {
  /** Every row is a unit of its own. */
  record Row() implements PrivacyUnit {}

  /**
   * The value of a column is the unit.
   *
   * @param column the column of this table
   * @param references where the unit's own row is, for a table that references an owner
   */
  record Column(String column, Optional<Reference> references) implements PrivacyUnit {}

  /**
   * A column of another table of the policy.
   *
   * @param schema the backend's schema
   * @param table the owner's table
   * @param column the owner's column
   */
  record Reference(String schema, String table, String column) {}
}
