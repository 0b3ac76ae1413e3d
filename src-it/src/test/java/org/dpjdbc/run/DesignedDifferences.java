package org.dpjdbc.run;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.it.questions.Difference;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;

/**
 * Takes out of an answer what differs from the database's own by design, as a question says it:
 * groups that nobody is in, and values of quantiles that are near the right ones.
 */
final class DesignedDifferences {
  private final List<Difference> differences;

  DesignedDifferences(List<Difference> differences) {
    this.differences = differences;
  }

  /** The answer that the database gives if it differs in nothing else. */
  Answer without(Answer answer, Connection raw, String sql) throws SQLException {
    Answer result = answer;
    for (Difference difference : differences) {
      if (difference instanceof Difference.EmptyGroups empty) {
        result = withoutEmptyGroups(result, column(result, empty.column()));
      }
    }
    List<Difference.Near> near = Difference.near(differences);
    return near.isEmpty() ? result : nearOnes(result, near, raw, sql);
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
  private static Answer nearOnes(
      Answer answer, List<Difference.Near> near, Connection raw, String sql) throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int r = 0; r < answer.rows().size(); r++) {
      rows.add(answer.rows().row(r));
    }
    int[] columns = near.stream().mapToInt(each -> column(answer, each.column())).toArray();
    List<@Nullable Object[]> open = new ArrayList<>(rows);
    try (Statement statement = raw.createStatement();
        ResultSet expected = statement.executeQuery(sql)) {
      while (expected.next()) {
        for (@Nullable Object[] row : open) {
          if (sameKeys(row, expected, columns)) {
            open.remove(row);
            for (int i = 0; i < columns.length; i++) {
              replace(row, columns[i], expected, near.get(i).by());
            }
            break;
          }
        }
      }
    }
    return new Answer(answer.columns(), Rows.of(answer.rows().width(), rows), answer.warnings());
  }

  private static boolean sameKeys(@Nullable Object[] row, ResultSet expected, int[] near)
      throws SQLException {
    for (int c = 0; c < row.length; c++) {
      int column = c;
      boolean isNear = java.util.Arrays.stream(near).anyMatch(each -> each == column);
      String value = expected.getString(c + 1);
      if (!isNear
          && row[c] instanceof String text
          && !text.equals(value)) {
        return false;
      }
    }
    return true;
  }

  private static void replace(@Nullable Object[] row, int column, ResultSet expected, BigDecimal by)
      throws SQLException {
    Object value = row[column];
    if (value instanceof LocalDateTime at) {
      LocalDateTime right = expected.getObject(column + 1, LocalDateTime.class);
      if (right != null && Math.abs(at.until(right, ChronoUnit.HOURS)) <= 24 * by.doubleValue()) {
        row[column] = right;
      }
    } else if (value instanceof LocalDate day) {
      LocalDate right = expected.getObject(column + 1, LocalDate.class);
      if (right != null && Math.abs(day.until(right, ChronoUnit.DAYS)) <= by.doubleValue()) {
        row[column] = right;
      }
    } else if (value instanceof Number number) {
      BigDecimal right = expected.getBigDecimal(column + 1);
      if (right != null
          && Math.abs(number.doubleValue() - right.doubleValue()) <= by.doubleValue()) {
        row[column] = inClassOf(number, right);
      }
    }
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

  private static int column(Answer answer, String label) {
    for (int c = 0; c < answer.columns().size(); c++) {
      if (answer.columns().get(c).label().equalsIgnoreCase(label)) {
        return c;
      }
    }
    throw new AssertionError("no column " + label);
  }
}
