package org.dpjdbc.gateway.web.ask;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads as many rows as a page may hold. */
final class GridReader {
  private static final int MOST_ROWS = 5_000;
  private static final int MOST_CHARACTERS = 1 << 18;

  private GridReader() {}

  static Grid read(ResultSet result) throws SQLException {
    ResultSetMetaData metadata = result.getMetaData();
    List<Grid.Heading> headings = new ArrayList<>();
    for (int i = 1; i <= metadata.getColumnCount(); i++) {
      headings.add(new Grid.Heading(metadata.getColumnLabel(i), kind(metadata.getColumnType(i))));
    }
    List<List<@Nullable String>> rows = new ArrayList<>();
    long characters = 0;
    boolean more = result.next();
    while (more && rows.size() < MOST_ROWS && characters < MOST_CHARACTERS) {
      List<@Nullable String> row = new ArrayList<>(headings.size());
      for (int i = 1; i <= headings.size(); i++) {
        String value = result.getString(i);
        characters += 8 + (value == null ? 0 : value.length());
        row.add(value);
      }
      rows.add(Collections.unmodifiableList(row));
      more = result.next();
    }
    return new Grid(List.copyOf(headings), Collections.unmodifiableList(rows), more);
  }

  private static Grid.Kind kind(int type) {
    return switch (type) {
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE,
          Types.DECIMAL,
          Types.NUMERIC ->
          Grid.Kind.NUMBER;
      case Types.DATE, Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> Grid.Kind.MOMENT;
      default -> Grid.Kind.OTHER;
    };
  }
}
