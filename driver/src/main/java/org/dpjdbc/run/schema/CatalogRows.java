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
import org.dpjdbc.sql.dialect.common.CatalogQuery;
import org.dpjdbc.sql.refusal.ConnectMessages;

/** Runs the catalog queries of a database's dialect. */
public final class CatalogRows {
  private final Connection connection;
  private final BackendDialect dialect;

  private CatalogRows(Connection connection, BackendDialect dialect) {
    this.connection = connection;
    this.dialect = dialect;
  }

  /**
   * Queries a database in its own dialect.
   *
   * @param connection left open, and in the state it was in
   * @throws SQLException if the database does not report its product
   * @throws org.dpjdbc.sql.refusal.RefusedException if the database is not offered
   */
  public static CatalogRows of(Connection connection) throws SQLException {
    return new CatalogRows(connection, dialect(connection));
  }

  /**
   * The dialect of the database behind a connection.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if the database is not offered
   */
  public static BackendDialect dialect(Connection connection) throws SQLException {
    DatabaseMetaData metaData = connection.getMetaData();
    String product = metaData.getDatabaseProductName();
    Optional<BackendDialect> known = BackendDialects.ofAnyVersion(product);
    return known.isPresent()
        ? known.get()
        : BackendDialects.of(product, String.valueOf(metaData.getDatabaseProductVersion()))
            .orElseThrow(
                () -> ConnectMessages.backendNotOffered(product, BackendDialects.productNames()));
  }

  /** See {@link BackendDialect#columnType}. */
  int columnType(String typeName, int jdbcType) {
    return dialect.columnType(typeName, jdbcType);
  }

  /** See {@link BackendDialect#columnPrecision}. */
  int columnPrecision(String typeName, int size) {
    return dialect.columnPrecision(typeName, size);
  }

  /** See {@link BackendDialect#isRemark}. */
  boolean isRemark(String text) {
    return dialect.isRemark(text);
  }

  /** See {@link BackendDialect#enforcesKeys}. */
  boolean enforcesKeys() {
    return dialect.enforcesKeys();
  }

  /**
   * The answer about a schema, none if the dialect has no query for it.
   *
   * @return rows of strings, with an empty string in place of NULL
   * @throws SQLException if the database fails
   */
  public List<List<String>> ask(CatalogQuery catalogQuery, String schema) throws SQLException {
    Optional<String> query = dialect.catalogQuery(catalogQuery);
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
