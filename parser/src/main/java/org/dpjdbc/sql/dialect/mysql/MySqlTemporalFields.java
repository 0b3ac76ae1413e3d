package org.dpjdbc.sql.dialect.mysql;

/**
 * Parts of dates and timestamps for MySQL and MariaDB: forms with the date or timestamp in place of
 * each question mark.
 */
final class MySqlTemporalFields {
  /** {@code TO_SECONDS} of the start of 1970. */
  private static final long EPOCH = 62_167_219_200L;

  private MySqlTemporalFields() {}

  /** A part; weeks are counted as {@code default_week_format} says, which is pinned. */
  static String part(String unit) {
    return switch (unit) {
      case "EPOCH" -> "(TO_SECONDS(?) - " + EPOCH + ")";
      case "ISOYEAR" -> "(YEARWEEK(?, 3) DIV 100)";
      case "DOW" -> "DAYOFWEEK(?)";
      case "ISODOW" -> "(WEEKDAY(?) + 1)";
      case "DOY" -> "DAYOFYEAR(?)";
      case "YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND" ->
          "EXTRACT(" + unit + " FROM ?)";
      default -> throw new IllegalArgumentException(unit);
    };
  }

  /** The start of a unit, with the timestamp as {@code {0}}; weeks start on Mondays. */
  static String start(String unit) {
    return switch (unit) {
      case "YEAR" -> "DATE_SUB(DATE({0}), INTERVAL DAYOFYEAR({0}) - 1 DAY)";
      case "QUARTER" ->
          "DATE_SUB(DATE_SUB(DATE({0}), INTERVAL DAYOFMONTH({0}) - 1 DAY),"
              + " INTERVAL MOD(MONTH({0}) - 1, 3) MONTH)";
      case "MONTH" -> "DATE_SUB(DATE({0}), INTERVAL DAYOFMONTH({0}) - 1 DAY)";
      case "WEEK" -> "DATE_SUB(DATE({0}), INTERVAL WEEKDAY({0}) DAY)";
      case "DAY" -> "DATE({0})";
      case "HOUR" -> "DATE_ADD(DATE({0}), INTERVAL HOUR({0}) HOUR)";
      case "MINUTE" -> "DATE_ADD(DATE({0}), INTERVAL HOUR({0}) * 60 + MINUTE({0}) MINUTE)";
      case "SECOND" ->
          "DATE_ADD(DATE({0}),"
              + " INTERVAL HOUR({0}) * 3600 + MINUTE({0}) * 60 + SECOND({0}) SECOND)";
      default -> throw new IllegalArgumentException(unit);
    };
  }

  /** The number of unit boundaries since a date in the distant past. */
  static String count(String unit) {
    return switch (unit) {
      case "YEAR" -> "YEAR(?)";
      case "QUARTER" -> "(YEAR(?) * 4 + QUARTER(?))";
      case "MONTH" -> "(YEAR(?) * 12 + MONTH(?))";
      case "WEEK" -> "((TO_DAYS(?) + 5) DIV 7)";
      case "DAY" -> "TO_DAYS(?)";
      case "HOUR" -> "(TO_SECONDS(?) DIV 3600)";
      case "MINUTE" -> "(TO_SECONDS(?) DIV 60)";
      case "SECOND" -> "TO_SECONDS(?)";
      default -> throw new IllegalArgumentException(unit);
    };
  }
}
