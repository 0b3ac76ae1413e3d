package org.dpjdbc.cli;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Counts in the owner's database. Names are spelled as the database does. */
final class RowCounts {
  private final Connection connection;
  private final String quote;

  RowCounts(Connection connection) throws SQLException {
    this.connection = connection;
    this.quote = connection.getMetaData().getIdentifierQuoteString().strip();
  }

  long count(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  String name(String schema, String table) {
    return quoted(schema) + "." + quoted(table);
  }

  String quoted(String name) {
    return quote.isEmpty() ? name : quote + name.replace(quote, quote + quote) + quote;
  }
}
