package org.dpjdbc.jdbc;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.RowIdLifetime;
import java.util.HashMap;
import java.util.Map;

/**
 * How every method of {@link DatabaseMetaData} is answered: passed on, rewritten, from the schema,
 * empty or refused. A method that is not listed is refused.
 */
final class MetadataTable {
  /**
   * Scalars that describe the product and its SQL, not its content: tools choose their dialect by
   * them. None takes an argument.
   */
  private static final String PASS =
      """
      getDatabaseProductName getDatabaseProductVersion getDatabaseMajorVersion
      getDatabaseMinorVersion getIdentifierQuoteString getExtraNameCharacters getSQLKeywords
      getSchemaTerm getCatalogTerm getCatalogSeparator getProcedureTerm isCatalogAtStart
      nullsAreSortedHigh nullsAreSortedLow nullsAreSortedAtStart nullsAreSortedAtEnd
      nullPlusNonNullIsNull storesLowerCaseIdentifiers storesLowerCaseQuotedIdentifiers
      storesMixedCaseIdentifiers storesMixedCaseQuotedIdentifiers storesUpperCaseIdentifiers
      storesUpperCaseQuotedIdentifiers supportsMixedCaseIdentifiers
      supportsMixedCaseQuotedIdentifiers
      """;

  /** What the grammar and the results offer on every backend. */
  private static final String TRUE =
      """
      allTablesAreSelectable isReadOnly supportsANSI92EntryLevelSQL supportsColumnAliasing
      supportsCoreSQLGrammar supportsCorrelatedSubqueries supportsExpressionsInOrderBy
      supportsFullOuterJoins supportsGroupBy supportsGroupByBeyondSelect supportsGroupByUnrelated
      supportsLikeEscapeClause supportsLimitedOuterJoins supportsMinimumSQLGrammar
      supportsMultipleTransactions supportsNonNullableColumns supportsOpenCursorsAcrossCommit
      supportsOpenCursorsAcrossRollback supportsOpenStatementsAcrossCommit
      supportsOpenStatementsAcrossRollback supportsOrderByUnrelated supportsOuterJoins
      supportsSchemasInDataManipulation supportsSubqueriesInComparisons supportsSubqueriesInExists
      supportsSubqueriesInIns supportsSubqueriesInQuantifieds supportsTableCorrelationNames
      supportsTransactions supportsUnion supportsUnionAll
      """;

  /** What writes, procedures, statistics and catalogs would need. */
  private static final String FALSE =
      """
      allProceduresAreCallable autoCommitFailureClosesAllResultSets
      dataDefinitionCausesTransactionCommit dataDefinitionIgnoredInTransactions
      doesMaxRowSizeIncludeBlobs generatedKeyAlwaysReturned locatorsUpdateCopy
      supportsANSI92FullSQL supportsANSI92IntermediateSQL supportsAlterTableWithAddColumn
      supportsAlterTableWithDropColumn supportsBatchUpdates supportsCatalogsInDataManipulation
      supportsCatalogsInIndexDefinitions supportsCatalogsInPrivilegeDefinitions
      supportsCatalogsInProcedureCalls supportsCatalogsInTableDefinitions supportsConvert
      supportsDataDefinitionAndDataManipulationTransactions supportsDataManipulationTransactionsOnly
      supportsDifferentTableCorrelationNames supportsExtendedSQLGrammar supportsGetGeneratedKeys
      supportsIntegrityEnhancementFacility supportsMultipleOpenResults supportsMultipleResultSets
      supportsNamedParameters supportsPositionedDelete supportsPositionedUpdate
      supportsRefCursors supportsSavepoints supportsSchemasInIndexDefinitions
      supportsSchemasInPrivilegeDefinitions supportsSchemasInProcedureCalls
      supportsSchemasInTableDefinitions supportsSelectForUpdate supportsSharding
      supportsStatementPooling supportsStoredFunctionsUsingCallSyntax supportsStoredProcedures
      usesLocalFilePerTable usesLocalFiles
      supportsConvert/2 deletesAreDetected/1 insertsAreDetected/1 updatesAreDetected/1
      othersDeletesAreVisible/1 othersInsertsAreVisible/1 othersUpdatesAreVisible/1
      ownDeletesAreVisible/1 ownInsertsAreVisible/1 ownUpdatesAreVisible/1
      """;

