package org.dpjdbc.run.virtual;

import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.validate.VirtualTable;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the standard's information schema, from the same source as {@link
 * java.sql.DatabaseMetaData}: the tables, columns and keys that the analyst may see. It contains
 * nothing about the rows, statistics, defaults, conditions or remarks of the database, and there
 * are no catalogs.
 */
final class InformationSchema {
  private static final String NO = "NO";
  private static final int RADIX = 10;

  private final List<LiveSchema.Table> tables;
  private final List<@Nullable Object[]> rows = new ArrayList<>();

  private InformationSchema(List<LiveSchema.Table> tables) {
    this.tables = tables;
  }

  /**
   * The rows of a table of it.
   *
   * @param tables that the analyst may see
   */
  static List<@Nullable Object[]> rows(VirtualTable table, List<LiveSchema.Table> tables) {
    InformationSchema schema = new InformationSchema(tables);
    switch (table) {
      case SCHEMATA -> schema.schemata();
      case TABLES -> tables.forEach(schema::table);
      case TABLE_COLUMNS -> tables.forEach(schema::columns);
      case VIEWS -> schema.views();
      case TABLE_CONSTRAINTS -> schema.constraints();
      case KEY_COLUMN_USAGE -> schema.keyColumns();
      case REFERENTIAL_CONSTRAINTS -> schema.references();
      case SEQUENCES, CHECK_CONSTRAINTS, ROUTINES, TRIGGERS -> {}
      default -> throw new IllegalArgumentException(table.name());
    }
    return schema.rows;
  }

  private void add(@Nullable Object... row) {
    rows.add(row);
  }

  private void schemata() {
    tables.stream()
        .map(LiveSchema.Table::schema)
        .distinct()
        .sorted()
        .forEach(schema -> add(null, schema, null));
  }

  private void table(LiveSchema.Table table) {
    String type =
        switch (table.kind()) {
          case TABLE, UNSTEADY_TABLE -> "BASE TABLE";
          case VIEW -> "VIEW";
        };
    add(null, table.schema(), table.name(), type, NO, null);
  }

  private void columns(LiveSchema.Table table) {
    for (int i = 0; i < table.columns().size(); i++) {
      LiveSchema.Column column = table.columns().get(i);
      boolean number = isNumber(column.jdbcType());
      add(
          null,
          table.schema(),
          table.name(),
          column.name(),
          i + 1,
          null,
          column.nullable() ? "YES" : NO,
          column.typeName(),
          isString(column.jdbcType()) ? column.precision() : null,
          number ? column.precision() : null,
          number ? RADIX : null,
          number ? column.scale() : null,
          isTime(column.jdbcType()) ? column.scale() : null,
          NO,
          "NEVER",
          null);
    }
  }

  private static boolean isString(int jdbcType) {
    return switch (jdbcType) {
      case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR -> true;
      default -> false;
    };
  }

  private static boolean isNumber(int jdbcType) {
    return switch (jdbcType) {
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.NUMERIC,
          Types.DECIMAL,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE ->
          true;
      default -> false;
    };
  }

  private static boolean isTime(int jdbcType) {
    return switch (jdbcType) {
      case Types.TIME, Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> true;
      default -> false;
    };
  }

  private void views() {
    tables.stream()
        .filter(table -> table.kind() == LiveSchema.Kind.VIEW)
        .forEach(table -> add(null, table.schema(), table.name(), null, "NONE", NO));
  }

  private void constraints() {
    for (LiveSchema.Table table : tables) {
      if (!table.primaryKey().isEmpty()) {
        constraint(table, VisibleKeys.primaryKeyName(table), "PRIMARY KEY");
      }
    }
    VisibleKeys.references(tables).forEach(r -> constraint(r.from(), r.name(), "FOREIGN KEY"));
  }

  private void constraint(LiveSchema.Table table, String name, String type) {
    add(null, table.schema(), name, type, null, table.schema(), table.name(), NO, NO);
  }

  private void keyColumns() {
    for (LiveSchema.Table table : tables) {
      for (int i = 0; i < table.primaryKey().size(); i++) {
        keyColumn(table, VisibleKeys.primaryKeyName(table), table.primaryKey().get(i), i + 1, null);
      }
    }
    for (VisibleKeys.Reference reference : VisibleKeys.references(tables)) {
      List<String> columns = reference.key().columns();
      for (int i = 0; i < columns.size(); i++) {
        int within = reference.to().primaryKey().indexOf(reference.key().toColumns().get(i));
        keyColumn(
            reference.from(),
            reference.name(),
            columns.get(i),
            i + 1,
            within < 0 ? null : within + 1);
      }
    }
  }

  private void keyColumn(
      LiveSchema.Table table, String name, String column, int position, @Nullable Integer within) {
    add(null, table.schema(), name, null, table.schema(), table.name(), column, position, within);
  }

  private void references() {
    for (VisibleKeys.Reference reference : VisibleKeys.references(tables)) {
      add(
          null,
          reference.from().schema(),
          reference.name(),
          null,
          reference.to().schema(),
          VisibleKeys.primaryKeyName(reference.to()),
          "NONE",
          "NO ACTION",
          "NO ACTION");
    }
  }
}
