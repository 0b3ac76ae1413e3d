package org.dpjdbc.run.sensitivity;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

/** How the private table tells people apart. */
enum UnitKind {
  INTEGER("INTEGER", "", List.of(1, 2, 3, 0, -1, 7, Integer.MAX_VALUE, Integer.MIN_VALUE)),
  KEY("INTEGER", "PRIMARY KEY", List.of(1, 2, 3, 0, -1, 7, Integer.MAX_VALUE, Integer.MIN_VALUE)),
  TEXT("VARCHAR(4)", "", List.of("a", "A", "a ", "\u00e4", "", "b", "1", "01")),
  UNIQUE_STRING("VARCHAR(4)", "UNIQUE", List.of("a", "A", "a ", "\u00e4", "", "b", "1", "01")),
  CHAR("CHAR(2)", "NOT NULL", List.of("a", "A", "b", "\u00e4", "", "c", "1", "01")),
  ROW("INTEGER", "", List.of(1, 2, 3, 0, -1, 7, 8, 9)),
  DECIMAL(
      "DECIMAL(5, 1)",
      "",
      List.of(
          new BigDecimal("1.0"),
          new BigDecimal("1.5"),
          new BigDecimal("-1.0"),
          new BigDecimal("0.0"),
          new BigDecimal("2.0"),
          new BigDecimal("3.0"),
          new BigDecimal("4.0"),
          new BigDecimal("9999.9"))),
  DATE(
      "DATE",
      "UNIQUE",
      List.of(
          LocalDate.of(2020, 1, 1),
          LocalDate.of(1, 1, 1),
          LocalDate.of(9999, 12, 31),
          LocalDate.of(2020, 1, 2),
          LocalDate.of(2020, 1, 3),
          LocalDate.of(2020, 1, 4),
          LocalDate.of(2020, 1, 5),
          LocalDate.of(2020, 1, 6))),
  UUID_KEY(
      "UUID",
      "",
      List.of(
          new UUID(0, 0),
          new UUID(0, 1),
          new UUID(-1, -1),
          new UUID(0, 2),
          new UUID(0, 3),
          new UUID(0, 4),
          new UUID(0, 5),
          new UUID(0, 6)));

  private final String type;
  private final String constraint;

  @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable list
  private final List<?> people;

  UnitKind(String type, String constraint, List<?> people) {
    this.type = type;
    this.constraint = constraint;
    this.people = people;
  }

  String type() {
    return type;
  }

  String ddl() {
    return type + " " + constraint;
  }

  boolean oneRow() {
    return constraint.equals("PRIMARY KEY") || constraint.equals("UNIQUE");
  }

  boolean nullable() {
    return constraint.isEmpty() || constraint.equals("UNIQUE");
  }

  Object person(int index) {
    return people.get(index);
  }

  int size() {
    return people.size();
  }
}
