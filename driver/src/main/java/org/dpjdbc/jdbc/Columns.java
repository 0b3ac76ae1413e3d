package org.dpjdbc.jdbc;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.dpjdbc.jdbc.error.Errors;
import org.dpjdbc.run.api.AnswerColumn;

/** The columns of a result, by index from 1 and by label without regard to case. Immutable. */
final class Columns {
  private final List<AnswerColumn> columns;
  private final Map<String, Integer> indexes = new HashMap<>();

  Columns(List<AnswerColumn> columns) {
    this.columns = List.copyOf(columns);
    for (int i = 0; i < columns.size(); i++) {
      indexes.putIfAbsent(key(columns.get(i).label()), i + 1);
    }
  }

  private static String key(String label) {
    return label.toUpperCase(Locale.ROOT);
  }

  int count() {
    return columns.size();
  }

  List<AnswerColumn> list() {
    return columns;
  }

  AnswerColumn get(int index) throws SQLException {
    if (index < 1 || index > columns.size()) {
      throw Errors.noSuchColumn(index, columns.size());
    }
    return columns.get(index - 1);
  }

  /** The first column of that label. */
  int find(String label) throws SQLException {
    if (label == null) {
      throw Errors.nullArgument("the column label");
    }
    Integer index = indexes.get(key(label));
    if (index == null) {
      throw Errors.noSuchLabel(label);
    }
    return index;
  }
}
