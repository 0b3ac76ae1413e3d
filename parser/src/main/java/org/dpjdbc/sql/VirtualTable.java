package org.dpjdbc.sql;

import java.util.List;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The tables that the driver answers itself: plain tables for any tool. Those of the schema {@code
 * DP} are its own; those of {@code INFORMATION_SCHEMA} are the standard's, which tools ask for what
 * there is, and hold what {@link java.sql.DatabaseMetaData} says: the tables, columns and keys that
 * the policy lets the analyst see.
 */
public enum VirtualTable {
  /** What everybody together, and the analyst, has spent and has left. */
  BUDGET(
      Schemas.DP,
      "BUDGET",
      text("ANALYST"),
      new Column("SPENT_EPSILON", SqlTypeName.DECIMAL, 38, 9, false),
      new Column("SPENT_DELTA", SqlTypeName.DOUBLE, 0, 0, false),
      new Column("REMAINING_EPSILON", SqlTypeName.DECIMAL, 38, 9, false),
      new Column("REMAINING_DELTA", SqlTypeName.DOUBLE, 0, 0, false),
      new Column("RENEWS_AT", SqlTypeName.TIMESTAMP, 0, 0, true)),
  /** One row per query that was charged to the analyst. */
  SPENDING(
      Schemas.DP,
      "SPENDING",
      new Column("SEQ", SqlTypeName.BIGINT, 0, 0, false),
      new Column("CHARGED_AT", SqlTypeName.TIMESTAMP, 3, 0, false),
      text("ANALYST"),
      new Column("EPSILON", SqlTypeName.DECIMAL, 38, 9, false),
      new Column("DELTA", SqlTypeName.DOUBLE, 0, 0, false),
      text("QUERY")),
  /** The policy as the analyst may see it: one row per column. */
  COLUMNS(
      Schemas.DP,
      "COLUMNS",
      text("TABLE_SCHEMA"),
      text("TABLE_NAME"),
      text("COLUMN_NAME"),
      text("DATA_TYPE"),
      text("PRIVACY"),
      textOrNull("LOWER_BOUND"),
      textOrNull("UPPER_BOUND"),
      new Column("STEP", SqlTypeName.DECIMAL, 38, 19, true),
      textOrNull("PUBLIC_VALUES"),
      new Column("RANDOMIZED_RESPONSE", SqlTypeName.DOUBLE, 0, 0, true),
      new Column("LOCAL_EPSILON", SqlTypeName.DOUBLE, 0, 0, true)),

