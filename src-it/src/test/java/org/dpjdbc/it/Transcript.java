package org.dpjdbc.it;

import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;

/**
 * Everything that an analyst can see of one statement: what describes it, its values, or its
 * refusal down to the last cause.
 */
final class Transcript {
  private final StringBuilder frame = new StringBuilder();
  private final StringBuilder values = new StringBuilder();
  private int rows;
  private boolean answered;

  private Transcript() {}

  /** Describes a statement, then runs it. */
  static Transcript of(Connection connection, String sql) {
    Transcript transcript = new Transcript();
    transcript.describe(connection, sql);
    transcript.run(connection, sql);
    return transcript;
  }

  /** What must not depend on any one person: all but values and, of keys, the number of rows. */
  String frame() {
    return frame.toString();
  }

  /** The values, a line each. */
  String values() {
    return values.toString();
  }

  int rows() {
    return rows;
  }

  boolean isAnswered() {
    return answered;
  }

  private void describe(Connection connection, String sql) {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      describe(statement.getMetaData());
      ParameterMetaData parameters = statement.getParameterMetaData();
      frame.append("parameters ").append(parameters.getParameterCount()).append('\n');
      warning(statement.getWarnings());
    } catch (SQLException e) {
      failure(e);
    }
  }

  private void run(Connection connection, String sql) {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      answered = true;
      describe(result.getMetaData());
      int columns = result.getMetaData().getColumnCount();
      for (; result.next(); rows++) {
        for (int i = 1; i <= columns; i++) {
          Object value = result.getObject(i);
          values.append(value).append(' ').append(result.getString(i)).append('\n');
        }
      }
      warning(result.getWarnings());
      warning(statement.getWarnings());
      warning(connection.getWarnings());
      frame.append("updated ").append(statement.getUpdateCount()).append('\n');
      frame.append("more ").append(statement.getMoreResults()).append('\n');
    } catch (SQLException e) {
      failure(e);
    }
  }

  private void describe(ResultSetMetaData described) throws SQLException {
    for (int i = 1; i <= described.getColumnCount(); i++) {
      frame
          .append(described.getColumnLabel(i))
          .append(' ')
          .append(described.getColumnName(i))
          .append(' ')
          .append(described.getColumnType(i))
          .append(' ')
          .append(described.getColumnTypeName(i))
          .append(' ')
          .append(described.getColumnClassName(i))
          .append(' ')
          .append(described.getPrecision(i))
          .append(' ')
          .append(described.getScale(i))
          .append(' ')
          .append(described.getColumnDisplaySize(i))
          .append(' ')
          .append(described.isNullable(i))
          .append(' ')
          .append(described.getTableName(i))
          .append(described.getSchemaName(i))
          .append(described.getCatalogName(i))
          .append('\n');
    }
  }

  private void warning(SQLWarning warning) {
    frame.append("warning ").append(warning).append('\n');
  }

  private void failure(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      frame.append(cause.getClass().getName()).append(' ').append(cause).append('\n');
      for (Throwable suppressed : cause.getSuppressed()) {
        failure(suppressed);
      }
      if (cause instanceof SQLException e) {
        frame.append(e.getSQLState()).append(' ').append(e.getErrorCode()).append('\n');
        if (e.getNextException() != null) {
          failure(e.getNextException());
        }
      }
    }
  }
}
