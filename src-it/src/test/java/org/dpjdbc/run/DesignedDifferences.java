package org.dpjdbc.run;

import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.AnswerColumn;
import org.dpjdbc.run.questions.Difference;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;

/**
 * Takes out of an answer what differs from the database's own by design, as a question says it:
 * groups that nobody is in, and values of quantiles that are near the right ones.
 */
final class DesignedDifferences {
  private static final double CLOSE = 1e-6;
  private static final int HOURS = 24;

  private final List<Difference> differences;

  DesignedDifferences(List<Difference> differences) {
    this.differences = differences;
  }

  /**
   * What a statement returns, for a column that is a timestamp in an answer and has a time zone in
   * the database.
   */
  ResultSet readable(ResultSet theirs) {
    if (differences.stream().noneMatch(Difference.OtherType.class::isInstance)) {
      return theirs;
    }
    return (ResultSet)
        Proxy.newProxyInstance(
            DesignedDifferences.class.getClassLoader(),
            new Class<?>[] {ResultSet.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getObject")
                  && arguments.length == 2
                  && arguments[1].equals(LocalDateTime.class)) {
                Timestamp timestamp = theirs.getTimestamp((Integer) arguments[0]);
                return timestamp == null ? null : timestamp.toLocalDateTime();
              }
              return method.invoke(theirs, arguments);
            });
  }

  /** The answer that the database gives if it differs in nothing else. */
  Answer without(Answer answer, Connection raw, String sql) throws SQLException {
    Answer result = answer;
    Map<Integer, Difference> values = new TreeMap<>();
    for (Difference difference : differences) {
      if (difference instanceof Difference.EmptyGroups empty) {
        result = withoutEmptyGroups(result, column(result, empty.column()));
      } else if (difference instanceof Difference.OtherType other) {
        result = retyped(result, column(result, other.column()), raw, sql);
      } else if (difference instanceof Difference.Near near) {
        values.put(column(result, near.column()), near);
      } else if (difference instanceof Difference.ZeroForNoPerson zero) {
        values.put(column(result, zero.column()), zero);
      }
    }
    return values.isEmpty() ? result : withTheirs(result, values, raw, sql);
  }

  /** The answer with a column of the type that it has in the database; a DECFLOAT is a double. */
  private static Answer retyped(Answer answer, int column, Connection raw, String sql)
      throws SQLException {
    try (Statement statement = raw.createStatement();
        ResultSet theirs = statement.executeQuery(sql)) {
      ResultSetMetaData type = theirs.getMetaData();
      if (type.getColumnTypeName(column + 1).equals("DECFLOAT")) {
        return answer;
      }
      List<AnswerColumn> columns = new ArrayList<>(answer.columns());
      AnswerColumn ours = columns.get(column);
      columns.set(
          column,
          new AnswerColumn(
              ours.label(),
              jdbcType(type, column),
              type.getColumnTypeName(column + 1),
              ours.precision(),
              ours.scale(),
              ours.nullable()));
      List<@Nullable Object[]> rows = new ArrayList<>();
      for (int r = 0; r < answer.rows().size(); r++) {
        @Nullable Object[] row = answer.rows().row(r);
        if (row[column] instanceof Number number) {
          row[column] = inClassOf(jdbcType(type, column), number);
        }
        rows.add(row);
      }
      return new Answer(columns, Rows.of(columns.size(), rows), answer.warnings());
    }
  }

  private static int jdbcType(ResultSetMetaData type, int column) throws SQLException {
    int jdbcType = type.getColumnType(column + 1);
    return jdbcType == Types.DECIMAL ? Types.NUMERIC : jdbcType;
  }

  private static Answer withoutEmptyGroups(Answer answer, int column) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int r = 0; r < answer.rows().size(); r++) {
      Object value = answer.rows().get(r, column);
      if (value != null && (!(value instanceof Number number) || number.doubleValue() != 0)) {
        rows.add(answer.rows().row(r));
      }
    }
    if (rows.size() == answer.rows().size()) {
      throw new AssertionError("no empty groups are listed");
    }
    return new Answer(answer.columns(), Rows.of(answer.rows().width(), rows), answer.warnings());
  }

  /** The database's own values where the answer's are near, in a row with the same other values. */
  private static Answer withTheirs(
      Answer answer, Map<Integer, Difference> values, Connection raw, String sql)
      throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int r = 0; r < answer.rows().size(); r++) {
      rows.add(answer.rows().row(r));
    }
    List<@Nullable Object[]> open = new ArrayList<>(rows);
    try (Statement statement = raw.createStatement();
        ResultSet theirs = statement.executeQuery(sql)) {
      while (theirs.next()) {
        for (@Nullable Object[] row : open) {
          if (sameKeys(row, theirs, values.keySet())) {
            open.remove(row);
            for (Map.Entry<Integer, Difference> value : values.entrySet()) {
              int column = value.getKey();
              row[column] = theirsOr(row[column], column + 1, theirs, value.getValue());
            }
            break;
          }
        }
      }
    }
    return new Answer(answer.columns(), Rows.of(answer.rows().width(), rows), answer.warnings());
  }

  private static boolean sameKeys(
      @Nullable Object[] row, ResultSet theirs, Set<Integer> otherColumns) throws SQLException {
    for (int c = 0; c < row.length; c++) {
      String value = theirs.getString(c + 1);
      if (!otherColumns.contains(c)
          && ((row[c] instanceof String text && !text.equals(value))
              || (row[c] instanceof Boolean flag && flag != theirs.getBoolean(c + 1))
              || (row[c] == null) != (value == null)
              || (row[c] instanceof Number number && !isClose(number, value)))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isClose(Number number, @Nullable String value) {
    double right = value == null ? Double.NaN : Double.parseDouble(value);
    return Math.abs(number.doubleValue() - right) <= CLOSE * Math.max(1, Math.abs(right));
  }

  /** The database's value if the answer's may stand for it, and otherwise the answer's. */
  private static @Nullable Object theirsOr(
      @Nullable Object ours, int column, ResultSet theirs, Difference difference)
      throws SQLException {
    if (difference instanceof Difference.Near near) {
      double by = near.by().doubleValue();
      if (ours instanceof LocalDateTime at) {
        LocalDateTime right = theirs.getObject(column, LocalDateTime.class);
        return right == null || Math.abs(at.until(right, ChronoUnit.HOURS)) > HOURS * by
            ? at
            : right;
      } else if (ours instanceof LocalDate day) {
        LocalDate right = theirs.getObject(column, LocalDate.class);
        return right == null || Math.abs(day.until(right, ChronoUnit.DAYS)) > by ? day : right;
      } else if (ours instanceof Number number) {
        BigDecimal right = theirs.getBigDecimal(column);
        return right == null || Math.abs(number.doubleValue() - right.doubleValue()) > by
            ? number
            : theirsInClassOf(number, right, theirs.getObject(column));
      }
    } else if (ours instanceof Number number && number.doubleValue() == 0) {
      return theirs.getObject(column) == null ? null : number;
    }
    return ours;
  }

  /** H2 says that a median of integers is NUMERIC, and hands out integers. */
  private static Object theirsInClassOf(Number number, BigDecimal right, Object theirs) {
    return number instanceof BigDecimal && theirs instanceof Integer
        ? theirs
        : inClassOf(number, right);
  }

  private static Object inClassOf(Number number, BigDecimal right) {
    if (number instanceof Integer) {
      return right.intValue();
    } else if (number instanceof Long) {
      return right.longValue();
    } else if (number instanceof Short) {
      return right.shortValue();
    }
    return number instanceof Double ? (Object) right.doubleValue() : right;
  }

  private static Object inClassOf(int type, Number number) {
    return switch (type) {
      case Types.SMALLINT -> number.shortValue();
      case Types.INTEGER -> number.intValue();
      case Types.BIGINT -> number.longValue();
      case Types.NUMERIC -> new BigDecimal(number.toString());
      default -> number.doubleValue();
    };
  }

  private static int column(Answer answer, String label) {
    for (int c = 0; c < answer.columns().size(); c++) {
      if (answer.columns().get(c).label().equalsIgnoreCase(label)) {
        return c;
      }
    }
    throw new AssertionError("no column " + label);
  }
}