  /** The schemas that have tables. */
  SCHEMATA(
      Schemas.INFORMATION,
      "SCHEMATA",
      textOrNull("CATALOG_NAME"),
      text("SCHEMA_NAME"),
      textOrNull("SCHEMA_OWNER")),
  /** The tables and views. */
  TABLES(
      Schemas.INFORMATION,
      "TABLES",
      textOrNull("TABLE_CATALOG"),
      text("TABLE_SCHEMA"),
      text("TABLE_NAME"),
      text("TABLE_TYPE"),
      text("IS_INSERTABLE_INTO"),
      textOrNull("REMARKS")),
  /** Their columns. */
  TABLE_COLUMNS(
      Schemas.INFORMATION,
      "COLUMNS",
      textOrNull("TABLE_CATALOG"),
      text("TABLE_SCHEMA"),
      text("TABLE_NAME"),
      text("COLUMN_NAME"),
      number("ORDINAL_POSITION"),
      textOrNull("COLUMN_DEFAULT"),
      text("IS_NULLABLE"),
      text("DATA_TYPE"),
      numberOrNull("CHARACTER_MAXIMUM_LENGTH"),
      numberOrNull("NUMERIC_PRECISION"),
      numberOrNull("NUMERIC_PRECISION_RADIX"),
      numberOrNull("NUMERIC_SCALE"),
      numberOrNull("DATETIME_PRECISION"),
      text("IS_IDENTITY"),
      text("IS_GENERATED"),
      textOrNull("REMARKS")),
  /** The views, without the queries that they are. */
  VIEWS(
      Schemas.INFORMATION,
      "VIEWS",
      textOrNull("TABLE_CATALOG"),
      text("TABLE_SCHEMA"),
      text("TABLE_NAME"),
      textOrNull("VIEW_DEFINITION"),
      text("CHECK_OPTION"),
      text("IS_UPDATABLE")),
  /** Primary and foreign keys. */
  TABLE_CONSTRAINTS(
      Schemas.INFORMATION,
      "TABLE_CONSTRAINTS",
      textOrNull("CONSTRAINT_CATALOG"),
      text("CONSTRAINT_SCHEMA"),
      text("CONSTRAINT_NAME"),
      text("CONSTRAINT_TYPE"),
      textOrNull("TABLE_CATALOG"),
      text("TABLE_SCHEMA"),
      text("TABLE_NAME"),
      text("IS_DEFERRABLE"),
      text("INITIALLY_DEFERRED")),
  /** Their columns. */
  KEY_COLUMN_USAGE(
      Schemas.INFORMATION,
      "KEY_COLUMN_USAGE",
      textOrNull("CONSTRAINT_CATALOG"),
      text("CONSTRAINT_SCHEMA"),
      text("CONSTRAINT_NAME"),
      textOrNull("TABLE_CATALOG"),
      text("TABLE_SCHEMA"),
      text("TABLE_NAME"),
      text("COLUMN_NAME"),
      number("ORDINAL_POSITION"),
      numberOrNull("POSITION_IN_UNIQUE_CONSTRAINT")),
  /** Which keys foreign keys reference. */
  REFERENTIAL_CONSTRAINTS(
      Schemas.INFORMATION,
      "REFERENTIAL_CONSTRAINTS",
      textOrNull("CONSTRAINT_CATALOG"),
      text("CONSTRAINT_SCHEMA"),
      text("CONSTRAINT_NAME"),
      textOrNull("UNIQUE_CONSTRAINT_CATALOG"),
      text("UNIQUE_CONSTRAINT_SCHEMA"),
      text("UNIQUE_CONSTRAINT_NAME"),
      text("MATCH_OPTION"),
      text("UPDATE_RULE"),
      text("DELETE_RULE")),
  /** Of which there are none: nothing writes. */
  SEQUENCES(
      Schemas.INFORMATION,
      "SEQUENCES",
      textOrNull("SEQUENCE_CATALOG"),
      text("SEQUENCE_SCHEMA"),
      text("SEQUENCE_NAME"),
      text("DATA_TYPE"),
      numberOrNull("NUMERIC_PRECISION"),
      numberOrNull("NUMERIC_PRECISION_RADIX"),
      numberOrNull("NUMERIC_SCALE"),
      text("START_VALUE"),
      text("MINIMUM_VALUE"),
      text("MAXIMUM_VALUE"),
      text("INCREMENT"),
      text("CYCLE_OPTION"),
      numberOrNull("BASE_VALUE"),
      numberOrNull("CACHE"),
      textOrNull("REMARKS")),
  /** Of which none are told: their conditions may hold values. */
  CHECK_CONSTRAINTS(
      Schemas.INFORMATION,
      "CHECK_CONSTRAINTS",
      textOrNull("CONSTRAINT_CATALOG"),
      text("CONSTRAINT_SCHEMA"),
      text("CONSTRAINT_NAME"),
      textOrNull("CHECK_CLAUSE")),
  /** Of which none may be called. */
  ROUTINES(
      Schemas.INFORMATION,
      "ROUTINES",
      textOrNull("SPECIFIC_CATALOG"),
      text("SPECIFIC_SCHEMA"),
      text("SPECIFIC_NAME"),
      textOrNull("ROUTINE_CATALOG"),
      text("ROUTINE_SCHEMA"),
      text("ROUTINE_NAME"),
      text("ROUTINE_TYPE"),
      textOrNull("DATA_TYPE")),
  /** Of which none are told. */
  TRIGGERS(
      Schemas.INFORMATION,
      "TRIGGERS",
      textOrNull("TRIGGER_CATALOG"),
      text("TRIGGER_SCHEMA"),
      text("TRIGGER_NAME"),
      textOrNull("EVENT_OBJECT_CATALOG"),
      text("EVENT_OBJECT_SCHEMA"),
      text("EVENT_OBJECT_TABLE"));

  /** The name of the driver's own schema. */
  public static final String DP = Schemas.DP;

  private final String schema;
  private final String table;

  @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable list of records
  private final List<Column> columns;

  VirtualTable(String schema, String table, Column... columns) {
    this.schema = schema;
    this.table = table;
    this.columns = List.of(columns);
  }

  /** Constants of an enumeration cannot be named by its own members before they are made. */
  private static final class Schemas {
    static final String DP = "DP";
    static final String INFORMATION = "INFORMATION_SCHEMA";

    private Schemas() {}
  }

  /** The name of its schema, in upper case: it is folded as the database does. */
  public String schema() {
    return schema;
  }

  /** Its name within the schema, in upper case. */
  public String table() {
    return table;
  }

  /** The columns in order. */
  public List<Column> columns() {
    return columns;
  }

  private static Column text(String name) {
    return new Column(name, SqlTypeName.VARCHAR, 0, 0, false);
  }

  private static Column textOrNull(String name) {
    return new Column(name, SqlTypeName.VARCHAR, 0, 0, true);
  }

  private static Column number(String name) {
    return new Column(name, SqlTypeName.INTEGER, 0, 0, false);
  }

  private static Column numberOrNull(String name) {
    return new Column(name, SqlTypeName.INTEGER, 0, 0, true);
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
  public record Column(String name, SqlTypeName type, int precision, int scale, boolean nullable) {}
}
