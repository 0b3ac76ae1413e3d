package org.dpjdbc.policy;

import java.util.List;
import java.util.Optional;

/** Who is protected in a private table. */
public sealed interface PrivacyUnit {
  /** Every row is a unit of its own. */
  record Row() implements PrivacyUnit {}

  /**
   * The value of a column is the unit, or it is that of the row which one or more columns
   * reference.
   *
   * @param columns the columns of this table; several only with a reference
   * @param references where the unit's own row is, for a table that references an owner: as many
   *     columns, in the order of {@code columns}
   */
  record Columns(List<String> columns, Optional<Reference> references) implements PrivacyUnit {
    /** Several columns that reference nothing identify no one. */
    public Columns {
      columns = List.copyOf(columns);
      int wanted = references.map(r -> r.columns().size()).orElse(1);
      if (columns.size() != wanted) {
        throw new IllegalArgumentException("not as many columns as are referenced");
      }
    }

    /** One column. */
    public Columns(String column, Optional<Reference> references) {
      this(List.of(column), references);
    }

    /** The column, or the first of several. */
    public String first() {
      return columns.get(0);
    }

    /** The columns as messages name them. */
    public String text() {
      return String.join(", ", columns);
    }
  }

  /**
   * A key of another table of the policy.
   *
   * @param schema the backend's schema
   * @param table the owner's table
   * @param columns the owner's columns, of which there is one at least
   */
  record Reference(String schema, String table, List<String> columns) {
    public Reference {
      columns = List.copyOf(columns);
    }

    /** A key of one column. */
    public Reference(String schema, String table, String column) {
      this(schema, table, List.of(column));
    }

    /** The key as messages name it. */
    public String text() {
      return columns.size() == 1
          ? table + "." + columns.get(0)
          : table + " (" + String.join(", ", columns) + ")";
    }
  }
}
