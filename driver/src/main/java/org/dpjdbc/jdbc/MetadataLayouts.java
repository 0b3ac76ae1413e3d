package org.dpjdbc.jdbc;

/** The layout of every result that {@link java.sql.DatabaseMetaData} gives, from its Javadoc. */
final class MetadataLayouts {
  static final MetadataLayout GENERATED_KEYS = MetadataLayout.of("GENERATED_KEY:long");

  static final MetadataLayout CATALOGS = MetadataLayout.of("TABLE_CAT");
  static final MetadataLayout SCHEMAS = MetadataLayout.of("TABLE_SCHEM TABLE_CATALOG");
  static final MetadataLayout TABLE_TYPES = MetadataLayout.of("TABLE_TYPE");
  static final MetadataLayout TABLES =
      MetadataLayout.of(
          "TABLE_CAT TABLE_SCHEM TABLE_NAME TABLE_TYPE REMARKS TYPE_CAT TYPE_SCHEM TYPE_NAME"
              + " SELF_REFERENCING_COL_NAME REF_GENERATION");
  static final MetadataLayout COLUMNS =
      MetadataLayout.of(
          "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE:int TYPE_NAME COLUMN_SIZE:int"
              + " BUFFER_LENGTH:int DECIMAL_DIGITS:int NUM_PREC_RADIX:int NULLABLE:int REMARKS"
              + " COLUMN_DEF SQL_DATA_TYPE:int SQL_DATETIME_SUB:int CHAR_OCTET_LENGTH:int"
              + " ORDINAL_POSITION:int IS_NULLABLE SCOPE_CATALOG SCOPE_SCHEMA SCOPE_TABLE"
              + " SOURCE_DATA_TYPE:short IS_AUTOINCREMENT IS_GENERATEDCOLUMN");
  static final MetadataLayout PRIMARY_KEYS =
      MetadataLayout.of("TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME KEY_SEQ:short PK_NAME");
  static final MetadataLayout FOREIGN_KEYS =
      MetadataLayout.of(
          "PKTABLE_CAT PKTABLE_SCHEM PKTABLE_NAME PKCOLUMN_NAME FKTABLE_CAT FKTABLE_SCHEM"
              + " FKTABLE_NAME FKCOLUMN_NAME KEY_SEQ:short UPDATE_RULE:short DELETE_RULE:short"
              + " FK_NAME PK_NAME DEFERRABILITY:short");
  static final MetadataLayout TYPE_INFO =
      MetadataLayout.of(
          "TYPE_NAME DATA_TYPE:int PRECISION:int LITERAL_PREFIX LITERAL_SUFFIX CREATE_PARAMS"
              + " NULLABLE:short CASE_SENSITIVE:boolean SEARCHABLE:short"
              + " UNSIGNED_ATTRIBUTE:boolean FIXED_PREC_SCALE:boolean AUTO_INCREMENT:boolean"
              + " LOCAL_TYPE_NAME MINIMUM_SCALE:short MAXIMUM_SCALE:short SQL_DATA_TYPE:int"
              + " SQL_DATETIME_SUB:int NUM_PREC_RADIX:int");

  static final MetadataLayout PROCEDURES =
      MetadataLayout.of(
          "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME RESERVED1 RESERVED2 RESERVED3 REMARKS"
              + " PROCEDURE_TYPE:short SPECIFIC_NAME");
  static final MetadataLayout PROCEDURE_COLUMNS =
      MetadataLayout.of(
          "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME COLUMN_NAME COLUMN_TYPE:short"
              + " DATA_TYPE:int TYPE_NAME PRECISION:int LENGTH:int SCALE:short RADIX:short"
              + " NULLABLE:short REMARKS COLUMN_DEF SQL_DATA_TYPE:int SQL_DATETIME_SUB:int"
              + " CHAR_OCTET_LENGTH:int ORDINAL_POSITION:int IS_NULLABLE SPECIFIC_NAME");
  static final MetadataLayout FUNCTIONS =
      MetadataLayout.of(
          "FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME REMARKS FUNCTION_TYPE:short SPECIFIC_NAME");
  static final MetadataLayout FUNCTION_COLUMNS =
      MetadataLayout.of(
          "FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME COLUMN_NAME COLUMN_TYPE:short DATA_TYPE:int"
              + " TYPE_NAME PRECISION:int LENGTH:int SCALE:short RADIX:short NULLABLE:short"
              + " REMARKS CHAR_OCTET_LENGTH:int ORDINAL_POSITION:int IS_NULLABLE SPECIFIC_NAME");
  static final MetadataLayout COLUMN_PRIVILEGES =
      MetadataLayout.of(
          "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE");
  static final MetadataLayout TABLE_PRIVILEGES =
      MetadataLayout.of("TABLE_CAT TABLE_SCHEM TABLE_NAME GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE");
  static final MetadataLayout ROW_IDENTIFIERS =
      MetadataLayout.of(
          "SCOPE:short COLUMN_NAME DATA_TYPE:int TYPE_NAME COLUMN_SIZE:int BUFFER_LENGTH:int"
              + " DECIMAL_DIGITS:short PSEUDO_COLUMN:short");
  static final MetadataLayout INDEXES =
      MetadataLayout.of(
          "TABLE_CAT TABLE_SCHEM TABLE_NAME NON_UNIQUE:boolean INDEX_QUALIFIER INDEX_NAME"
              + " TYPE:short ORDINAL_POSITION:short COLUMN_NAME ASC_OR_DESC CARDINALITY:long"
              + " PAGES:long FILTER_CONDITION");
  static final MetadataLayout USER_TYPES =
      MetadataLayout.of(
          "TYPE_CAT TYPE_SCHEM TYPE_NAME CLASS_NAME DATA_TYPE:int REMARKS BASE_TYPE:short");
  static final MetadataLayout SUPER_TYPES =
      MetadataLayout.of(
          "TYPE_CAT TYPE_SCHEM TYPE_NAME SUPERTYPE_CAT SUPERTYPE_SCHEM SUPERTYPE_NAME");
  static final MetadataLayout SUPER_TABLES =
      MetadataLayout.of("TABLE_CAT TABLE_SCHEM TABLE_NAME SUPERTABLE_NAME");
  static final MetadataLayout ATTRIBUTES =
      MetadataLayout.of(
          "TYPE_CAT TYPE_SCHEM TYPE_NAME ATTR_NAME DATA_TYPE:int ATTR_TYPE_NAME ATTR_SIZE:int"
              + " DECIMAL_DIGITS:int NUM_PREC_RADIX:int NULLABLE:int REMARKS ATTR_DEF"
              + " SQL_DATA_TYPE:int SQL_DATETIME_SUB:int CHAR_OCTET_LENGTH:int"
              + " ORDINAL_POSITION:int IS_NULLABLE SCOPE_CATALOG SCOPE_SCHEMA SCOPE_TABLE"
              + " SOURCE_DATA_TYPE:short");
  static final MetadataLayout CLIENT_INFO =
      MetadataLayout.of("NAME MAX_LEN:int DEFAULT_VALUE DESCRIPTION");
  static final MetadataLayout PSEUDO_COLUMNS =
      MetadataLayout.of(
          "TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE:int COLUMN_SIZE:int"
              + " DECIMAL_DIGITS:int NUM_PREC_RADIX:int COLUMN_USAGE REMARKS"
              + " CHAR_OCTET_LENGTH:int IS_NULLABLE");

  private MetadataLayouts() {}
}
