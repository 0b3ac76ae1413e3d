package org.dpjdbc.plan.bounds;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * The table of {@link Expressions} in H2, with every corner of every type: up to {@link #DECENT}
 * rows whose values know no bounds, from there rows within the declared bounds (whatever the
 * columns without bounds hold).
 */
final class HostileTable implements AutoCloseable {
  static final int DECENT = 1000;
  private static final int HOSTILE_ROWS = 250;
  private static final int DECENT_ROWS = 120;

  private static final Map<String, List<String>> HOSTILE = hostile();
  private static final Map<String, List<String>> DECENT_VALUES = decent();

  private final Connection connection;

  HostileTable() throws SQLException {
    connection = DriverManager.getConnection("jdbc:h2:mem:");
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET TIME ZONE 'UTC'");
      statement.execute(
          Expressions.COLUMNS.stream()
              .map(column -> column.name() + " " + column.ddl())
              .collect(Collectors.joining(", ", "CREATE TABLE T(", ", PRIMARY KEY (ID))")));
      Random random = new Random(7);
      for (int id = 1; id <= HOSTILE_ROWS; id++) {
        statement.execute(row(id, HOSTILE, random));
      }
      for (int id = DECENT + 1; id <= DECENT + DECENT_ROWS; id++) {
        statement.execute(row(id, DECENT_VALUES, random));
      }
    }
  }

  private static String row(int id, Map<String, List<String>> pools, Random random) {
    return Expressions.COLUMNS.stream()
        .skip(1)
        .map(
            column -> {
              List<String> pool =
                  pools.getOrDefault(column.name(), HOSTILE.getOrDefault(column.name(), List.of()));
              int index = random.nextInt(pool.size() + 1);
              return index == pool.size() ? "NULL" : pool.get(index);
            })
        .collect(Collectors.joining(", ", "INSERT INTO T VALUES(" + id + ", ", ")"));
  }

  private static Map<String, List<String>> hostile() {
    List<String> floating =
        List.of(
            "CAST('NaN' AS DOUBLE PRECISION)",
            "CAST('Infinity' AS DOUBLE PRECISION)",
            "CAST('-Infinity' AS DOUBLE PRECISION)",
            "1.7976931348623157E308",
            "-1.7976931348623157E308",
            "4.9E-324",
            "-4.9E-324",
            "-0.0",
            "0",
            "1",
            "-1",
            "0.1",
            "299.95",
            "300.05",
            "9007199254740993",
            "1E-160");
    List<String> dates =
        List.of(
            "DATE '-1000000000-01-01'",
            "DATE '1000000000-12-31'",
            "DATE '0001-01-01'",
            "DATE '9999-12-31'",
            "DATE '1970-01-01'",
            "DATE '2000-02-29'",
            "DATE '1949-12-31'",
            "DATE '2021-01-01'");
    List<String> timestamps =
        List.of(
            "TIMESTAMP '-1000000000-01-01 00:00:00'",
            "TIMESTAMP '1000000000-12-31 23:59:59.999999'",
            "TIMESTAMP '0001-01-01 00:00:00'",
            "TIMESTAMP '9999-12-31 23:59:59.999999'",
            "TIMESTAMP '2024-02-29 12:34:56.789'",
            "TIMESTAMP '2019-12-31 23:59:59.5'");
    Map<String, List<String>> pools = new LinkedHashMap<>();
    pools.put("TI", List.of("-128", "127", "0", "-1", "5", "6"));
    pools.put("SI", List.of("-32768", "32767", "0", "-1", "10", "11"));
    pools.put("I", List.of("-2147483648", "2147483647", "0", "-1", "1", "120", "121", "60"));
    pools.put("J", List.of("-2147483648", "2147483647", "0", "-1", "1", "7"));
    pools.put(
        "BI", List.of("-9223372036854775808", "9223372036854775807", "0", "-1", "1", "1000001"));
    pools.put("BJ", pools.get("BI"));
    pools.put("R", floating.stream().filter(v -> !v.contains("E308")).toList());
    pools.put("D", floating);
    pools.put("E", floating);
    pools.put("F", floating);
    pools.put("N", List.of("99999999.99", "-99999999.99", "0", "0.01", "-0.01", "5000.01"));
    pools.put(
        "M",
        List.of("9999999999.99999", "-9999999999.99999", "0.00001", "0", "-0.50001", "1000.26"));
    pools.put(
        "Q",
        List.of(
            "9999999999999999999999999999.9999999999",
            "-9999999999999999999999999999.9999999999",
            "0.0000000001",
            "0",
            "-1.0000000001"));
    pools.put("B", List.of("TRUE", "FALSE"));
    pools.put(
        "S",
        List.of(
            "''", "'a'", "'A'", "'a '", "'12'", "'Abc%_\\'", "REPEAT('x', 20)", "REPEAT('ß', 20)"));
    pools.put("C", List.of("'a'", "'M'", "'abc'", "''"));
    pools.put("DT", dates);
    pools.put("DU", dates);
    pools.put("TS", timestamps);
    pools.put("TU", timestamps);
    pools.put("TM", List.of("TIME '00:00:00'", "TIME '23:59:59'", "TIME '12:34:56'"));
    return pools;
  }

  private static Map<String, List<String>> decent() {
    Map<String, List<String>> pools = new LinkedHashMap<>();
    pools.put("TI", List.of("-5", "-1", "0", "1", "5"));
    pools.put("SI", List.of("-10", "-1", "0", "1", "3", "10"));
    pools.put("I", List.of("0", "1", "2", "19", "20", "60", "61", "119", "120"));
    pools.put("BI", List.of("-1000000", "-1", "0", "1", "77", "1000000"));
    pools.put("R", List.of("0", "0.1", "0.5", "1"));
    pools.put("D", List.of("0", "0.1", "0.15", "12.5", "72.35", "299.95", "300"));
    pools.put("E", List.of("-1.5", "-1", "0", "1", "0.3333333333333333", "2.5"));
    pools.put("F", List.of("0", "1", "-3.5", "100"));
    pools.put("N", List.of("0", "0.01", "1", "9.99", "4999.99", "5000"));
    pools.put("M", List.of("-0.5", "0", "0.00001", "999.99999", "1000.25"));
    pools.put("Q", List.of("-1", "0", "0.0000000001", "123456789.9876543210", "1000000000"));
    pools.put(
        "DT",
        List.of(
            "DATE '1950-01-01'", "DATE '1970-01-01'", "DATE '2000-02-29'", "DATE '2020-12-31'"));
    pools.put("DU", List.of("DATE '0105-01-01'", "DATE '1999-12-31'", "DATE '9850-12-31'"));
    pools.put(
        "TS",
        List.of(
            "TIMESTAMP '2020-01-01 00:00:00'",
            "TIMESTAMP '2024-02-29 12:34:56.789'",
            "TIMESTAMP '2026-12-31 00:00:00'"));
    pools.put("TU", List.of("TIMESTAMP '0105-01-01 00:00:00'", "TIMESTAMP '2001-02-03 04:05:06'"));
    return pools;
  }

  /** One value of each row, by the row's id; SQL NULL is absent. */
  Map<Integer, Object> column(String sql) throws SQLException {
    Map<Integer, Object> values = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        Object value = rows.getObject(2);
        if (value != null) {
          values.put(rows.getInt(1), value);
        }
      }
    }
    return values;
  }

  /** An expression of the analyst's, for the decent rows for which it does not fail. */
  Map<Integer, Object> original(String expression) {
    Map<Integer, Object> values = new LinkedHashMap<>();
    String all = "SELECT ID, " + expression + " FROM T WHERE ID ";
    try {
      read(all + "> " + DECENT, values);
    } catch (SQLException someRowFails) {
      values.clear();
      for (int id = DECENT + 1; id <= DECENT + DECENT_ROWS; id++) {
        try {
          read(all + "= " + id, values);
        } catch (SQLException thisRowFails) {
          values.remove(id);
        }
      }
    }
    return values;
  }

  private void read(String sql, Map<Integer, Object> into) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        Object value = rows.getObject(2);
        into.put(rows.getInt(1), value == null ? "NULL" : value);
      }
    }
  }

  /** As {@link Interval} counts; empty for what is not counted. */
  static Optional<BigDecimal> number(Object value) {
    if (value instanceof Boolean bool) {
      return Optional.of(bool ? BigDecimal.ONE : BigDecimal.ZERO);
    }
    if (value instanceof Double || value instanceof Float) {
      double floating = ((Number) value).doubleValue();
      return Double.isFinite(floating) ? Optional.of(new BigDecimal(floating)) : Optional.empty();
    }
    if (value instanceof Number) {
      return Optional.of(new BigDecimal(value.toString()));
    }
    if (value instanceof Date date) {
      return Optional.of(TemporalNumbers.days(date.toLocalDate()));
    }
    if (value instanceof LocalDate date) {
      return Optional.of(TemporalNumbers.days(date));
    }
    if (value instanceof Timestamp timestamp) {
      return Optional.of(TemporalNumbers.seconds(timestamp.toLocalDateTime()));
    }
    if (value instanceof LocalDateTime timestamp) {
      return Optional.of(TemporalNumbers.seconds(timestamp));
    }
    return Optional.empty();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
