package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.AnswerColumn;
import org.jspecify.annotations.Nullable;

/**
 * Compares an answer without noise with the database's own: labels, types and values, in the order
 * of the rows where the query has one. {@code DECFLOAT} is {@code DOUBLE PRECISION}, and {@code
 * DECIMAL} is {@code NUMERIC}: H2 has one type under both names. DuckDB's {@code HUGEINT} is {@code
 * BIGINT} or {@code NUMERIC}, PostgreSQL's {@code text} and Spark's {@code string} are a {@code
 * varchar}, and what its driver calls {@code BIT} a {@code BOOLEAN}. A sum of Trino's or Spark's
 * BIGINTs is longer than their own, a rank of Spark's is a {@code bigint}, a quotient of its
 * decimals a {@code double}, and a {@code varchar} there is of any length. MariaDB's {@code BIGINT
 * UNSIGNED} may be a {@code NUMERIC}.
 */
final class RawComparison {
  private static final double CLOSE = 1e-9;

  /** Types of Trino and Spark, each before the one of more digits that is answered instead. */
  private static final Set<String> LONGER =
      Set.of("bigint decimal(38,0)", "bigint decimal", "int bigint", "decimal double");

  private RawComparison() {}

  /** Fails where the two differ. */
  static void check(Answer answer, ResultSet rows, boolean ordered) throws SQLException {
    check(answer, rows, ordered, true);
  }

  /**
   * Fails where the two differ.
   *
   * @param exact whether the database's types are compared one by one, and its fractions to all of
   *     their digits; otherwise there are integers, texts and others
   */
  static void check(Answer answer, ResultSet rows, boolean ordered, boolean exact)
      throws SQLException {
    if (exact) {
      compareColumns(answer.columns(), rows.getMetaData());
    } else {
      compareKinds(answer.columns(), rows.getMetaData());
    }
    compareRows(answer, rows, ordered, exact);
  }

  private static void compareKinds(List<AnswerColumn> columns, ResultSetMetaData expected)
      throws SQLException {
    List<String> ours = new ArrayList<>();
    List<String> theirs = new ArrayList<>();
    assertThat(columns).hasSize(expected.getColumnCount());
    for (int i = 0; i < columns.size(); i++) {
      String theirKind = kind(expected.getColumnType(i + 1));
      boolean longer = isUnsigned(expected, i + 1) && columns.get(i).jdbcType() == Types.NUMERIC;
      ours.add(longer ? theirKind : kind(columns.get(i).jdbcType()));
      theirs.add(theirKind);
    }
    assertThat(ours).isEqualTo(theirs);
  }

  /** Whether it is a BIGINT UNSIGNED, which may be beyond a BIGINT. */
  private static boolean isUnsigned(ResultSetMetaData columns, int column) throws SQLException {
    return columns.getColumnType(column) == Types.BIGINT && !columns.isSigned(column);
  }

  private static String kind(int type) {
    return switch (type) {
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> "whole number";
      case Types.BOOLEAN, Types.BIT -> "whole number";
      case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR -> "text";
      default -> String.valueOf(numeric(type));
    };
  }

  private static void compareColumns(List<AnswerColumn> columns, ResultSetMetaData expected)
      throws SQLException {
    List<String> ours = new ArrayList<>();
    List<String> theirs = new ArrayList<>();
    assertThat(columns).hasSize(expected.getColumnCount());
    for (int i = 0; i < columns.size(); i++) {
      AnswerColumn column = columns.get(i);
      // What is not named has a name of the database's making.
      boolean named = column.label().matches("\\w+") && !column.label().startsWith("EXPR$");
      boolean hugeint = expected.getColumnTypeName(i + 1).equals("HUGEINT");
      String kinds = expected.getColumnTypeName(i + 1) + " " + column.typeName();
      if (LONGER.contains(kinds)
          || (hugeint
              && (column.jdbcType() == Types.BIGINT || column.jdbcType() == Types.NUMERIC))) {
        continue;
      }
      boolean decfloat = expected.getColumnTypeName(i + 1).equals("DECFLOAT");
      ours.add(
          (named ? column.label() : "") + " " + column.jdbcType() + " " + named(column.typeName()));
      theirs.add(
          (named ? expected.getColumnLabel(i + 1) : "")
              + " "
              + (decfloat ? Types.DOUBLE : numeric(expected.getColumnType(i + 1)))
              + " "
              + (decfloat ? "DOUBLE PRECISION" : named(expected.getColumnTypeName(i + 1))));
    }
    assertThat(ours).isEqualTo(theirs);
  }

  private static String named(String type) {
    return type.replace("DECIMAL", "NUMERIC")
        .replaceFirst("^(text|string)$", "varchar")
        .replaceFirst("^varchar\\(\\d+\\)$", "varchar");
  }

