package org.dpjdbc.run.schema;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.dialect.common.CatalogQuestion;

/** Runs the catalog queries of a database's dialect. */
public final class CatalogRows {
  private final Connection connection;
  private final Optional<BackendDialect> dialect;

  private CatalogRows(Connection connection, Optional<BackendDialect> dialect) {
    this.connection = connection;
    this.dialect = dialect;
  }

  /**
   * Queries a database in its own dialect, or in standard SQL if it is not offered.
   *
   * @param connection left open, and in the state it was in
   * @throws SQLException if the database does not report its product
   */
  public static CatalogRows of(Connection connection) throws SQLException {
    return new CatalogRows(connection, dialect(connection));
  }

  /** The dialect of the database behind a connection; empty if it is not offered. */
  public static Optional<BackendDialect> dialect(Connection connection) throws SQLException {
    DatabaseMetaData metaData = connection.getMetaData();
    String product = metaData.getDatabaseProductName();
    Optional<BackendDialect> known = BackendDialects.ofAnyVersion(product);
    return known.isPresent()
        ? known
        : BackendDialects.of(product, String.valueOf(metaData.getDatabaseProductVersion()));
  }

  /** See {@link BackendDialect#columnType}. */
  int columnType(String typeName, int jdbcType) {
    return dialect.map(known -> known.columnType(typeName, jdbcType)).orElse(jdbcType);
  }

  /** See {@link BackendDialect#columnPrecision}. */
  int columnPrecision(String typeName, int size) {
    return dialect.map(known -> known.columnPrecision(typeName, size)).orElse(size);
  }

  /** See {@link BackendDialect#enforcesKeys}. */
  boolean enforcesKeys() {
    return dialect.map(BackendDialect::enforcesKeys).orElse(true);
  }

  /**
   * The answer about a schema, none where the dialect has no query for it.
   *
   * @return rows of texts, an empty one in the place of NULL
   * @throws SQLException if the database fails
   */
  public List<List<String>> ask(CatalogQuestion question, String schema) throws SQLException {
    Optional<String> query =
        dialect.map(known -> known.catalogQuery(question)).orElseGet(question::standard);
    List<List<String>> answer = new ArrayList<>();
    if (query.isPresent()) {
      try (PreparedStatement statement = connection.prepareStatement(query.get())) {
        statement.setString(1, schema);
        try (ResultSet rows = statement.executeQuery()) {
          int columns = rows.getMetaData().getColumnCount();
          while (rows.next()) {
            List<String> row = new ArrayList<>();
            for (int i = 1; i <= columns; i++) {
              row.add(Optional.ofNullable(rows.getString(i)).orElse(""));
            }
            answer.add(row);
          }
        }
      }
    }
    return answer;
  }
}
