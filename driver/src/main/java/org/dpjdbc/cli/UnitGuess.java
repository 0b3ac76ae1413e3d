package org.dpjdbc.cli;

import java.util.List;
import java.util.stream.Collectors;
import org.dpjdbc.policy.LiveSchema.Table;

/** A guess from the catalog at who is protected in a table. */
sealed interface UnitGuess {
  /** The table lists people, one value of the column each. */
  record Owner(String column) implements UnitGuess {}

  /**
   * Each row belongs to a person of another table.
   *
   * @param columns the key in this table of the person, or of a row that is the person's
   * @param owner the table that lists people, or has that row
   * @param ownerColumns the key there
   * @param evidence what the guess rests on
   */
  record Belongs(List<String> columns, Table owner, List<String> ownerColumns, String evidence)
      implements UnitGuess {

    /** The unit as the policy says it, in a table of that schema. */
    String text(String schema) {
      String table = (owner.schema().equals(schema) ? "" : owner.schema() + ".") + owner.name();
      return columns.size() == 1
          ? "{column: %s, references: %s}"
              .formatted(
                  YamlScalar.name(columns.get(0)),
                  YamlScalar.name(table + "." + ownerColumns.get(0)))
          : "{columns: %s, references: {table: %s, columns: %s}}"
              .formatted(list(columns), YamlScalar.name(table), list(ownerColumns));
    }

    private static String list(List<String> names) {
      return names.stream().map(YamlScalar::name).collect(Collectors.joining(", ", "[", "]"));
    }
  }

  /**
   * Only a person can know.
   *
   * @param hint the evidence for each guess
   */
  record Undecided(String hint) implements UnitGuess {}
}
