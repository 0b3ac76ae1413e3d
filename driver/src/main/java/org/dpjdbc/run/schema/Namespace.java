package org.dpjdbc.run.schema;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What JDBC calls the schemas of a database: usually schemas within the catalog of the connection;
 * but some databases have only catalogs, which are schemas here.
 */
public final class Namespace {
  private final DatabaseMetaData metaData;
  private final boolean ofCatalogs;
  private final @Nullable String catalog;

  private Namespace(DatabaseMetaData metaData, boolean ofCatalogs, @Nullable String catalog) {
    this.metaData = metaData;
    this.ofCatalogs = ofCatalogs;
    this.catalog = catalog;
  }

  public static Namespace of(Connection connection) throws SQLException {
    DatabaseMetaData metaData = connection.getMetaData();
    boolean ofCatalogs =
        !metaData.supportsSchemasInTableDefinitions()
            && metaData.supportsCatalogsInTableDefinitions();
    return new Namespace(metaData, ofCatalogs, connection.getCatalog());
  }

  /** The schemas of one catalog of several. */
  static Namespace within(Connection connection, String catalog) throws SQLException {
    return new Namespace(connection.getMetaData(), false, catalog);
  }

  /** The schema in which a connection looks for unqualified names, if it has one. */
  static Optional<String> current(Connection connection) throws SQLException {
    Namespace names = of(connection);
    return Optional.ofNullable(names.ofCatalogs ? names.catalog : connection.getSchema());
  }

  /** The schemas that there are. */
  public List<String> schemas() throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet rows =
        ofCatalogs ? metaData.getCatalogs() : metaData.getSchemas(catalog, null)) {
      while (rows.next()) {
        names.add(rows.getString(ofCatalogs ? "TABLE_CAT" : "TABLE_SCHEM"));
      }
    }
    return names;
  }

  /** The first argument of a method of {@link DatabaseMetaData}. */
  @Nullable String catalog(String schema) {
    return ofCatalogs ? schema : catalog;
  }

  /** Its second argument, if that is a name. */
  @Nullable String name(String schema) {
    return ofCatalogs ? null : schema;
  }

  /** Its second argument, if that is a pattern, in which a name must stand for itself alone. */
  @Nullable String pattern(String schema) throws SQLException {
    if (ofCatalogs) {
      return null;
    }
    String escape = metaData.getSearchStringEscape();
    return schema
        .replace(escape, escape + escape)
        .replace("_", escape + "_")
        .replace("%", escape + "%");
  }

  /** The schema that a row of metadata is about. */
  String schema(ResultSet row) throws SQLException {
    return schema(row, "TABLE");
  }

  /** The schema of the table that a foreign key of a row of metadata references. */
  String referenced(ResultSet row) throws SQLException {
    return schema(row, "PKTABLE");
  }

  private String schema(ResultSet row, String table) throws SQLException {
    String name = row.getString(table + (ofCatalogs ? "_CAT" : "_SCHEM"));
    return name == null ? "" : name;
  }
}
