package org.dpjdbc.jdbc;

import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.util.List;
import org.dpjdbc.jdbc.error.Errors;
import org.dpjdbc.jdbc.value.SqlType;
import org.dpjdbc.run.api.AnswerColumn;

/** The bind parameters of a prepared statement, with the types they were inferred to have. */
final class DpParameterMetaData implements ParameterMetaData, OwnWrapper {
  private final List<AnswerColumn> parameters;

  DpParameterMetaData(List<AnswerColumn> parameters) {
    this.parameters = List.copyOf(parameters);
  }

  private AnswerColumn get(int index) throws SQLException {
    if (index < 1 || index > parameters.size()) {
      throw Errors.noSuchParameter(index, parameters.size());
    }
    return parameters.get(index - 1);
  }

  @Override
  public int getParameterCount() {
    return parameters.size();
  }

  @Override
  public int getParameterType(int index) throws SQLException {
    return get(index).jdbcType();
  }

  @Override
  public String getParameterTypeName(int index) throws SQLException {
    return get(index).typeName();
  }

  @Override
  public String getParameterClassName(int index) throws SQLException {
    return SqlType.of(get(index)).javaClass().getName();
  }

  @Override
  public int getPrecision(int index) throws SQLException {
    return get(index).precision();
  }

  @Override
  public int getScale(int index) throws SQLException {
    return get(index).scale();
  }

  @Override
  public boolean isSigned(int index) throws SQLException {
    return SqlType.of(get(index)).signed();
  }

  @Override
  public int isNullable(int index) throws SQLException {
    get(index);
    return parameterNullable;
  }

  @Override
  public int getParameterMode(int index) throws SQLException {
    get(index);
    return parameterModeIn;
  }
}