  private static int numeric(int type) {
    return switch (type) {
      case Types.DECIMAL -> Types.NUMERIC;
      case Types.BIT -> Types.BOOLEAN;
      default -> type;
    };
  }

  private static void compareRows(Answer answer, ResultSet rows, boolean ordered, boolean exact)
      throws SQLException {
    List<List<@Nullable Object>> expected = new ArrayList<>();
    int width = answer.columns().size();
    while (rows.next()) {
      List<@Nullable Object> row = new ArrayList<>();
      for (int i = 1; i <= width; i++) {
        row.add(plain(read(rows, i, answer.columns().get(i - 1)), exact));
      }
      expected.add(row);
    }
    List<List<@Nullable Object>> actual = new ArrayList<>();
    for (int r = 0; r < answer.rows().size(); r++) {
      List<@Nullable Object> row = new ArrayList<>();
      for (@Nullable Object value : answer.rows().row(r)) {
        row.add(plain(value, exact));
      }
      actual.add(row);
    }
    if (!ordered) {
      Comparator<List<@Nullable Object>> byString = Comparator.comparing(RawComparison::text);
      expected.sort(byString);
      actual.sort(byString);
    }
    assertThat(actual).hasSameSizeAs(expected);
    for (int r = 0; r < actual.size(); r++) {
      for (int c = 0; c < width; c++) {
        @Nullable Object a = actual.get(r).get(c);
        @Nullable Object b = expected.get(r).get(c);
        if (!same(a, b) && (exact || !alike(a, b))) {
          assertThat(actual).as("row %s, column %s", r, c).isEqualTo(expected);
        }
      }
    }
  }

  /** A boolean or integer as a decimal, where types are told roughly. */
  private static @Nullable Object plain(@Nullable Object value, boolean exact) {
    if (exact || value instanceof Double || value instanceof BigDecimal) {
      return value;
    }
    if (value instanceof Boolean bool) {
      return bool ? BigDecimal.ONE : BigDecimal.ZERO;
    }
    return value instanceof Number number ? new BigDecimal(number.toString()) : value;
  }

  /** Numbers that differ by no more than the last of the expected one's digits. */
  private static boolean alike(@Nullable Object actual, @Nullable Object expected) {
    if (actual instanceof Number a && expected instanceof Number b) {
      double digits = Math.pow(10, -new BigDecimal(b.toString()).scale());
      return Math.abs(a.doubleValue() - b.doubleValue()) <= digits;
    }
    return false;
  }

  /** What rows are sorted by: their numbers to a few digits. */
  private static String text(List<@Nullable Object> row) {
    StringBuilder text = new StringBuilder();
    for (@Nullable Object value : row) {
      text.append(
          value instanceof Number number
              ? String.format(Locale.ROOT, "%.4f|", number.doubleValue())
              : value + "|");
    }
    return text.toString();
  }

  private static @Nullable Object read(ResultSet rows, int column, AnswerColumn type)
      throws SQLException {
    Object value =
        switch (type.jdbcType()) {
          case Types.DATE -> rows.getObject(column, LocalDate.class);
          case Types.TIME -> rows.getObject(column, LocalTime.class);
          case Types.TIMESTAMP -> rows.getObject(column, LocalDateTime.class);
          case Types.TINYINT -> rows.getByte(column);
          case Types.SMALLINT -> rows.getShort(column);
          case Types.DOUBLE -> rows.getDouble(column);
          case Types.CHAR, Types.VARCHAR -> rows.getString(column);
          default -> exact(rows.getObject(column), type);
        };
    return rows.wasNull() ? null : value;
  }

  private static @Nullable Object exact(@Nullable Object value, AnswerColumn type) {
    if (value instanceof BigInteger hugeint) {
      return type.jdbcType() == Types.BIGINT
          ? (Object) hugeint.longValueExact()
          : new BigDecimal(hugeint);
    }
    if (value instanceof Integer number && type.jdbcType() == Types.BIGINT) {
      return number.longValue();
    }
    return value instanceof Long number && type.jdbcType() == Types.NUMERIC
        ? (Object) BigDecimal.valueOf(number)
        : value;
  }

  /**
   * Equal and of one class; fractions as near as the mean of doubles can be told, or to the digits
   * that the answer has.
   */
  private static boolean same(@Nullable Object actual, @Nullable Object expected) {
    if (actual == null || expected == null) {
      return actual == expected;
    }
    if (!actual.getClass().equals(expected.getClass())) {
      return false;
    }
    if (actual instanceof Double || actual instanceof Float || actual instanceof BigDecimal) {
      double a = ((Number) actual).doubleValue();
      double b = ((Number) expected).doubleValue();
      double digits = actual instanceof BigDecimal decimal ? Math.pow(10, -decimal.scale()) : 0;
      return Math.abs(a - b) <= Math.max(digits, CLOSE * Math.max(1, Math.abs(b)));
    }
    return actual.equals(expected);
  }
}
