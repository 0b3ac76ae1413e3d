package org.dpjdbc.sql.validate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * The tables that the driver answers itself: plain tables for any tool. Those of the schema {@code
 * DP} are its own; those of {@code INFORMATION_SCHEMA} are the standard's, and those of {@code
 * PG_CATALOG}, behind which tools expect PostgreSQL, are PostgreSQL's. Tools ask them for what
 * there is, and they hold what {@link java.sql.DatabaseMetaData} says: the tables, columns and keys
 * that the policy lets the analyst see.
 */
public enum VirtualTable {
  BUDGET(
      Schemas.DP,
      "BUDGET",
      "The budget spent and remaining: over all analysts, and for the analyst.",
      "ANALYST text, SPENT_EPSILON decimal(38,9), SPENT_DELTA double, "
          + "REMAINING_EPSILON decimal(38,9), REMAINING_DELTA double, RENEWS_AT timestamp(0)?"),
  SPENDING(
      Schemas.DP,
      "SPENDING",
      "One row for each query charged to the analyst.",
      "SEQ bigint, CHARGED_AT timestamp(3), ANALYST text, EPSILON decimal(38,9), "
          + "DELTA double, QUERY text"),
  RELEASES(
      Schemas.DP,
      "RELEASES",
      "The kept answers that the analyst paid for, the newest 1,000 of them: one row for each"
          + " measure.",
      "RELEASE text, MADE_AT timestamp(3), EXPIRES_AT timestamp(3), TABLES text, "
          + "KEYS text, FILTERS text?, MEASURE text, ERROR95 double?, "
          + "EPSILON decimal(38,9), DELTA double"),
  COLUMNS(
      Schemas.DP,
      "COLUMNS",
      "The part of the policy that the analyst may see, one row for each column, with the"
          + " contribution limits of its table.",
      "TABLE_SCHEMA text, TABLE_NAME text, COLUMN_NAME text, DATA_TYPE text, "
          + "PRIVACY text, LOWER_BOUND text?, UPPER_BOUND text?, STEP decimal(38,19)?, "
          + "PUBLIC_VALUES text?, RANDOMIZED_RESPONSE double?, LOCAL_EPSILON double?, "
          + "MAX_ROWS_CONTRIBUTED text?, MAX_GROUPS_CONTRIBUTED int?"),

