package org.dpjdbc.run.sensitivity;

import java.sql.SQLException;
import java.util.ArrayList;
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
import org.jspecify.annotations.Nullable;

/** A database whose units can be taken out and put back. */
final class Database implements AutoCloseable {
  private final List<String> tables;
  private final TestDatabase database;
  private final BackendDialect dialect;
  private final LiveSchema live;
  private final ExactAnswers answers;

  Database(TestBackend backend, Schema schema) throws SQLException {
    this.tables = schema.tables();
    this.database = backend.create();
    this.dialect = BackendDialects.called(backend.product()).orElseThrow();
    for (String ddl : schema.ddl()) {
      database.run(ddl);
    }
    this.live = LiveSchemaReader.read(database.owner(), List.of(database.schema()));
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
    for (int i = tables.size() - 1; i >= 0; i--) {
      database.delete(tables.get(i), "TRUE");
    }
    insert(contents, IntStream.range(0, contents.rows().size()).boxed().toList());
  }

  /** Takes rows out, those that reference others first. */
  void remove(Contents contents, Collection<Integer> ids) throws SQLException {
    for (int i = tables.size() - 1; i >= 0; i--) {
      List<Integer> here = of(tables.get(i), contents, ids);
      if (!here.isEmpty()) {
        String list = here.stream().map(String::valueOf).collect(Collectors.joining(", "));
        database.delete(tables.get(i), "RID IN (" + list + ")");
      }
    }
  }

  /** Puts rows in, those that are referenced first. */
  void insert(Contents contents, Collection<Integer> ids) throws SQLException {
    for (String table : tables) {
      List<List<@Nullable Object>> rows = new ArrayList<>();
      for (int id : of(table, contents, ids)) {
        List<@Nullable Object> row = new ArrayList<>();
        row.add(id);
        row.addAll(contents.rows().get(id).values());
        rows.add(row);
      }
      database.insert(table, rows);
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
