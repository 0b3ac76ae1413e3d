package org.dpjdbc.run.sensitivity;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
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
import org.dpjdbc.sql.dialect.common.Dialects;
import org.dpjdbc.sql.dialect.common.ReadDialect;
import org.dpjdbc.sql.validate.Catalog;
import org.jspecify.annotations.Nullable;

/** A database whose units can be taken out and put back. */
public final class Database implements AutoCloseable {
  private static final List<String> UNITS = List.of("U", "PID");

  private final List<String> tables;
  private final TestDatabase database;
  private final BackendDialect dialect;
  private final Optional<ReadDialect> read;
  private final LiveSchema live;
  private final Map<String, Set<String>> references;
  private final Map<String, Plans> plans = new HashMap<>();
  private ExactAnswers answers;

  /** What is in the tables, if that is known. */
  private Optional<Contents> loaded = Optional.empty();

  /**
   * Makes the tables, without rows of private ones.
   *
   * @param indexed whether what tells a row's person has an index, where that is a reason for other
   *     SQL
   */
  public Database(TestBackend backend, Schema schema, boolean indexed) throws SQLException {
    this(backend, Optional.empty(), schema, indexed);
  }

  /**
   * As above.
   *
   * @param read the dialect that queries are in; empty for the database's own
   */
  public Database(TestBackend backend, Optional<ReadDialect> read, Schema schema, boolean indexed)
      throws SQLException {
    this.read = read;
    this.tables = schema.tables();
    this.references = references(schema);
    this.database = backend.create();
    this.dialect = BackendDialects.called(backend.product()).orElseThrow();
    for (String ddl : schema.ddl()) {
      database.run(ddl);
    }
    if (indexed && (dialect.joinsByIndexAlone() || dialect.countsByIndexAlone())) {
      index(schema);
    }
    this.live = LiveSchemaReader.read(database.owner(), List.of(database.schema()));
    this.answers = ExactAnswers.over(database.connect(), dialect);
  }

  private void index(Schema schema) throws SQLException {
    for (String table : schema.tables()) {
      for (String ddl : schema.ddl()) {
        for (String key : UNITS) {
          if (names("CREATE TABLE " + table, ddl) && names(key, ddl)) {
            database.run("CREATE INDEX " + table + "_" + key + " ON " + table + " (" + key + ")");
          }
        }
      }
    }
  }

  /**
   * Plans queries under a policy.
   *
   * @param policy its text, over the schema {@code PUBLIC}
   */
  public Plans plans(String policy) throws PolicyException {
    Plans known = plans.get(policy);
    if (known == null) {
      Policy checked =
          PolicyCheck.check(PolicyFile.parse("generated", database.policy(policy)), live);
      Catalog catalog =
          new Catalog(
              checked, live, new Dialects(read, dialect), database.schema(), Optional.empty());
      known = new Plans(checked, catalog);
      plans.put(policy, known);
    }
    return known;
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

  /** Of each table those that its rows must have a row of. */
  private static Map<String, Set<String>> references(Schema schema) {
    Map<String, Set<String>> references = new HashMap<>();
    for (String table : schema.tables()) {
      references.put(table, new HashSet<>());
      for (String ddl : schema.ddl()) {
        if (names("CREATE TABLE " + table, ddl)) {
          schema.tables().stream()
              .filter(other -> names("REFERENCES " + other, ddl))
              .forEach(references.get(table)::add);
        }
      }
    }
    return references;
  }

  private static boolean names(String words, String sql) {
    return Pattern.compile("\\b" + Pattern.quote(words) + "\\b", Pattern.CASE_INSENSITIVE)
        .matcher(sql)
        .find();
  }

  /**
   * The tables whose rows decide what statements answer: those that they name. With them those
   * whose rows cannot be without theirs.
   */
  public Set<String> read(Collection<String> statements) {
    Set<String> read = new HashSet<>();
    for (String table : tables) {
      if (references.get(table).stream().anyMatch(read::contains)
          || statements.stream().anyMatch(sql -> names(table, sql))) {
        read.add(table);
      }
    }
    return read;
  }

  /** Has these rows, and no others. */
  @SuppressWarnings("ReferenceEquality") // these very contents: others are compared by nobody
  public void load(Contents contents) throws SQLException {
    if (loaded.isPresent() && loaded.get() == contents) {
      return;
    }
    loaded = Optional.empty();
    for (int i = tables.size() - 1; i >= 0; i--) {
      database.delete(tables.get(i), "TRUE");
    }
    putBack(
        contents, IntStream.range(0, contents.rows().size()).boxed().toList(), Set.copyOf(tables));
  }

  /**
   * Takes rows out, those that reference others first.
   *
   * @param from tables that are read: what others have is as if it were not there
   */
  public void remove(Contents contents, Collection<Integer> ids, Set<String> from)
      throws SQLException {
    loaded = Optional.empty();
    for (int i = tables.size() - 1; i >= 0; i--) {
      List<Integer> here =
          of(tables.get(i), contents, from.contains(tables.get(i)) ? ids : List.of());
      if (!here.isEmpty()) {
        String list = here.stream().map(String::valueOf).collect(Collectors.joining(", "));
        database.delete(tables.get(i), "RID IN (" + list + ")");
      }
    }
  }

  /** Puts all that was taken out back in, rows that are referenced first: all are there again. */
  public void putBack(Contents contents, Collection<Integer> ids, Set<String> into)
      throws SQLException {
    for (String table : tables) {
      List<List<@Nullable Object>> rows = new ArrayList<>();
      for (int id : of(table, contents, into.contains(table) ? ids : List.of())) {
        List<@Nullable Object> row = new ArrayList<>();
        row.add(id);
        row.addAll(contents.rows().get(id).values());
        rows.add(row);
      }
      database.insert(table, rows);
    }
    loaded = Optional.of(contents);
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