  SCHEMATA(
      Schemas.INFORMATION,
      "SCHEMATA",
      "The schemas that have tables.",
      "CATALOG_NAME text?, SCHEMA_NAME text, SCHEMA_OWNER text?"),
  TABLES(
      Schemas.INFORMATION,
      "TABLES",
      "The tables and views.",
      "TABLE_CATALOG text?, TABLE_SCHEMA text, TABLE_NAME text, TABLE_TYPE text, "
          + "IS_INSERTABLE_INTO text, REMARKS text?"),
  TABLE_COLUMNS(
      Schemas.INFORMATION,
      "COLUMNS",
      "The columns of tables and views.",
      "TABLE_CATALOG text?, TABLE_SCHEMA text, TABLE_NAME text, COLUMN_NAME text, "
          + "ORDINAL_POSITION int, COLUMN_DEFAULT text?, IS_NULLABLE text, DATA_TYPE text, "
          + "CHARACTER_MAXIMUM_LENGTH int?, NUMERIC_PRECISION int?, "
          + "NUMERIC_PRECISION_RADIX int?, NUMERIC_SCALE int?, DATETIME_PRECISION int?, "
          + "IS_IDENTITY text, IS_GENERATED text, REMARKS text?"),
  VIEWS(
      Schemas.INFORMATION,
      "VIEWS",
      "The views, without their definitions.",
      "TABLE_CATALOG text?, TABLE_SCHEMA text, TABLE_NAME text, VIEW_DEFINITION text?, "
          + "CHECK_OPTION text, IS_UPDATABLE text"),
  TABLE_CONSTRAINTS(
      Schemas.INFORMATION,
      "TABLE_CONSTRAINTS",
      "Primary and foreign keys.",
      "CONSTRAINT_CATALOG text?, CONSTRAINT_SCHEMA text, CONSTRAINT_NAME text, "
          + "CONSTRAINT_TYPE text, TABLE_CATALOG text?, TABLE_SCHEMA text, TABLE_NAME text, "
          + "IS_DEFERRABLE text, INITIALLY_DEFERRED text"),
  KEY_COLUMN_USAGE(
      Schemas.INFORMATION,
      "KEY_COLUMN_USAGE",
      "The columns of primary and foreign keys.",
      "CONSTRAINT_CATALOG text?, CONSTRAINT_SCHEMA text, CONSTRAINT_NAME text, "
          + "TABLE_CATALOG text?, TABLE_SCHEMA text, TABLE_NAME text, COLUMN_NAME text, "
          + "ORDINAL_POSITION int, POSITION_IN_UNIQUE_CONSTRAINT int?"),
  REFERENTIAL_CONSTRAINTS(
      Schemas.INFORMATION,
      "REFERENTIAL_CONSTRAINTS",
      "The keys that foreign keys reference.",
      "CONSTRAINT_CATALOG text?, CONSTRAINT_SCHEMA text, CONSTRAINT_NAME text, "
          + "UNIQUE_CONSTRAINT_CATALOG text?, UNIQUE_CONSTRAINT_SCHEMA text, "
          + "UNIQUE_CONSTRAINT_NAME text, MATCH_OPTION text, UPDATE_RULE text, "
          + "DELETE_RULE text"),
  SEQUENCES(
      Schemas.INFORMATION,
      "SEQUENCES",
      "Empty: the driver writes nothing.",
      "SEQUENCE_CATALOG text?, SEQUENCE_SCHEMA text, SEQUENCE_NAME text, "
          + "DATA_TYPE text, NUMERIC_PRECISION int?, NUMERIC_PRECISION_RADIX int?, "
          + "NUMERIC_SCALE int?, START_VALUE text, MINIMUM_VALUE text, MAXIMUM_VALUE text, "
          + "INCREMENT text, CYCLE_OPTION text, BASE_VALUE int?, CACHE int?, REMARKS text?"),
  CHECK_CONSTRAINTS(
      Schemas.INFORMATION,
      "CHECK_CONSTRAINTS",
      "Empty: conditions may contain data values.",
      "CONSTRAINT_CATALOG text?, CONSTRAINT_SCHEMA text, CONSTRAINT_NAME text, "
          + "CHECK_CLAUSE text?"),
  ROUTINES(
      Schemas.INFORMATION,
      "ROUTINES",
      "Empty: no routine may be called.",
      "SPECIFIC_CATALOG text?, SPECIFIC_SCHEMA text, SPECIFIC_NAME text, "
          + "ROUTINE_CATALOG text?, ROUTINE_SCHEMA text, ROUTINE_NAME text, "
          + "ROUTINE_TYPE text, DATA_TYPE text?"),
  TRIGGERS(
      Schemas.INFORMATION,
      "TRIGGERS",
      "Empty: triggers are not shown.",
      "TRIGGER_CATALOG text?, TRIGGER_SCHEMA text, TRIGGER_NAME text, "
          + "EVENT_OBJECT_CATALOG text?, EVENT_OBJECT_SCHEMA text, EVENT_OBJECT_TABLE text"),

