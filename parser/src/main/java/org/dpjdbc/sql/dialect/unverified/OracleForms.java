package org.dpjdbc.sql.dialect.unverified;

import java.util.Map;

/** Forms for Oracle below the aggregates; see {@link UnverifiedPrinter}. */
final class OracleForms {
  /** Days are counted from a Monday. */
  private static final String WEEK = "FLOOR((TRUNC(%s) - DATE '1900-01-01') / 7)";

  static final Map<String, String> ALL =
      Map.ofEntries(
          Map.entry("ABS", "ABS({0})"),
          Map.entry("MOD", "MOD({0}, {1})"),
          Map.entry("FLOOR", "FLOOR({0})"),
          Map.entry("CEIL", "CEIL({0})"),
          Map.entry("SQRT", "SQRT(CASE WHEN {0} >= 0 THEN {0} ELSE NULL END)"),
          Map.entry("IS_NAN", "{0} IS NAN"),
          // Joined with NULL, a text would be itself.
          Map.entry("||", "CASE WHEN {0} IS NOT NULL AND {1} IS NOT NULL THEN {0} || {1} END"),
          Map.entry("UPPER", "UPPER({0})"),
          Map.entry("LOWER", "LOWER({0})"),
          Map.entry("SUBSTRING", "SUBSTR({0}, {1}, {2})"),
          Map.entry("CHAR_LENGTH", "LENGTH({0})"),
          Map.entry("CHARACTER_LENGTH", "LENGTH({0})"),
          Map.entry("LIKE", "{0} LIKE {1}"),
          Map.entry("LIKE ESCAPE", "{0} LIKE {1} ESCAPE {2}"),
          Map.entry("EXTRACT YEAR", "EXTRACT(YEAR FROM {0})"),
          Map.entry("EXTRACT QUARTER", "TO_NUMBER(TO_CHAR({0}, 'Q'))"),
          Map.entry("EXTRACT MONTH", "EXTRACT(MONTH FROM {0})"),
          Map.entry("EXTRACT WEEK", "TO_NUMBER(TO_CHAR({0}, 'IW'))"),
          Map.entry("EXTRACT DAY", "EXTRACT(DAY FROM {0})"),
          Map.entry("EXTRACT DOY", "TO_NUMBER(TO_CHAR({0}, 'DDD'))"),
          Map.entry("EXTRACT HOUR", "TO_NUMBER(TO_CHAR({0}, 'HH24'))"),
          Map.entry("EXTRACT MINUTE", "TO_NUMBER(TO_CHAR({0}, 'MI'))"),
          Map.entry("EXTRACT SECOND", "TO_NUMBER(TO_CHAR({0}, 'SS'))"),
          Map.entry("DATE_TRUNC YEAR", "CAST(TRUNC({0}, 'YYYY') AS TIMESTAMP)"),
          Map.entry("DATE_TRUNC QUARTER", "CAST(TRUNC({0}, 'Q') AS TIMESTAMP)"),
          Map.entry("DATE_TRUNC MONTH", "CAST(TRUNC({0}, 'MM') AS TIMESTAMP)"),
          Map.entry("DATE_TRUNC DAY", "CAST(TRUNC({0}) AS TIMESTAMP)"),
          Map.entry("DATEDIFF YEAR", "(EXTRACT(YEAR FROM {1}) - EXTRACT(YEAR FROM {0}))"),
          Map.entry(
              "DATEDIFF MONTH",
              "((EXTRACT(YEAR FROM {1}) - EXTRACT(YEAR FROM {0})) * 12"
                  + " + EXTRACT(MONTH FROM {1}) - EXTRACT(MONTH FROM {0}))"),
          Map.entry(
              "DATEDIFF WEEK", "(" + WEEK.formatted("{1}") + " - " + WEEK.formatted("{0}") + ")"),
          Map.entry("DATEDIFF DAY", "(TRUNC({1}) - TRUNC({0}))"));

  private OracleForms() {}
}
