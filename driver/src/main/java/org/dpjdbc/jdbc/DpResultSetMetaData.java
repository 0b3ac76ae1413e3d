package org.dpjdbc.jdbc;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.dpjdbc.jdbc.value.SqlType;
import org.dpjdbc.run.api.AnswerColumn;

/** The columns of an answer. Names no tables, because a released column belongs to none. */
final class DpResultSetMetaData implements ResultSetMetaData, OwnWrapper {
  private final Columns columns;

  DpResultSetMetaData(Columns columns) {
    this.columns = columns;
  }

  @Override
  public int getColumnCount() {
    return columns.count();
  }

  @Override
  public String getColumnLabel(int index) throws SQLException {
    return columns.get(index).label();
  }

  @Override
  public String getColumnName(int index) throws SQLException {
    return columns.get(index).label();
  }

  @Override
  public int getColumnType(int index) throws SQLException {
    return columns.get(index).jdbcType();
  }

  @Override
  public String getColumnTypeName(int index) throws SQLException {
    return columns.get(index).typeName();
  }

  @Override
  public String getColumnClassName(int index) throws SQLException {
    return SqlType.of(columns.get(index)).javaClass().getName();
  }

  @Override
  public int getColumnDisplaySize(int index) throws SQLException {
    AnswerColumn column = columns.get(index);
    return SqlType.of(column).displaySize(column);
  }

  @Override
  public int getPrecision(int index) throws SQLException {
    return columns.get(index).precision();
  }

  @Override
  public int getScale(int index) throws SQLException {
    return columns.get(index).scale();
  }

  @Override
  public int isNullable(int index) throws SQLException {
    return columns.get(index).nullable() ? columnNullable : columnNoNulls;
  }

  @Override
  public boolean isSigned(int index) throws SQLException {
    return SqlType.of(columns.get(index)).signed();
  }

  @Override
  public boolean isCaseSensitive(int index) throws SQLException {
    return SqlType.of(columns.get(index)).caseSensitive();
  }

  @Override
  public boolean isSearchable(int index) throws SQLException {
    columns.get(index);
    return true;
  }

  @Override
  public boolean isCurrency(int index) throws SQLException {
    columns.get(index);
    return false;
  }

  @Override
  public boolean isAutoIncrement(int index) throws SQLException {
    columns.get(index);
    return false;
  }

  @Override
  public boolean isReadOnly(int index) throws SQLException {
    columns.get(index);
    return true;
  }

  @Override
  public boolean isWritable(int index) throws SQLException {
    columns.get(index);
    return false;
  }

  @Override
  public boolean isDefinitelyWritable(int index) throws SQLException {
    columns.get(index);
    return false;
  }

  @Override
  public String getCatalogName(int index) throws SQLException {
    columns.get(index);
    return "";
  }

  @Override
  public String getSchemaName(int index) throws SQLException {
    columns.get(index);
    return "";
  }

  @Override
  public String getTableName(int index) throws SQLException {
    columns.get(index);
    return "";
  }
}
