package org.dpjdbc.sql.validate;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.RefusedException;

/** The standard's names of types that databases call otherwise. */
final class NearestTypes {
  private static final Map<String, String> STANDARD =
      Map.ofEntries(
          Map.entry("LONG", "BIGINT"),
          Map.entry("INT64", "BIGINT"),
          Map.entry("INT2", "SMALLINT"),
          Map.entry("INT4", "INTEGER"),
          Map.entry("INT8", "BIGINT"),
          Map.entry("FLOAT4", "REAL"),
          Map.entry("FLOAT8", "DOUBLE"),
          Map.entry("FLOAT64", "DOUBLE"),
          Map.entry("STRING", "VARCHAR"),
          Map.entry("TEXT", "VARCHAR"),
          Map.entry("NUMBER", "DECIMAL"),
          Map.entry("BOOL", "BOOLEAN"),
          Map.entry("DATETIME", "TIMESTAMP"));

  private NearestTypes() {}

  /** The refusal of a type, if its name stands for one of the standard. */
  static Optional<RefusedException> refused(String type) {
    return Optional.ofNullable(STANDARD.get(type.toUpperCase(Locale.ROOT)))
        .map(standard -> ParseMessages.unknownType(type, standard));
  }
}
