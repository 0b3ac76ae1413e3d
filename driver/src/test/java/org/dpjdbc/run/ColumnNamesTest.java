package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.sql.grammar.impl.DpSqlParserImpl;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * What a database takes for a column's name without quotes, the driver takes as well: every word of
 * its grammar is tried on both, in the ordinary build on one of the databases.
 */
@Tag("more")
@OnEachDatabase
class ColumnNamesTest {
  /** Words that begin a clause or a value here; no database takes all of them for names. */
  private static final Set<String> NOT_TAKEN =
      Set.of(
          "ALTER",
          "ANY",
          "ARRAY",
          "ASOF",
          "ASYMMETRIC",
          "BETWEEN",
          "BOTH",
          "BY",
          "CALL",
          "CAST",
          "COLLATE",
          "CREATE",
          "CUBE",
          "CURRENT_CATALOG",
          "CURRENT_DATE",
          "CURRENT_PATH",
          "CURRENT_ROLE",
          "CURRENT_SCHEMA",
          "CURRENT_TIME",
          "CURRENT_TIMESTAMP",
          "CURRENT_USER",
          "DELETE",
          "DESCRIBE",
          "DROP",
          "END",
          "EXECUTE",
          "EXISTS",
          "EXPLAIN",
          "FINAL",
          "FULL",
          "GRANT",
          "GROUPING",
          "INSERT",
          "INTERVAL",
          "INTO",
          "LATERAL",
          "LEADING",
          "LOCALTIME",
          "LOCALTIMESTAMP",
          "MEASURE",
          "MERGE",
          "MINUS",
          "MULTISET",
          "ONLY",
          "OUTER",
          "OVERLAPS",
          "PARTITION",
          "PERMUTE",
          "QUALIFY",
          "REVOKE",
          "ROLLUP",
          "ROW",
          "RUNNING",
          "SESSION_USER",
          "SET",
          "SIMILAR",
          "SKIP",
          "SOME",
          "SYMMETRIC",
          "SYSTEM_USER",
          "TABLESAMPLE",
          "THEN",
          "TRAILING",
          "UESCAPE",
          "UNKNOWN",
          "UNNEST",
          "UPDATE",
          "UPSERT",
          "USER",
          "VALUES",
          "WINDOW");

  @TempDir private static Path folder;
  @Parameter private TestBackend backend;

  @Test
  void takesForANameWhatTheDatabaseTakes() throws SQLException, IOException {
    Path policy = folder.resolve(backend.product() + ".yaml");
    Set<String> missing = new TreeSet<>();
    try (TestDatabase database = backend.create();
        Connection raw = database.connect();
        Session session = session(database, policy)) {
      int number = 0;
      for (String token : new DpSqlParserImpl(new StringReader("")).getMetadata().getTokens()) {
        if (!token.matches("[A-Z_0-9]+") || !TestBackends.takes(backend, number++)) {
          continue;
        }
        String name = token.toLowerCase(Locale.ROOT);
        String sql =
            "SELECT q.NAME + 1, NAME AS NAME FROM (SELECT 1 AS NAME) AS q WHERE NAME = 1 AND 1 > NAME - 1"
                    .replace("NAME", name)
                + " GROUP BY NAME, q.NAME ORDER BY NAME, 1".replace("NAME", name);
        if (isTaken(raw, sql) && !isTaken(session, sql)) {
          missing.add(token);
        }
      }
    }
    assertThat(missing).isSubsetOf(NOT_TAKEN);
  }

  private static Session session(TestDatabase database, Path policy)
      throws SQLException, IOException {
    database.load("CREATE TABLE one (n INTEGER);\n");
    Files.writeString(
        policy,
        database.policy(
            "version: 1\nschemas:\n  PUBLIC:\n    tables:\n      ONE: {public: true}\n"));
    return Noiseless.connect(database, policy);
  }

  private static boolean isTaken(Connection raw, String sql) {
    try (Statement statement = raw.createStatement()) {
      statement.executeQuery(sql).close();
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  private static boolean isTaken(Session session, String sql) {
    try {
      session.prepare(sql).run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
      return true;
    } catch (RefusedException e) {
      return false;
    }
  }
}
