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
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PolicyCheck;
import org.dpjdbc.policy.PolicyException;
import org.dpjdbc.policy.PolicyFile;
import org.dpjdbc.run.ExactAnswers;
import org.dpjdbc.run.schema.LiveSchemaReader;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.validate.Catalog;
import org.jspecify.annotations.Nullable;

/** A database whose units can be taken out and put back. */
public final class Database implements AutoCloseable {
  private final List<String> tables;
  private final TestDatabase database;
  private final BackendDialect dialect;
  private final LiveSchema live;
  private ExactAnswers answers;

  /** Makes the tables, without rows of private ones. */
  public Database(TestBackend backend, Schema schema) throws SQLException {
    this.tables = schema.tables();
    this.database = backend.create();
    this.dialect = BackendDialects.called(backend.product()).orElseThrow();
    for (String ddl : schema.ddl()) {
      database.run(ddl);
    }
    this.live = LiveSchemaReader.read(database.owner(), List.of(database.schema()));
    this.answers = ExactAnswers.over(database.connect(), dialect);
  }

  /**
   * Plans queries under a policy.
   *
   * @param policy its text, over the schema {@code PUBLIC}
   */
  public Plans plans(String policy) throws PolicyException {
    Policy checked =
        PolicyCheck.check(PolicyFile.parse("generated", database.policy(policy)), live);
    return new Plans(checked, new Catalog(checked, live, dialect, database.schema()));
  }

  /** What this database answers. */
  public ExactAnswers answers() {
    return answers;
  }

  /** Answers on a new connection: after a failure the one that was may be of no more use. */
  public void reconnect() throws SQLException {
    answers.close();
    answers = ExactAnswers.over(database.connect(), dialect);
  }

  /** Has these rows, and no others. */
  public void load(Contents contents) throws SQLException {
    for (int i = tables.size() - 1; i >= 0; i--) {
      database.delete(tables.get(i), "TRUE");
    }
    insert(contents, IntStream.range(0, contents.rows().size()).boxed().toList());
  }

  /** Takes rows out, those that reference others first. */
  public void remove(Contents contents, Collection<Integer> ids) throws SQLException {
    for (int i = tables.size() - 1; i >= 0; i--) {
      List<Integer> here = of(tables.get(i), contents, ids);
      if (!here.isEmpty()) {
        String list = here.stream().map(String::valueOf).collect(Collectors.joining(", "));
        database.delete(tables.get(i), "RID IN (" + list + ")");
      }
    }
  }

  /** Puts rows in, those that are referenced first. */
  public void insert(Contents contents, Collection<Integer> ids) throws SQLException {
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
