package org.dpjdbc.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** One of each object that JDBC knows, fresh and open, over a fake session. */
final class Opened {
  final FakeSession session = new FakeSession();
  final Connection connection = new DpConnection(session);
  final Statement statement;
  final PreparedStatement prepared;
  final ResultSet result;

  Opened() throws SQLException {
    statement =
        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
    prepared = connection.prepareStatement("SELECT COUNT(*) FROM patients WHERE age > ?");
    prepared.setInt(1, 40);
    result = statement.executeQuery("SELECT COUNT(*) FROM patients");
    result.next();
  }

  /** The interfaces that are implemented. */
  static List<Class<?>> interfaces() {
    return List.of(
        Connection.class,
        Statement.class,
        PreparedStatement.class,
        ResultSet.class,
        ResultSetMetaData.class,
        ParameterMetaData.class,
        DatabaseMetaData.class);
  }

  Object get(Class<?> type) throws SQLException {
    return switch (type.getSimpleName()) {
      case "Connection" -> connection;
      case "Statement" -> statement;
      case "PreparedStatement" -> prepared;
      case "ResultSet" -> result;
      case "ResultSetMetaData" -> result.getMetaData();
      case "ParameterMetaData" -> prepared.getParameterMetaData();
      case "DatabaseMetaData" -> connection.getMetaData();
      default -> throw new AssertionError(type);
    };
  }
}
