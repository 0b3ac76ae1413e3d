package org.dpjdbc.run.sensitivity;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.run.ExactAnswers;
import org.dpjdbc.run.LiveSchemaReader;
import org.dpjdbc.sql.BackendDialect;
import org.dpjdbc.sql.BackendDialects;

/** A database whose units can be taken out and put back. */
final class Database implements AutoCloseable {
  private final List<String> tables;
  private final TestDatabase database;
  private final BackendDialect dialect;
  private final Connection connection;
  private final LiveSchema live;
  private final ExactAnswers answers;

  Database(TestBackend backend, Schema schema) throws SQLException {
    this.tables = schema.tables();
    this.database = backend.create();
    this.dialect = BackendDialects.called(backend.product()).orElseThrow();
    this.connection = database.owner();
    for (String ddl : schema.ddl()) {
      database.run(ddl);
    }
    this.live = LiveSchemaReader.read(connection, List.of(database.schema()));
    this.answers = ExactAnswers.over(database.connect(), dialect);
  }

  LiveSchema live() {
    return live;
  }

  BackendDialect dialect() {
    return dialect;
  }

  String name() {
    return database.schema();
  }

  /** A policy over this database. */
  String policy(Schema schema) {
    return database.policy(schema.policy());
  }

  ExactAnswers answers() {
    return answers;
  }

  /** Has these rows, and no others. */
  void load(Contents contents) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (int i = tables.size() - 1; i >= 0; i--) {
        statement.execute("DELETE FROM " + tables.get(i));
      }
    }
    insert(contents, IntStream.range(0, contents.rows().size()).boxed().toList());
  }

  /** Takes rows out, those that reference others first. */
  void remove(Contents contents, Collection<Integer> ids) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (int i = tables.size() - 1; i >= 0; i--) {
        List<Integer> here = of(tables.get(i), contents, ids);
        if (!here.isEmpty()) {
          String list = here.stream().map(String::valueOf).collect(Collectors.joining(", "));
          statement.execute("DELETE FROM " + tables.get(i) + " WHERE RID IN (" + list + ")");
        }
      }
    }
  }

  /** Puts rows in, those that are referenced first. */
  void insert(Contents contents, Collection<Integer> ids) throws SQLException {
    for (String table : tables) {
      List<Integer> here = of(table, contents, ids);
      if (!here.isEmpty()) {
        insert(table, contents, here);
      }
    }
  }

  private void insert(String table, Contents contents, List<Integer> ids) throws SQLException {
    String marks = ", ?".repeat(contents.rows().get(ids.get(0)).values().size());
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + table + " VALUES (?" + marks + ")")) {
      for (int id : ids) {
        int at = 1;
        insert.setInt(at++, id);
        for (Object value : contents.rows().get(id).values()) {
          Object nearest = value == null ? null : database.backend().nearest(value).orElse(null);
          insert.setObject(at++, nearest);
        }
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private static List<Integer> of(String table, Contents contents, Collection<Integer> ids) {
    return ids.stream().filter(id -> contents.rows().get(id).table().equals(table)).toList();
  }

  @Override
  public void close() throws SQLException {
    answers.close();
    database.close();
  }
}
