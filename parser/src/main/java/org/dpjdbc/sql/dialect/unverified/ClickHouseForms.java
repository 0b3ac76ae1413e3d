package org.dpjdbc.sql.dialect.unverified;

import java.util.Map;

/** Forms for ClickHouse below the aggregates; see {@link UnverifiedPrinter}. */
final class ClickHouseForms {
  static final Map<String, String> ALL =
      Map.ofEntries(
          Map.entry("COUNT", "toInt64(COUNT({0}))"),
          Map.entry("COUNT DISTINCT", "toInt64(COUNT(DISTINCT {0}))"),
          Map.entry("ABS", "if({0} < 0, -({0}), {0})"),
          Map.entry("MOD", "if(ifNull({1} = 0, 1), NULL, moduloOrZero({0}, {1}))"),
          Map.entry("FLOOR", "floor({0})"),
          Map.entry("CEIL", "ceil({0})"),
          Map.entry("SQRT", "sqrt({0})"),
          Map.entry("IS_NAN", "isNaN({0})"),
          Map.entry("||", "concat({0}, {1})"),
          Map.entry("UPPER", "upperUTF8({0})"),
          Map.entry("LOWER", "lowerUTF8({0})"),
          Map.entry("SUBSTRING", "substringUTF8({0}, {1}, {2})"),
          Map.entry("CHAR_LENGTH", "lengthUTF8({0})"),
          Map.entry("CHARACTER_LENGTH", "lengthUTF8({0})"),
          // Backslashes would escape what follows them.
          Map.entry("LIKE", "{0} LIKE replaceAll({1}, '\\\\', '\\\\\\\\')"),
          Map.entry("EXTRACT YEAR", "toYear({0})"),
          Map.entry("EXTRACT ISOYEAR", "toISOYear({0})"),
          Map.entry("EXTRACT QUARTER", "toQuarter({0})"),
          Map.entry("EXTRACT MONTH", "toMonth({0})"),
          Map.entry("EXTRACT WEEK", "toISOWeek({0})"),
          Map.entry("EXTRACT DAY", "toDayOfMonth({0})"),
          Map.entry("EXTRACT DOW", "(toDayOfWeek({0}) % 7 + 1)"),
          Map.entry("EXTRACT ISODOW", "toDayOfWeek({0})"),
          Map.entry("EXTRACT DOY", "toDayOfYear({0})"),
          Map.entry("EXTRACT HOUR", "toHour({0})"),
          Map.entry("EXTRACT MINUTE", "toMinute({0})"),
          Map.entry("EXTRACT SECOND", "toSecond({0})"),
          Map.entry("DATE_TRUNC YEAR", moment("toStartOfYear({0})")),
          Map.entry("DATE_TRUNC QUARTER", moment("toStartOfQuarter({0})")),
          Map.entry("DATE_TRUNC MONTH", moment("toStartOfMonth({0})")),
          Map.entry("DATE_TRUNC WEEK", moment("toMonday({0})")),
          Map.entry("DATE_TRUNC DAY", moment("toDate32({0})")),
          Map.entry("DATEDIFF YEAR", "dateDiff('year', {0}, {1})"),
          Map.entry("DATEDIFF QUARTER", "dateDiff('quarter', {0}, {1})"),
          Map.entry("DATEDIFF MONTH", "dateDiff('month', {0}, {1})"),
          Map.entry("DATEDIFF WEEK", "dateDiff('week', {0}, {1})"),
          Map.entry("DATEDIFF DAY", "dateDiff('day', {0}, {1})"),
          Map.entry("DATEDIFF HOUR", "dateDiff('hour', {0}, {1})"),
          Map.entry("DATEDIFF MINUTE", "dateDiff('minute', {0}, {1})"),
          Map.entry("DATEDIFF SECOND", "dateDiff('second', {0}, {1})"));

  private ClickHouseForms() {}

  private static String moment(String date) {
    return "toDateTime64(" + date + ", 6, 'UTC')";
  }
}