  /** Limits: none is known. */
  private static final String ZERO =
      """
      getMaxBinaryLiteralLength getMaxCatalogNameLength getMaxCharLiteralLength
      getMaxColumnNameLength getMaxColumnsInGroupBy getMaxColumnsInIndex getMaxColumnsInOrderBy
      getMaxColumnsInSelect getMaxColumnsInTable getMaxConnections getMaxCursorNameLength
      getMaxIndexLength getMaxProcedureNameLength getMaxRowSize getMaxSchemaNameLength
      getMaxStatementLength getMaxStatements getMaxTableNameLength getMaxTablesInSelect
      getMaxUserNameLength
      """;

  private static final Map<String, MetadataAnswer> TABLE = table();

  private MetadataTable() {}

  /** What becomes of a method. */
  static MetadataAnswer of(Method method) {
    return TABLE.getOrDefault(
        method.getName() + "/" + method.getParameterCount(), new MetadataAnswer.Refuse());
  }

  /** The methods that were classified, each with its number of parameters. */
  static Map<String, MetadataAnswer> classified() {
    return TABLE;
  }

  private static Map<String, MetadataAnswer> table() {
    Map<String, MetadataAnswer> table = new HashMap<>();
    each(table, PASS, new MetadataAnswer.Pass());
    each(table, TRUE, constant(true));
    each(table, FALSE, constant(false));
    each(table, ZERO, constant(0));
    scalars(table);
    functions(table);
    schema(table);
    nothing(table);
    return Map.copyOf(table);
  }

  private static void each(Map<String, MetadataAnswer> table, String names, MetadataAnswer answer) {
    for (String name : names.strip().split("\\s+", -1)) {
      put(table, name.contains("/") ? name : name + "/0", answer);
    }
  }

  private static void put(Map<String, MetadataAnswer> table, String name, MetadataAnswer answer) {
    if (table.put(name, answer) != null) {
      throw new IllegalStateException(name + " is classified twice");
    }
  }

  private static MetadataAnswer constant(Object value) {
    return rewrite((connection, source, arguments) -> value);
  }

  private static MetadataAnswer rewrite(MetadataAnswer.Scalar scalar) {
    return new MetadataAnswer.Rewrite(scalar);
  }

  private static void scalars(Map<String, MetadataAnswer> table) {
    put(table, "getConnection/0", rewrite((connection, source, a) -> connection));
    put(table, "getURL/0", rewrite((connection, source, a) -> source.url()));
    put(table, "getUserName/0", rewrite((connection, source, a) -> source.analyst()));
    put(table, "getDriverName/0", constant(DriverVersion.NAME));
    put(table, "getDriverVersion/0", constant(DriverVersion.current().text()));
    put(table, "getDriverMajorVersion/0", constant(DriverVersion.current().major()));
    put(table, "getDriverMinorVersion/0", constant(DriverVersion.current().minor()));
    put(table, "getJDBCMajorVersion/0", constant(4));
    put(table, "getJDBCMinorVersion/0", constant(3));
    put(table, "getSQLStateType/0", constant(DatabaseMetaData.sqlStateSQL));
    put(table, "getSearchStringEscape/0", constant(NamePattern.ESCAPE));
    put(table, "getRowIdLifetime/0", constant(RowIdLifetime.ROWID_UNSUPPORTED));
    put(table, "getMaxLogicalLobSize/0", constant(0L));
    put(table, "getResultSetHoldability/0", constant(ResultSet.HOLD_CURSORS_OVER_COMMIT));
    put(table, "getDefaultTransactionIsolation/0", constant(Connection.TRANSACTION_READ_COMMITTED));
    put(
        table,
        "supportsTransactionIsolationLevel/1",
        rewrite((c, s, arguments) -> arguments.number(0) != Connection.TRANSACTION_NONE));
    put(table, "supportsResultSetHoldability/1", constant(true));
    put(
        table,
        "supportsResultSetType/1",
        rewrite((c, s, arguments) -> supportsType(arguments.number(0))));
    put(
        table,
        "supportsResultSetConcurrency/2",
        rewrite(
            (c, s, arguments) ->
                supportsType(arguments.number(0))
                    && arguments.number(1) == ResultSet.CONCUR_READ_ONLY));
  }

  private static boolean supportsType(int resultSetType) {
    return resultSetType == ResultSet.TYPE_FORWARD_ONLY
        || resultSetType == ResultSet.TYPE_SCROLL_INSENSITIVE;
  }