  PG_NAMESPACE(
      Schemas.PG,
      "PG_NAMESPACE",
      "The schemas; the types are in the first.",
      "OID bigint, NSPNAME text, NSPOWNER bigint"),
  PG_CLASS(
      Schemas.PG,
      "PG_CLASS",
      "The tables and views, without their sizes.",
      "OID bigint, RELNAME text, RELNAMESPACE bigint, RELOWNER bigint, "
          + "RELTUPLES double, RELHASINDEX boolean, RELISSHARED boolean, "
          + "RELPERSISTENCE text, RELKIND text, RELNATTS int, RELCHECKS int, "
          + "RELHASRULES boolean, RELHASTRIGGERS boolean, RELHASSUBCLASS boolean, "
          + "RELROWSECURITY boolean, RELISPARTITION boolean"),
  PG_ATTRIBUTE(
      Schemas.PG,
      "PG_ATTRIBUTE",
      "The columns of tables and views, without defaults.",
      "ATTRELID bigint, ATTNAME text, ATTTYPID bigint, ATTLEN int, ATTNUM int, "
          + "ATTNDIMS int, ATTTYPMOD int, ATTNOTNULL boolean, ATTHASDEF boolean, "
          + "ATTIDENTITY text, ATTGENERATED text, ATTISDROPPED boolean, ATTISLOCAL boolean, "
          + "ATTINHCOUNT int"),
  PG_TYPE(
      Schemas.PG,
      "PG_TYPE",
      "The types of columns, the same for every policy.",
      "OID bigint, TYPNAME text, TYPNAMESPACE bigint, TYPOWNER bigint, TYPLEN int, "
          + "TYPTYPE text, TYPCATEGORY text, TYPISDEFINED boolean, TYPRELID bigint, "
          + "TYPELEM bigint, TYPARRAY bigint, TYPNOTNULL boolean, TYPBASETYPE bigint, "
          + "TYPTYPMOD int"),
  PG_TABLES(
      Schemas.PG,
      "PG_TABLES",
      "The tables, without the views.",
      "SCHEMANAME text, TABLENAME text, TABLEOWNER text?, TABLESPACE text?, "
          + "HASINDEXES boolean, HASRULES boolean, HASTRIGGERS boolean, ROWSECURITY boolean"),
  PG_VIEWS(
      Schemas.PG,
      "PG_VIEWS",
      "The views, without their definitions.",
      "SCHEMANAME text, VIEWNAME text, VIEWOWNER text?, DEFINITION text?"),
  PG_DATABASE(
      Schemas.PG,
      "PG_DATABASE",
      "Empty: there are no catalogs.",
      "OID bigint, DATNAME text, DATDBA bigint, ENCODING int, DATISTEMPLATE boolean, "
          + "DATALLOWCONN boolean"),
  PG_DESCRIPTION(
      Schemas.PG,
      "PG_DESCRIPTION",
      "Empty: remarks are not shown.",
      "OBJOID bigint, CLASSOID bigint, OBJSUBID int, DESCRIPTION text"),
  PG_SETTINGS(
      Schemas.PG, "PG_SETTINGS", "The settings that SHOW can display.", "NAME text, SETTING text");

  /** The name of the driver's own schema. */
  public static final String DP = Schemas.DP;

  /** The name of PostgreSQL's. */
  static final String PG = Schemas.PG;

  private final String schema;
  private final String table;
  private final String description;

  @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable list of records
  private final List<Column> columns;

  VirtualTable(String schema, String table, String description, String columns) {
    this.schema = schema;
    this.table = table;
    this.description = description;
    this.columns = Arrays.stream(columns.split(", ")).map(Column::of).toList();
  }

  /** Constants of an enumeration cannot be named by its own members before they are made. */
  private static final class Schemas {
    static final String DP = "DP";
    static final String INFORMATION = "INFORMATION_SCHEMA";
    static final String PG = "PG_CATALOG";

    private Schemas() {}
  }

  /** The name of its schema, in upper case: it is folded as the database does. */
  public String schema() {
    return schema;
  }

  /** Whether it is one of PostgreSQL's, which is there where PostgreSQL is. */
  boolean isOfPgCatalog() {
    return schema.equals(Schemas.PG);
  }

  /** Its name within the schema, in upper case. */
  public String table() {
    return table;
  }

  /** What is in it, in one sentence. */
  public String description() {
    return description;
  }

  /** The columns in order. */
  public List<Column> columns() {
    return columns;
  }

  /**
   * A column of a virtual table.
   *
   * @param name its name
   * @param type its type
   * @param precision digits, 0 where the type needs none (for timestamps: of the second)
   * @param scale digits after the point
   * @param nullable whether NULL may be in it
   */
  public record Column(String name, SqlTypeName type, int precision, int scale, boolean nullable) {
    private static final Pattern FORM =
        Pattern.compile("(\\w+) (\\w+)(?:\\((\\d+)(?:,(\\d+))?\\))?(\\?)?");

    /** A name and a type, with a question mark where NULL may be. */
    private static Column of(String text) {
      Matcher form = FORM.matcher(text);
      if (!form.matches()) {
        throw new IllegalArgumentException(text);
      }
      SqlTypeName type =
          switch (form.group(2)) {
            case "text" -> SqlTypeName.VARCHAR;
            case "int" -> SqlTypeName.INTEGER;
            default -> SqlTypeName.valueOf(form.group(2).toUpperCase(Locale.ROOT));
          };
      return new Column(
          form.group(1), type, digits(form.group(3)), digits(form.group(4)), form.group(5) != null);
    }

    private static int digits(@Nullable String text) {
      return text == null ? 0 : Integer.parseInt(text);
    }
  }
}
