package org.dpjdbc.it.tpch;

import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * TPC-H as its specification prints it: the tables, filled by a public generator, the 22 queries
 * (clause 2.4, with the substitution parameters of its validation runs; Q15 in its variant without
 * a view), and a policy that makes the customer the person who is protected.
 */
public final class Tpch {
  /** In an order in which they can be filled: a foreign key points at a table before. */
  static final List<TpchTable<?>> TABLES =
      List.of(
          TpchTable.REGION,
          TpchTable.NATION,
          TpchTable.PART,
          TpchTable.SUPPLIER,
          TpchTable.PART_SUPPLIER,
          TpchTable.CUSTOMER,
          TpchTable.ORDERS,
          TpchTable.LINE_ITEM);

  private static final int BATCH = 1000;

  /** A column that references a table: its name, its type, the table. */
  private static final Pattern REFERENCE =
      Pattern.compile("(\\w+)( BIGINT NOT NULL) REFERENCES (\\w+)");

  private Tpch() {}

  /** The queries in the order of the specification, without a semicolon. */
  public static List<String> queries() {
    return IntStream.rangeClosed(1, 22)
        .mapToObj(i -> resource(String.format(Locale.ROOT, "queries/q%02d.sql", i)).strip())
        .toList();
  }

  /**
   * What SmartNoise makes of a query, by hand: the rows, their values clamped, are numbered at
   * random within each person, so many are kept and added up, and the people of each group counted.
   * It orders by {@code RANDOM()} itself, which DuckDB takes from a column only.
   *
   * @param number of the query
   * @return empty if it makes nothing of it: where there are subqueries or several blocks that
   *     cannot be written as one
   */
  public static Optional<String> numbered(int number) {
    String name = String.format(Locale.ROOT, "rownumber/q%02d.sql", number);
    return Tpch.class.getResource(name) == null
        ? Optional.empty()
        : Optional.of(resource(name).strip());
  }

  /** The policy. */
  public static String policy() {
    return resource("policy.yaml");
  }

  /** Creates the tables. */
  public static void create(Connection connection) throws SQLException {
    execute(connection, definitions());
  }

  /** Creates the tables without their references, each of which costs an index. */
  public static void createUnrelated(Connection connection) throws SQLException {
    execute(
        connection,
        definitions().stream().map(ddl -> REFERENCE.matcher(ddl).replaceAll("$1$2")).toList());
  }

  /** Adds the references: of rows that are there already an index is made much faster. */
  public static void relate(Connection connection) throws SQLException {
    List<String> references = new ArrayList<>();
    for (String ddl : definitions()) {
      String table = ddl.replaceFirst("(?s)CREATE TABLE (\\w+).*", "$1");
      Matcher reference = REFERENCE.matcher(ddl);
      while (reference.find()) {
        references.add(
            "ALTER TABLE %s ADD FOREIGN KEY (%s) REFERENCES %s"
                .formatted(table, reference.group(1), reference.group(3)));
      }
    }
    execute(connection, references);
  }

  private static List<String> definitions() {
    return List.of(resource("schema.sql").strip().split(";\\s*"));
  }

  private static void execute(Connection connection, List<String> statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /**
   * Creates and fills the tables.
   *
   * @param scale 1 is about a gigabyte, 150,000 customers and 6,000,000 line items; below 0.01 the
   *     generator repeats keys
   */
  public static void load(Connection connection, double scale) throws SQLException {
    createUnrelated(connection);
    for (TpchTable<?> table : TABLES) {
      fill(connection, table, scale);
    }
    relate(connection);
    try (Statement statement = connection.createStatement()) {
      statement.execute("ANALYZE");
    }
  }

  /**
   * Has Trino make a table of what its own generator makes, in the catalog {@code tpch}.
   *
   * @param table its name
   * @param scale of which the generator has a schema: 1, 0.1, 0.01
   */
  public static String generate(String table, BigDecimal scale) {
    List<String> columns = new ArrayList<>();
    for (TpchColumn<?> column : TpchTable.getTable(table).getColumns()) {
      String type =
          switch (column.getType().getBase()) {
            case IDENTIFIER -> "BIGINT";
            case INTEGER -> "INTEGER";
            case DATE -> "DATE";
            case DOUBLE -> "DECIMAL(15, 2)";
            case VARCHAR -> "VARCHAR(" + column.getType().getPrecision().orElseThrow() + ")";
          };
      columns.add(
          "CAST(%s AS %s) AS %s"
              .formatted(column.getSimplifiedColumnName(), type, column.getColumnName()));
    }
    return "CREATE TABLE %s AS SELECT %s FROM tpch.\"sf%s\".%1$s"
        .formatted(table, String.join(", ", columns), scale.stripTrailingZeros().toPlainString());
  }

  private static <E extends TpchEntity> void fill(
      Connection connection, TpchTable<E> table, double scale) throws SQLException {
    List<TpchColumn<E>> columns = table.getColumns();
    String sql =
        "INSERT INTO %s (%s) VALUES (%s)"
            .formatted(
                table.getTableName(),
                String.join(", ", columns.stream().map(TpchColumn::getColumnName).toList()),
                String.join(", ", Collections.nCopies(columns.size(), "?")));
    connection.setAutoCommit(false);
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      int rows = 0;
      for (E row : table.createGenerator(scale, 1, 1)) {
        for (int i = 0; i < columns.size(); i++) {
          insert.setObject(i + 1, value(columns.get(i), row));
        }
        insert.addBatch();
        if (++rows % BATCH == 0) {
          insert.executeBatch();
        }
      }
      insert.executeBatch();
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  private static <E extends TpchEntity> Object value(TpchColumn<E> column, E row) {
    return switch (column.getType().getBase()) {
      case IDENTIFIER -> column.getIdentifier(row);
      case INTEGER -> column.getInteger(row);
      case DATE -> LocalDate.ofEpochDay(column.getDate(row));
      case DOUBLE -> BigDecimal.valueOf(column.getDouble(row)).setScale(2, RoundingMode.HALF_UP);
      case VARCHAR -> column.getString(row);
    };
  }

  private static String resource(String name) {
    try (InputStream in = Objects.requireNonNull(Tpch.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(name, e);
    }
  }
}
