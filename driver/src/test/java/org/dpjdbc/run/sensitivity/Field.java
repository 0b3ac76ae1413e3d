package org.dpjdbc.run.sensitivity;

/**
 * A column that a query can name.
 *
 * @param text how, in its place
 * @param name its own name
 * @param kind what it is good for
 * @param bounded whether it is a number of which the driver knows bounds
 */
record Field(String text, String name, Kind kind, boolean bounded) {
  /** What a column is good for; the first three tell whose a row is. */
  enum Kind {
    PERSON,
    VISIT,
    ITEM,
    NUMBER,
    TEXT,
    BOOLEAN,
    TIME;

    boolean key() {
      return this == PERSON || this == VISIT || this == ITEM;
    }
  }

  static Field number(String name, boolean bounded) {
    return new Field(name, name, Kind.NUMBER, bounded);
  }

  Field as(String newString) {
    return new Field(newString, name, kind, bounded);
  }

  Field named(String newName) {
    return new Field(newName, newName, kind, bounded);
  }
}
