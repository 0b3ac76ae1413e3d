package org.dpjdbc.run.sensitivity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A private table of a drawn schema.
 *
 * @param name its name
 * @param unit the line of the policy that names its unit
 * @param keys the columns that tell whose a row is, or tell that of rows of other tables
 * @param data the other columns
 * @param dataPolicies the policy of each of those
 * @param limits lines of the policy that bound contributions; may be empty
 * @param undeclared the place of a column that the policy does not name; none if it is negative
 * @param backwards whether the database has the columns in another order than the policy
 */
record PersonalTable(
    String name,
    String unit,
    List<Key> keys,
    List<Columns> data,
    List<String> dataPolicies,
    String limits,
    int undeclared,
    boolean backwards) {

  /**
   * A key.
   *
   * @param name the column
   * @param kind of whom or of what
   * @param type of the database
   * @param constraint of the database
   */
  record Key(String name, Field.Kind kind, String type, String constraint) {
    boolean unique() {
      return constraint.contains("PRIMARY KEY") || constraint.contains("UNIQUE");
    }

    boolean nullable() {
      return !constraint.contains("PRIMARY KEY") && !constraint.contains("NOT NULL");
    }

    boolean enforced() {
      return constraint.contains("REFERENCES");
    }
  }

  Optional<Key> key(Field.Kind kind) {
    return keys.stream().filter(key -> key.kind() == kind).findFirst();
  }

  /** What an analyst sees. */
  List<Field> fields() {
    List<Field> fields = new ArrayList<>();
    keys.forEach(key -> fields.add(new Field(key.name(), key.name(), key.kind(), false)));
    for (int i = 0; i < data.size(); i++) {
      fields.add(
          new Field(
              data.get(i).name(),
              data.get(i).name(),
              data.get(i).kind(),
              dataPolicies.get(i).contains("lower")));
    }
    return fields;
  }

  /** The values of a row as the database has its columns. */
  List<@Nullable Object> stored(List<@Nullable Object> values, int secret) {
    List<@Nullable Object> stored = new ArrayList<>(values);
    if (undeclared >= 0) {
      stored.add(undeclared, secret);
    }
    if (backwards) {
      Collections.reverse(stored);
    }
    return stored;
  }

  String ddl() {
    List<String> columns = new ArrayList<>();
    keys.forEach(key -> columns.add(key.name() + " " + key.type() + " " + key.constraint()));
    data.forEach(column -> columns.add(column.ddl()));
    if (undeclared >= 0) {
      columns.add(undeclared, "SECRET INTEGER");
    }
    if (backwards) {
      Collections.reverse(columns);
    }
    return "CREATE TABLE " + name + " (RID INTEGER, " + String.join(", ", columns) + ")";
  }

  String policy() {
    StringBuilder text = new StringBuilder();
    text.append("      ").append(name).append(":\n        ").append(unit).append('\n');
    text.append(limits).append("        columns:\n");
    keys.forEach(key -> text.append("          ").append(key.name()).append(": {}\n"));
    for (int i = 0; i < data.size(); i++) {
      text.append("          ").append(data.get(i).name()).append(": ");
      text.append(dataPolicies.get(i)).append('\n');
    }
    return text.toString();
  }
}
