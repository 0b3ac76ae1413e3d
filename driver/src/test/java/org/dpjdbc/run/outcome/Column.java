package org.dpjdbc.run.outcome;

import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.run.hostile.ValueKind;
import org.jspecify.annotations.Nullable;

/**
 * A column of hostile values, of which the table has two.
 *
 * @param name without what tells the two apart
 * @param type in H2's words
 * @param exact whether its numbers are exact
 * @param values to store; NULL is one of them
 * @param tame bounds within which few of the values are
 * @param wide bounds within which most of them are
 */
record Column(
    String name,
    String type,
    ValueKind kind,
    boolean exact,
    List<@Nullable Object> values,
    String tame,
    String wide) {

  static Column of(
      String name,
      String type,
      ValueKind kind,
      boolean exact,
      List<? extends @Nullable Object> values,
      String tame,
      String wide) {
    List<@Nullable Object> all = new ArrayList<>(values);
    all.add(null);
    return new Column(name, type, kind, exact, all, tame, wide);
  }

  /** The value of a row, by its number. */
  @Nullable Object value(int row) {
    return values.get(Math.floorMod(row, values.size()));
  }
}
