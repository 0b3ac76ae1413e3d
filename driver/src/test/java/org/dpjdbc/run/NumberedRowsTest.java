package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * A row whose number within its reference is outside of its bounds counts in no query, whatever
 * strategy reads it and on whatever database. The noise is zero.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class NumberedRowsTest {
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 1000, delta: 0.1}
      schemas:
        PUBLIC:
          tables:
            O: {privacy_unit: WHO, max_rows_contributed: 9, columns: {ID: {}, WHO: {}}}
            ITEM:
              privacy_unit: {column: O, references: O.ID}
              max_rows_contributed: 50
              max_groups_contributed: 2
              columns: {O: {}, N: {lower: 1, upper: 2}, FEW: {values: [1, 2]}, Y: {lower: 0, upper: 5000}}
            OPEN:
              privacy_unit: {column: O, references: O.ID}
              max_rows_contributed: 50
              max_groups_contributed: 2
              columns: {O: {}, N: {}, FEW: {values: [1, 2]}}
            OWN:
              privacy_unit: O
              max_rows_contributed: 50
              max_groups_contributed: 2
              columns: {O: {}, N: {lower: 1, upper: 2}}
      """;

  @Parameter private TestBackend backend;
  @TempDir private Path folder;
  private TestDatabase database;
  private Session session;

  @BeforeEach
  void open() throws SQLException, IOException {
    database = backend.create();
    database.run("CREATE TABLE o (id INTEGER PRIMARY KEY, who INTEGER NOT NULL)");
    database.run("INSERT INTO o VALUES (1, 7), (2, 7), (3, 8)");
    for (String name : List.of("item", "open", "own")) {
      database.run(
          "CREATE TABLE "
              + name
              + " (o INTEGER NOT NULL, n INTEGER NOT NULL, few INTEGER NOT NULL, y INTEGER,"
              + " PRIMARY KEY (o, n), FOREIGN KEY (o) REFERENCES o(id))");
      database.run(
          "INSERT INTO "
              + name
              + " VALUES (1, 1, 1, 10), (1, 2, 2, 4000), (1, 3, 1, 20), (2, 0, 1, 30),"
              + " (2, 99, 2, 4500), (3, 2, 1, 3500), (3, -5, 2, 40)");
    }
    Path policy = folder.resolve(backend + "" + System.nanoTime() + ".yaml");
    session = Noiseless.connect(database, Files.writeString(policy, database.policy(POLICY)));
  }

  @AfterEach
  void close() throws SQLException {
    session.close();
    database.close();
  }

  private static final List<String> QUERIES =
      List.of(
          // over-limit units only, where the database reads rows alike
          "SELECT COUNT(*) FROM item | 3",
          "SELECT SUM(y) FROM item | 7510",
          "SELECT COUNT(*) AS c FROM item GROUP BY few ORDER BY c | 1",
          // otherwise
          "SELECT COUNT(*) FROM item WHERE y > 3000 | 2",
          "SELECT COUNT(*) FROM item WHERE few = 1 | 2",
          "SELECT COUNT(*) FROM item WHERE n >= 0 | 3",
          "SELECT COUNT(DISTINCT o) FROM item | 2",
          "SELECT /*+ DP(contribution=clip) */ COUNT(*) FROM item | 3",
          "SELECT COUNT(*) FROM item JOIN o ON item.o = o.id WHERE who > 3 | 3",
          "SELECT COUNT(n) FROM o LEFT JOIN item ON item.o = o.id | 3",
          "SELECT COUNT(*) FROM (SELECT o, SUM(y) AS s FROM item GROUP BY o) WHERE s > 3600 | 1",
          "SELECT COUNT(*) FROM o WHERE EXISTS (SELECT 1 FROM item WHERE item.o = o.id) | 2",
          // no number, or none within a reference
          "SELECT COUNT(*) FROM open | 7",
          "SELECT COUNT(*) FROM own | 7");

  @Test
  void countWithinTheirBoundsAlone() throws SQLException {
    for (String query : QUERIES) {
      String sql = query.substring(0, query.indexOf('|'));
      Rows rows =
          session
              .prepare(sql)
              .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
              .rows();
      assertThat(((Number) rows.get(0, 0)).longValue())
          .as(sql)
          .isEqualTo(Long.parseLong(query.substring(query.indexOf('|') + 2)));
    }
  }
}
