package org.dpjdbc.sql.dialect.unverified;

import java.util.Optional;
import org.dpjdbc.sql.dialect.common.CatalogQuestion;

/** Queries to SQL Server's catalog. */
final class SqlServerCatalog {
  /** Some pages of codes have several codes for one character, which are one in Unicode. */
  private static final String COLLATIONS =
      """
      SELECT t.name, c.name, c.collation_name
      FROM sys.columns c
      JOIN sys.objects t ON t.object_id = c.object_id
      JOIN sys.schemas s ON s.schema_id = t.schema_id
      WHERE c.system_type_id IN (167, 175)
        AND COLLATIONPROPERTY(c.collation_name, 'CodePage')
          NOT IN (874, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258, 65001)
        AND s.name = ?
      """;

  private static final String INDEXES =
      """
      SELECT i.name
      FROM sys.indexes i
      JOIN sys.objects t ON t.object_id = i.object_id
      JOIN sys.schemas s ON s.schema_id = t.schema_id
      WHERE (i.has_filter = 1 OR i.is_disabled = 1 OR i.is_hypothetical = 1) AND i.name IS NOT NULL
        AND s.name = ?
      """;

  /** Warehouses list keys that they do not enforce; a disabled primary key is listed, too. */
  private static final String TABLES =
      """
      SELECT t.name
      FROM sys.objects t
      JOIN sys.schemas s ON s.schema_id = t.schema_id
      WHERE (CAST(SERVERPROPERTY('EngineEdition') AS INT) NOT IN (2, 3, 4, 5, 8)
          OR EXISTS (SELECT 1 FROM sys.indexes i
            WHERE i.object_id = t.object_id AND i.is_primary_key = 1 AND i.is_disabled = 1))
        AND s.name = ?
      """;

  private SqlServerCatalog() {}

  /** Conditions on rows may not hold for those that were there before: none is asked for. */
  static Optional<String> query(CatalogQuestion question) {
    return switch (question) {
      case MERGING_COLLATIONS -> Optional.of(COLLATIONS);
      case DOUBTFUL_INDEXES -> Optional.of(INDEXES);
      case DOUBTFUL_TABLES -> Optional.of(TABLES);
      default -> Optional.empty();
    };
  }
}
