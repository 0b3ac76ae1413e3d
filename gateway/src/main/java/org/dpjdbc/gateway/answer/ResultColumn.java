package org.dpjdbc.gateway.answer;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.gateway.value.PgType;
import org.dpjdbc.gateway.wire.Reply;

/**
 * A column of an answer of the driver.
 *
 * @param name its label
 * @param modifier PostgreSQL's: the length of strings, precision and scale of numbers; or -1
 */
public record ResultColumn(String name, PgType type, int modifier) {
  /** Of the type's size; what PostgreSQL calls VARHDRSZ. */
  private static final int HEAD = 4;

  private static final int LONGEST = 10_485_760;

  static List<ResultColumn> of(ResultSetMetaData metadata) throws SQLException {
    List<ResultColumn> columns = new ArrayList<>();
    for (int i = 1; i <= metadata.getColumnCount(); i++) {
      PgType type = PgType.of(metadata, i);
      columns.add(new ResultColumn(metadata.getColumnLabel(i), type, modifier(type, metadata, i)));
    }
    return columns;
  }

  /** The scale of a number differs from row to row, so that none is reported. */
  private static int modifier(PgType type, ResultSetMetaData metadata, int column)
      throws SQLException {
    int precision = metadata.getPrecision(column);
    boolean isString = type == PgType.VARCHAR || type == PgType.BPCHAR;
    return isString && precision > 0 && precision <= LONGEST ? precision + HEAD : -1;
  }

  /** Those that PostgreSQL's parser describes. */
  public static List<ResultColumn> of(List<Reply.Column> described) {
    return described.stream()
        .map(column -> new ResultColumn(column.name(), PgType.of(column.type()), column.modifier()))
        .toList();
  }

  ResultColumn named(String other) {
    return new ResultColumn(other, type, modifier);
  }

  /** As the protocol describes it. */
  public Reply.Column described(boolean binary) {
    return new Reply.Column(name, type.number(), type.size(), modifier, binary);
  }
}