  /** The functions of JDBC's escape syntax that the grammar takes on every backend. */
  private static void functions(Map<String, MetadataAnswer> table) {
    put(
        table,
        "getNumericFunctions/0",
        constant(
            "ABS,ACOS,ASIN,ATAN,ATAN2,CEILING,COS,COT,DEGREES,EXP,FLOOR,LOG,LOG10,MOD,PI,POWER,"
                + "RADIANS,ROUND,SIGN,SIN,SQRT,TAN,TRUNCATE"));
    put(
        table,
        "getStringFunctions/0",
        constant("ASCII,CONCAT,LCASE,LEFT,LENGTH,LTRIM,REPLACE,RTRIM,SUBSTRING,UCASE"));
    put(
        table,
        "getTimeDateFunctions/0",
        constant(
            "CURDATE,CURTIME,DAYOFMONTH,DAYOFWEEK,DAYOFYEAR,HOUR,MINUTE,MONTH,NOW,QUARTER,SECOND,"
                + "TIMESTAMPADD,TIMESTAMPDIFF,WEEK,YEAR"));
    put(table, "getSystemFunctions/0", constant("IFNULL,USER"));
  }

  private static void schema(Map<String, MetadataAnswer> table) {
    rows(table, "getTables/4", MetadataRows::tables);
    rows(table, "getTableTypes/0", (source, a) -> MetadataRows.tableTypes());
    rows(table, "getColumns/4", MetadataRows::columns);
    rows(table, "getSchemas/0", (source, a) -> MetadataRows.schemas(source, null));
    rows(table, "getSchemas/2", (source, a) -> MetadataRows.schemas(source, a.text(1)));
    rows(table, "getTypeInfo/0", (source, a) -> MetadataTypes.answer());
    rows(
        table,
        "getPrimaryKeys/3",
        (source, a) -> MetadataKeys.primaryKeys(source, a.text(1), a.required(2, "the table")));
    rows(
        table,
        "getImportedKeys/3",
        (source, a) -> MetadataKeys.imported(source, a.text(1), a.required(2, "the table")));
    rows(
        table,
        "getExportedKeys/3",
        (source, a) -> MetadataKeys.exported(source, a.text(1), a.required(2, "the table")));
    rows(
        table,
        "getCrossReference/6",
        (source, a) ->
            MetadataKeys.between(
                source,
                a.text(1),
                a.required(2, "the parent table"),
                a.text(4),
                a.required(5, "the foreign table")));
  }

  private static void rows(
      Map<String, MetadataAnswer> table, String name, MetadataAnswer.Maker maker) {
    put(table, name, new MetadataAnswer.FromSchema(maker));
  }

  private static void nothing(Map<String, MetadataAnswer> table) {
    empty(table, "getCatalogs/0", MetadataLayouts.CATALOGS);
    empty(table, "getProcedures/3", MetadataLayouts.PROCEDURES);
    empty(table, "getProcedureColumns/4", MetadataLayouts.PROCEDURE_COLUMNS);
    empty(table, "getFunctions/3", MetadataLayouts.FUNCTIONS);
    empty(table, "getFunctionColumns/4", MetadataLayouts.FUNCTION_COLUMNS);
    empty(table, "getColumnPrivileges/4", MetadataLayouts.COLUMN_PRIVILEGES);
    empty(table, "getTablePrivileges/3", MetadataLayouts.TABLE_PRIVILEGES);
    empty(table, "getBestRowIdentifier/5", MetadataLayouts.ROW_IDENTIFIERS);
    empty(table, "getVersionColumns/3", MetadataLayouts.ROW_IDENTIFIERS);
    empty(table, "getIndexInfo/5", MetadataLayouts.INDEXES);
    empty(table, "getUDTs/4", MetadataLayouts.USER_TYPES);
    empty(table, "getSuperTypes/3", MetadataLayouts.SUPER_TYPES);
    empty(table, "getSuperTables/3", MetadataLayouts.SUPER_TABLES);
    empty(table, "getAttributes/4", MetadataLayouts.ATTRIBUTES);
    empty(table, "getClientInfoProperties/0", MetadataLayouts.CLIENT_INFO);
    empty(table, "getPseudoColumns/4", MetadataLayouts.PSEUDO_COLUMNS);
  }

  private static void empty(Map<String, MetadataAnswer> table, String name, MetadataLayout layout) {
    put(table, name, new MetadataAnswer.Empty(layout));
  }
}
