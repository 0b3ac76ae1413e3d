package org.dpjdbc.it.adult;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * One answer to a question, with the truth beside it.
 *
 * @param question what was asked
 * @param epsilon what it cost
 * @param groups by their keys: those that were released, and those that are there
 */
record Answered(Question question, String epsilon, Map<String, Group> groups) {

  /**
   * A released value, its error bar and the truth.
   *
   * @param bool 0 if there is no such group
   * @param released empty for NULL, or where the group is not released
   * @param error95 the claimed half-width of the 95 % interval
   */
  record Cell(double bool, OptionalDouble released, OptionalDouble error95) {
    /** What is wrong; not released is read as 0. */
    double error() {
      return Math.abs(released.orElse(0) - bool);
    }
  }

  /**
   * A group.
   *
   * @param released whether the answer lists it
   * @param cells one for each statistic; the first counts people
   */
  record Group(boolean released, List<Cell> cells) {
    Cell people() {
      return cells.get(0);
    }
  }

  static Answered ask(Census census, Question question, String epsilon) throws SQLException {
    Map<String, List<OptionalDouble>> bool;
    Map<String, List<OptionalDouble>> released;
    try (Connection analyst = census.analyst(epsilon, /* errorColumns= */ true)) {
      bool = rows(census.owner(), question);
      released = rows(analyst, question);
    }
    Map<String, Group> groups = new TreeMap<>();
    bool.keySet().forEach(key -> groups.put(key, group(question, bool, released, key)));
    released.keySet().forEach(key -> groups.put(key, group(question, bool, released, key)));
    return new Answered(question, epsilon, groups);
  }

  private static Map<String, List<OptionalDouble>> rows(Connection connection, Question question)
      throws SQLException {
    Map<String, List<OptionalDouble>> groups = new TreeMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(question.sql())) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        List<String> keys = new ArrayList<>();
        for (int i = 1; i <= question.keys(); i++) {
          keys.add(rows.getString(i));
        }
        List<OptionalDouble> values = new ArrayList<>();
        for (int i = question.keys() + 1; i <= columns; i++) {
          double value = rows.getDouble(i);
          values.add(rows.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(value));
        }
        if (groups.put(String.join(", ", keys), values) != null) {
          throw new IllegalStateException("two rows of one group: " + keys);
        }
      }
    }
    return groups;
  }

  private static Group group(
      Question question,
      Map<String, List<OptionalDouble>> bool,
      Map<String, List<OptionalDouble>> released,
      String key) {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < question.statistics().size(); i++) {
      cells.add(
          new Cell(
              get(bool, key, i).orElse(0),
              get(released, key, 2 * i),
              get(released, key, 2 * i + 1)));
    }
    return new Group(released.containsKey(key), cells);
  }

  private static OptionalDouble get(
      Map<String, List<OptionalDouble>> rows, String key, int column) {
    List<OptionalDouble> row = rows.get(key);
    return row == null ? OptionalDouble.empty() : row.get(column);
  }

  /** The cells of one statistic, of released groups alone. */
  List<Cell> released(int statistic) {
    return groups.values().stream()
        .filter(Group::released)
        .map(group -> group.cells().get(statistic))
        .toList();
  }
}
