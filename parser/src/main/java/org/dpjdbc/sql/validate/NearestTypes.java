package org.dpjdbc.sql.validate;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.RefusedException;

/** The standard's names of types that databases call otherwise. */
final class NearestTypes {
  private static final Map<String, String> STANDARD =
      Map.of(
          "LONG", "BIGINT",
          "INT64", "BIGINT",
          "FLOAT64", "DOUBLE",
          "STRING", "VARCHAR",
          "TEXT", "VARCHAR",
          "NUMBER", "DECIMAL",
          "BOOL", "BOOLEAN",
          "DATETIME", "TIMESTAMP");

  private NearestTypes() {}

  /** The refusal of a type, if its name stands for one of the standard. */
  static Optional<RefusedException> refused(String type) {
    return Optional.ofNullable(STANDARD.get(type.toUpperCase(Locale.ROOT)))
        .map(standard -> ParseMessages.unknownType(type, standard));
  }
}
