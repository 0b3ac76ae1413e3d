package org.dpjdbc.run.sensitivity;

import java.util.List;
import java.util.function.Predicate;
import org.dpjdbc.run.sensitivity.Field.Kind;

/**
 * Something with columns: a table or a query, as it stands in FROM, or joins of such.
 *
 * @param from how it stands in FROM; without an alias where it is not joined yet
 * @param fields its columns
 */
record Named(String from, List<Field> fields) {

  /** With an alias. */
  Named as(String alias) {
    return new Named(
        from + " " + alias, fields.stream().map(f -> f.as(alias + "." + f.name())).toList());
  }

  List<Field> of(Predicate<Field> which) {
    return fields.stream().filter(which).toList();
  }

  List<Field> of(Kind kind) {
    return of(field -> field.kind() == kind);
  }

  /** Columns that tell whose a row is. */
  List<Field> keys() {
    return of(field -> field.kind().key());
  }
}
