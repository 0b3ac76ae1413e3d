package org.dpjdbc.jdbc;

import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.run.api.Answer;
import org.dpjdbc.run.api.AnswerColumn;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;

/** The columns of a metadata result, as JDBC fixes them. */
final class MetadataLayout {
  private final List<AnswerColumn> columns;

  private MetadataLayout(List<AnswerColumn> columns) {
    this.columns = columns;
  }

  /**
   * Reads a layout: names separated by blanks, each of type VARCHAR, or with a type after a colon:
   * {@code int}, {@code short}, {@code long}, {@code boolean}.
   */
  static MetadataLayout of(String names) {
    List<AnswerColumn> columns = new ArrayList<>();
    for (String word : names.split(" ", -1)) {
      int colon = word.indexOf(':');
      String type = colon < 0 ? "" : word.substring(colon + 1);
      String name = colon < 0 ? word : word.substring(0, colon);
      columns.add(
          switch (type) {
            case "" -> new AnswerColumn(name, Types.VARCHAR, "VARCHAR", 128, 0, true);
            case "int" -> new AnswerColumn(name, Types.INTEGER, "INTEGER", 10, 0, true);
            case "short" -> new AnswerColumn(name, Types.SMALLINT, "SMALLINT", 5, 0, true);
            case "long" -> new AnswerColumn(name, Types.BIGINT, "BIGINT", 19, 0, true);
            case "boolean" -> new AnswerColumn(name, Types.BOOLEAN, "BOOLEAN", 1, 0, true);
            default -> throw new IllegalArgumentException(word);
          });
    }
    return new MetadataLayout(List.copyOf(columns));
  }

  /** A result of that layout. */
  Answer answer(List<@Nullable Object[]> rows) {
    return new Answer(columns, Rows.of(columns.size(), rows));
  }

  /** A result of that layout without rows. */
  Answer empty() {
    return new Answer(columns, Rows.none(columns.size()));
  }

  int width() {
    return columns.size();
  }
}
