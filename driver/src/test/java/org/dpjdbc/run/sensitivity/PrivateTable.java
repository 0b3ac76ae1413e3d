package org.dpjdbc.run.sensitivity;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.run.ExactAnswers;
import org.dpjdbc.run.LiveSchemaReader;
import org.dpjdbc.sql.BackendDialect;
import org.jspecify.annotations.Nullable;

/** A database with the table T, whose units can be taken out and put back. */
final class PrivateTable implements AutoCloseable {
  static final BackendDialect DIALECT = BackendDialect.of("H2").orElseThrow();

  private static final int BEFORE_VALUES = 2;

  private final UnitKind unit;
  private final Connection connection;
  private final LiveSchema live;
  private final ExactAnswers answers;

  PrivateTable(World world) throws SQLException {
    this.unit = world.unit();
    this.connection = DriverManager.getConnection("jdbc:h2:mem:");
    try (Statement statement = connection.createStatement()) {
      for (String ddl : world.ddl()) {
        if (!ddl.endsWith("VALUES ")) {
          statement.execute(ddl);
        }
      }
    }
    this.live = LiveSchemaReader.read(connection, List.of("PUBLIC"));
    this.answers = ExactAnswers.over(connection, DIALECT);
  }

  LiveSchema live() {
    return live;
  }

  ExactAnswers answers() {
    return answers;
  }

  /**
   * Fills the table: where the database allows each unit one row, or no NULL, others are left out.
   *
   * @return the rows of each unit, by a number for each
   */
  Map<Integer, List<Integer>> load(List<Row> rows) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DELETE FROM T");
    }
    Map<Integer, List<Integer>> byUnit = new LinkedHashMap<>();
    Set<Integer> seen = new HashSet<>();
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      int person = rows.get(i).person();
      boolean nobody = person == Row.NOBODY;
      boolean fits = nobody ? unit.nullable() : seen.add(person) || !unit.oneRow();
      if (fits) {
        all.add(i);
        if (unit == UnitKind.ROW) {
          byUnit.put(i, List.of(i));
        } else if (!nobody) {
          byUnit.computeIfAbsent(person, p -> new ArrayList<>()).add(i);
        }
      }
    }
    insert(rows, all);
    return byUnit;
  }

  void remove(List<Integer> ids) throws SQLException {
    try (PreparedStatement delete = connection.prepareStatement("DELETE FROM T WHERE RID = ?")) {
      for (int id : ids) {
        delete.setInt(1, id);
        delete.addBatch();
      }
      delete.executeBatch();
    }
  }

  void insert(List<Row> rows, List<Integer> ids) throws SQLException {
    String marks = ", ?".repeat(Columns.values().length);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO T VALUES (?, ?" + marks + ")")) {
      for (int id : ids) {
        Row row = rows.get(id);
        insert.setInt(1, id);
        insert.setObject(2, row.person() == Row.NOBODY ? null : unit.person(row.person()));
        for (int i = 0; i < row.values().size(); i++) {
          @Nullable Object value = row.values().get(i);
          insert.setObject(BEFORE_VALUES + i + 1, value);
        }
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
