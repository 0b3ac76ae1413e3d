package org.dpjdbc.sql.dialect.unverified;

import java.util.Map;

/** Forms for SQL Server below the aggregates; see {@link UnverifiedPrinter}. */
final class SqlServerForms {
  /** Days are counted from a Monday. */
  private static final String WEEK = "DATEDIFF_BIG(day, '00010101', %s) / 7";

  static final Map<String, String> ALL =
      Map.ofEntries(
          Map.entry("COUNT", "COUNT_BIG({0})"),
          Map.entry("COUNT DISTINCT", "COUNT_BIG(DISTINCT {0})"),
          Map.entry("ABS", "ABS({0})"),
          Map.entry("MOD", "(({0}) % ({1}))"),
          Map.entry("FLOOR", "FLOOR({0})"),
          Map.entry("CEIL", "CEILING({0})"),
          Map.entry("SQRT", "SQRT(CASE WHEN {0} >= 0 THEN {0} ELSE NULL END)"),
          Map.entry("IS_NAN", "({0} <> {0})"),
          Map.entry("||", "({0} + {1})"),
          Map.entry("UPPER", "UPPER({0})"),
          Map.entry("LOWER", "LOWER({0})"),
          // LEN would leave out blanks at the end.
          Map.entry("SUBSTRING", "SUBSTRING({0}, {1}, {2})"),
          Map.entry("CHAR_LENGTH", "(DATALENGTH({0}) / 2)"),
          Map.entry("CHARACTER_LENGTH", "(DATALENGTH({0}) / 2)"),
          // Brackets would be sets of characters.
          Map.entry("LIKE", "{0} LIKE REPLACE({1}, '[', '[[]')"),
          Map.entry("EXTRACT YEAR", "DATEPART(year, {0})"),
          Map.entry("EXTRACT QUARTER", "DATEPART(quarter, {0})"),
          Map.entry("EXTRACT MONTH", "DATEPART(month, {0})"),
          Map.entry("EXTRACT WEEK", "DATEPART(iso_week, {0})"),
          Map.entry("EXTRACT DAY", "DATEPART(day, {0})"),
          Map.entry("EXTRACT DOW", "DATEPART(weekday, {0})"),
          Map.entry("EXTRACT ISODOW", "((DATEPART(weekday, {0}) + 5) % 7 + 1)"),
          Map.entry("EXTRACT DOY", "DATEPART(dayofyear, {0})"),
          Map.entry("EXTRACT HOUR", "DATEPART(hour, {0})"),
          Map.entry("EXTRACT MINUTE", "DATEPART(minute, {0})"),
          Map.entry("EXTRACT SECOND", "DATEPART(second, {0})"),
          Map.entry("DATE_TRUNC YEAR", moment("DATEFROMPARTS(YEAR({0}), 1, 1)")),
          Map.entry(
              "DATE_TRUNC QUARTER",
              moment("DATEFROMPARTS(YEAR({0}), DATEPART(quarter, {0}) * 3 - 2, 1)")),
          Map.entry("DATE_TRUNC MONTH", moment("DATEFROMPARTS(YEAR({0}), MONTH({0}), 1)")),
          Map.entry(
              "DATE_TRUNC WEEK",
              moment("DATEADD(day, -((DATEPART(weekday, {0}) + 5) % 7), CAST({0} AS DATE))")),
          Map.entry("DATE_TRUNC DAY", moment("CAST({0} AS DATE)")),
          Map.entry("DATEDIFF YEAR", "DATEDIFF_BIG(year, {0}, {1})"),
          Map.entry("DATEDIFF QUARTER", "DATEDIFF_BIG(quarter, {0}, {1})"),
          Map.entry("DATEDIFF MONTH", "DATEDIFF_BIG(month, {0}, {1})"),
          Map.entry(
              "DATEDIFF WEEK", "(" + WEEK.formatted("{1}") + " - " + WEEK.formatted("{0}") + ")"),
          Map.entry("DATEDIFF DAY", "DATEDIFF_BIG(day, {0}, {1})"),
          Map.entry("DATEDIFF HOUR", "DATEDIFF_BIG(hour, {0}, {1})"),
          Map.entry("DATEDIFF MINUTE", "DATEDIFF_BIG(minute, {0}, {1})"),
          Map.entry("DATEDIFF SECOND", "DATEDIFF_BIG(second, {0}, {1})"));

  private SqlServerForms() {}

  private static String moment(String date) {
    return "CAST(" + date + " AS DATETIME2(7))";
  }
}
