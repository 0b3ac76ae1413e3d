package org.dpjdbc.cli;

import org.dpjdbc.policy.LiveSchema.Table;

/** A guess from the catalog at who is protected in a table. */
sealed interface UnitGuess {
  /** The table lists people, one value of the column each. */
  record Owner(String column) implements UnitGuess {}

  /**
   * Each row belongs to a person of another table.
   *
   * @param column the person's key in this table
   * @param owner the table that lists people
   * @param ownerColumn the person's key there
   * @param evidence what the guess rests on
   */
  record Belongs(String column, Table owner, String ownerColumn, String evidence)
      implements UnitGuess {}

  /**
   * Only a person can know.
   *
   * @param hint the evidence for each guess
   */
  record Undecided(String hint) implements UnitGuess {}
}
