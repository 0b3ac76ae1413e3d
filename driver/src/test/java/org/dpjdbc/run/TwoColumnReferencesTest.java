package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A row with NULL in one of the columns that reference its owner, or without that owner, counts
 * nowhere: every answer is that of the database over the rows that are somebody's. The noise is
 * zero.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class TwoColumnReferencesTest {
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 1000, delta: 0.1}
      schemas:
        PUBLIC:
          tables:
            PEOPLE: {privacy_unit: ID, columns: {ID: {}, AGE: {lower: 0, upper: 100}}}
            BEDS:
              privacy_unit: {column: PID, references: PEOPLE.ID}
              max_rows_contributed: 100
              max_groups_contributed: 9
              columns: {WARD: {}, BED: {}, CODE: {}, PID: {}, KIND: {values: [1, 2]}}
            CHECKS:
              privacy_unit: {columns: [WARD, BED], references: {table: BEDS, columns: [WARD, BED]}}
              max_rows_contributed: 100
              max_groups_contributed: 9
              columns: {WARD: {}, BED: {}, PULSE: {lower: 0, upper: 10}, RESULT: {}}
            ALARMS:
              privacy_unit: {columns: [B, W], references: {table: BEDS, columns: [BED, WARD]}}
              max_rows_contributed: 100
              max_groups_contributed: 9
              columns: {B: {}, W: {}}
            TAGS:
              privacy_unit: {column: CODE, references: BEDS.CODE}
              max_rows_contributed: 100
              max_groups_contributed: 9
              columns: {CODE: {}}
      """;

  /** Beds 1/2 and 2/1 are of different people; 2/2 is of somebody who stands nowhere else. */
  private static final List<String> DATA =
      List.of(
          "CREATE TABLE people (id INTEGER PRIMARY KEY, age INTEGER)",
          "CREATE TABLE beds (ward INTEGER NOT NULL, bed INTEGER NOT NULL,"
              + " code INTEGER NOT NULL UNIQUE, pid INTEGER, kind INTEGER NOT NULL,"
              + " PRIMARY KEY (ward, bed))",
          "CREATE TABLE checks (ward INTEGER, bed INTEGER, pulse INTEGER, result INTEGER)",
          "CREATE TABLE alarms (b INTEGER, w INTEGER)",
          "CREATE TABLE tags (code INTEGER)",
          "INSERT INTO people VALUES (1, 30), (2, 40)",
          "INSERT INTO beds VALUES (1, 1, 11, 1, 1), (1, 2, 12, 1, 2), (2, 1, 21, 2, 1),"
              + " (2, 2, 22, 7, 2), (3, 1, 31, NULL, 1)",
          // of beds that are there, of nobody's, of one that is not there, of none
          "INSERT INTO checks VALUES (1, 1, 1, 1), (1, 1, 2, 2), (1, 2, 3, 1), (2, 1, 4, 1),"
              + " (2, 2, 5, 2), (3, 1, 6, 1), (9, 1, 7, 1), (NULL, 1, 8, 1), (1, NULL, 9, 2),"
              + " (NULL, NULL, 10, 1)",
          "INSERT INTO alarms VALUES (1, 1), (2, 1), (2, 1), (1, 3), (1, NULL), (NULL, 1)",
          "INSERT INTO tags VALUES (11), (12), (21), (22), (31), (1), (NULL)");

  /** The rows that are somebody's. */
  private static final String CHECKS =
      "(SELECT c.* FROM checks c WHERE EXISTS (SELECT 1 FROM beds b WHERE b.ward = c.ward AND"
          + " b.bed = c.bed AND b.pid IS NOT NULL))";

  private static final String BEDS = "(SELECT * FROM beds WHERE pid IS NOT NULL)";

  private static final String ALARMS =
      "(SELECT a.* FROM alarms a WHERE EXISTS (SELECT 1 FROM beds b WHERE b.ward = a.w AND"
          + " b.bed = a.b AND b.pid IS NOT NULL))";

  private static final String TAGS =
      "(SELECT t.* FROM tags t WHERE EXISTS (SELECT 1 FROM beds b WHERE b.code = t.code AND"
          + " b.pid IS NOT NULL))";

  @TempDir private static Path folder;
  @Parameter private TestBackend backend;
  private TestDatabase database;
  private Connection raw;
  private Session session;

  @BeforeParameterizedClassInvocation
  void open() throws SQLException, IOException {
    database = backend.create();
    for (String each : DATA) {
      database.run(each);
    }
    Path policy = folder.resolve(backend.product() + ".yaml");
    session = Noiseless.connect(database, Files.writeString(policy, database.policy(POLICY)));
    raw = database.connect();
  }

  @AfterParameterizedClassInvocation
  void close() throws SQLException {
    raw.close();
    session.close();
    database.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT COUNT(*) FROM checks",
        "SELECT COUNT(*), COUNT(ward), COUNT(bed), SUM(pulse) FROM checks",
        "SELECT COUNT(CASE WHEN ward IS NULL THEN 1 END), COUNT(CASE WHEN pulse > 6 THEN 1 END) FROM checks",
        "SELECT COUNT(*) FROM checks WHERE ward IS NULL OR bed IS NULL OR pulse > 7",
        "SELECT result, COUNT(*) FROM checks GROUP BY result",
        "SELECT ward, COUNT(*) FROM checks GROUP BY ward",
        "SELECT COUNT(DISTINCT pulse) FROM checks",
        "SELECT COUNT(*), SUM(pulse) FROM checks c JOIN beds b ON c.ward = b.ward AND c.bed = b.bed",
        "SELECT kind, SUM(pulse) FROM checks c JOIN beds b ON c.bed = b.bed AND c.ward = b.ward GROUP BY kind",
        "SELECT COUNT(*), COUNT(kind) FROM checks c LEFT JOIN beds b ON c.ward = b.ward AND c.bed = b.bed",
        "SELECT COUNT(*), COUNT(pulse) FROM beds b LEFT JOIN checks c ON c.ward = b.ward AND c.bed = b.bed",
        "SELECT COUNT(*) FROM beds b LEFT JOIN checks c ON c.ward = b.ward AND c.bed = b.bed WHERE c.pulse IS NULL",
        "SELECT COUNT(*), COUNT(pulse) FROM checks c RIGHT JOIN beds b ON c.ward = b.ward AND c.bed = b.bed",
        "SELECT COUNT(*) FROM beds b WHERE EXISTS (SELECT 1 FROM checks c WHERE c.ward = b.ward AND c.bed = b.bed)",
        "SELECT COUNT(*) FROM beds b WHERE NOT EXISTS (SELECT 1 FROM checks c WHERE c.ward = b.ward AND c.bed = b.bed AND pulse > 2)",
        "SELECT COUNT(*) FROM checks c WHERE NOT EXISTS (SELECT 1 FROM beds b WHERE c.ward = b.ward AND c.bed = b.bed)",
        "SELECT COUNT(*) FROM checks c WHERE NOT EXISTS (SELECT 1 FROM alarms a WHERE c.ward = a.w AND c.bed = a.b)",
        "SELECT COUNT(*) FROM checks c JOIN alarms a ON c.ward = a.w AND c.bed = a.b",
        "SELECT COUNT(*) FROM alarms",
        "SELECT COUNT(*) FROM (SELECT ward, bed FROM checks UNION ALL SELECT w, b FROM alarms) t",
        "SELECT COUNT(*) FROM (SELECT ward, bed FROM checks UNION SELECT w, b FROM alarms) t",
        "SELECT COUNT(*) FROM (SELECT ward, bed FROM beds EXCEPT SELECT w, b FROM alarms) t",
        "SELECT COUNT(*) FROM (SELECT bed, ward FROM checks INTERSECT SELECT b, w FROM alarms) t",
        "SELECT COUNT(*), SUM(m) FROM (SELECT ward, bed, MAX(pulse) m FROM checks GROUP BY ward, bed) t",
        "SELECT COUNT(*) FROM (SELECT ward AS n FROM checks UNION ALL SELECT code AS n FROM tags) t",
        "SELECT COUNT(*) FROM tags"
      })
  void haveTheOwnersThatAreThere(String sql) throws SQLException {
    Rows rows =
        session
            .prepare(sql)
            .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
            .rows();
    List<List<String>> found = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      List<String> row = new ArrayList<>();
      for (Object value : rows.row(i)) {
        row.add(text(value));
      }
      found.add(row);
    }
    assertThat(found).containsExactlyInAnyOrderElementsOf(bool(sql));
  }

  /** What the database answers over the rows that are somebody's. */
  private List<List<String>> bool(String sql) throws SQLException {
    String over =
        sql.replaceAll("(FROM|JOIN) checks( c)?\\b", "$1 " + CHECKS + " c")
            .replaceAll("(FROM|JOIN) beds( b)?\\b", "$1 " + BEDS + " b")
            .replaceAll("(FROM|JOIN) alarms( a)?\\b", "$1 " + ALARMS + " a")
            .replaceAll("(FROM|JOIN) tags\\b", "$1 " + TAGS + " t");
    List<List<String>> all = new ArrayList<>();
    try (Statement statement = raw.createStatement();
        ResultSet rows = statement.executeQuery(over)) {
      while (rows.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          row.add(text(rows.getObject(i)));
        }
        all.add(row);
      }
    }
    return all;
  }

  private static String text(@Nullable Object value) {
    return String.valueOf(value);
  }
}
