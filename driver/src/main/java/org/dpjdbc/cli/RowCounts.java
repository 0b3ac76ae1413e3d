package org.dpjdbc.cli;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dpjdbc.run.schema.CatalogRows;

/** Counts in the owner's database. Names are spelled as the database does. */
final class RowCounts {
  private final Connection connection;
  private final String quote;

  /** The names under one another of a schema of the policy. */
  private final Function<String, List<String>> path;

  RowCounts(Connection connection) throws SQLException {
    this.connection = connection;
    this.quote = connection.getMetaData().getIdentifierQuoteString().strip();
    this.path = CatalogRows.dialect(connection)::path;
  }

  long count(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  String name(String schema, String table) {
    return Stream.concat(path.apply(schema).stream(), Stream.of(table))
        .map(this::quoted)
        .collect(Collectors.joining("."));
  }

  String quoted(String name) {
    return quote.isEmpty() ? name : quote + name.replace(quote, quote + quote) + quote;
  }
}
