package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Group keys that one person makes hostile, asked without noise on two neighbouring databases: with
 * that person and without. Either way there is an answer, no group is listed twice, and nobody
 * counts in two of them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class HostileKeysTest {
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 100000, delta: 0.1}
      answers: {reuse_for: PT0S}
      schemas:
        PUBLIC:
          tables:
            P:
              privacy_unit: ID
              max_rows_contributed: 1
              max_groups_contributed: 1
              columns:
                ID: {}
                V: {}
                REG: {}
                ICD: {}
                NOTE: {}
                AGE: {lower: 0, upper: 120}
                BIG: {lower: 0, upper: 9000000000000000000}
                N: {lower: 0, upper: 1000}
                LONGEST: {lower: 0, upper: 1000}
                TINY: {}
                D: {lower: 0, upper: 1000000}
                BORN: {lower: 1900-01-01, upper: 2030-12-31}
                SEEN: {lower: 1900-01-01, upper: 2030-12-31}
      """;

  @TempDir private static Path folder;
  @Parameter private TestBackend backend;
  private TestDatabase database;
  private Session session;
  private Session another;

  @BeforeParameterizedClassInvocation
  void open() throws SQLException, IOException {
    database = backend.create();
    database.load(
        """
        CREATE TABLE P (ID INTEGER, V BOOLEAN, REG VARCHAR(10), ICD CHAR(6), NOTE VARCHAR(1000),
          AGE INTEGER, BIG BIGINT, N DECIMAL(20, 10), LONGEST DECIMAL(38, 18), TINY DECIMAL(38, 38), D DOUBLE PRECISION,
          BORN DATE, SEEN TIMESTAMP(6));
        INSERT INTO P VALUES
          (1, FALSE, 'n', 'E11', 'n', 30, 3, 0.5, 0.5, 0, 0.5, DATE '1990-01-01', TIMESTAMP '2020-01-01 00:00:00.1'),
          (2, FALSE, 'n', 'E11', 'n', 30, 3, 0.5, 0.5, 0, 0.5, DATE '1990-01-01', TIMESTAMP '2020-01-01 00:00:00.1'),
          (3, FALSE, 's', 'E12.1', 's', 31, 2, 1, 1, 0, 1, DATE '1991-01-01', TIMESTAMP '2021-01-01 00:00:00.1'),
          (4, FALSE, '', '', '', 0, 0, 0, 0, 0, 0, DATE '1991-01-02', TIMESTAMP '2021-01-01 00:00:00'),
          (5, FALSE, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
        """);
    database.run(
        """
        INSERT INTO P VALUES (6, TRUE, 'n', 'E11', 'n', 30, 3, 0.5,
          99999999999999999999.9, 0.9999999999, 0.5, DATE '1990-01-01',
          TIMESTAMP '2020-01-01 00:00:00.1')
        """);
    Path policy = folder.resolve(backend.product() + ".yaml");
    Files.writeString(policy, database.policy(POLICY));
    session = Noiseless.connect(database, policy);
    another = Noiseless.reading("PostgreSQL", database, policy);
  }

  @AfterParameterizedClassInvocation
  void close() throws SQLException {
    session.close();
    another.close();
    database.close();
  }

  private List<List<Object>> groups(Session session, String key, String rows) {
    Rows answer =
        session
            .prepare(
                backend.quoted(
                    "SELECT k, COUNT(*) AS n FROM (SELECT %s AS k, ID FROM P WHERE %s) t GROUP BY k"
                        .formatted(key, rows)))
            .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
            .rows();
    List<List<Object>> groups = new ArrayList<>();
    for (int i = 0; i < answer.size(); i++) {
      groups.add(Arrays.asList(String.valueOf(answer.get(i, 0)), answer.get(i, 1)));
    }
    return groups;
  }

  private static long people(List<List<Object>> groups) {
    return groups.stream().mapToLong(group -> ((Number) group.get(1)).longValue()).sum();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // texts of a length
        "CAST(CASE WHEN V THEN REG ELSE REG || ' ' END AS CHAR(4))",
        "CAST(CASE WHEN V THEN REG || '  ' ELSE REG END AS CHAR(4))",
        "CAST(ICD AS CHAR(3))",
        "CAST(CASE WHEN V THEN 'E11 x' ELSE ICD END AS CHAR(4))",
        "CASE WHEN V THEN 'a ' ELSE 'a' END",
        "CAST(CASE WHEN V THEN UPPER('\u00df ') ELSE 'SS' END AS CHAR(3))",
        "CAST(CASE WHEN V THEN REG || ' ' ELSE REG END AS VARCHAR(2))",
        "CASE WHEN V THEN ICD || ' ' ELSE ICD END",
        // single precision
        "CAST(CASE WHEN V THEN 1E300 ELSE 1E0 END AS REAL)",
        "CAST(CASE WHEN V THEN -1E300 ELSE 1E0 END AS REAL)",
        "CAST(CASE WHEN V THEN 1E-300 ELSE 1E0 END AS REAL)",
        "CAST(CASE WHEN V THEN 1E-42 ELSE 1E0 END AS REAL)",
        "CAST(CASE WHEN V THEN 1.1E0 ELSE 1.1000000001E0 END AS REAL)",
        "CAST(CASE WHEN V THEN -0E0 ELSE 0E0 END AS REAL)",
        "CAST(CASE WHEN V THEN D * -1 ELSE 0E0 END * 0 AS REAL)",
        "CAST(CASE WHEN V THEN BIG ELSE BIG + 1 END AS REAL)",
        "CAST(CASE WHEN V THEN 99999999999999999999999999999999999999 ELSE 1 END AS REAL)",
        "CASE WHEN V THEN 1E300 ELSE CAST(D AS REAL) END",
        // double precision
        "CASE WHEN V THEN 1E300 ELSE D END",
        "CASE WHEN V THEN -0E0 ELSE D END",
        "CAST(CASE WHEN V THEN 1E-300 ELSE D END AS FLOAT)",
        // decimals and integers
        "CAST(CASE WHEN V THEN 1E0 ELSE D END AS DECIMAL(9, 1))",
        "CAST(CASE WHEN V THEN 0.4999999999 ELSE N END AS DECIMAL(9, 1))",
        "CAST(CASE WHEN V THEN 0.4999999999 ELSE N END AS INTEGER)",
        "CAST(CASE WHEN V THEN 2.5E0 ELSE D END AS INTEGER)",
        "CAST(CASE WHEN V THEN 2.5E0 ELSE D END AS BIGINT)",
        "CASE WHEN V THEN BIG * AGE ELSE BIG END",
        "CASE WHEN V THEN AGE * 4 / 3 ELSE BIG END",
        "CASE WHEN V THEN LONGEST * 2 ELSE LONGEST END",
        "CASE WHEN V THEN LONGEST / 3 ELSE LONGEST END",
        "CASE WHEN V THEN N / 3 ELSE N / 7 END",
        "CASE WHEN V THEN AGE / 4 ELSE AGE / 2 END",
        "CASE WHEN V THEN FLOOR(5000000000.5) * FLOOR(AGE + 5000000000.5) ELSE 0 END",
        "CASE WHEN V THEN CEIL(N + 5000000000) * 5000000000 ELSE 0 END",
        "CASE WHEN V THEN -FLOOR(N + 9000000000) * (CEIL(N + 0.5) + 5000000000) ELSE 0 END",
        "CASE WHEN V THEN 0.50 ELSE N END",
        "SIGN(TINY)",
        "ROUND(TINY)",
        "ROUND(LONGEST)",
        "ROUND(LONGEST, 1)",
        "CEIL(LONGEST)",
        "ROUND(CASE WHEN V THEN 0.49999E0 ELSE D END, 2)",
        "MOD(CASE WHEN V THEN BIG ELSE 5 END, 3)",
        "SQRT(CASE WHEN V THEN -1E0 ELSE D END)",
        // timestamps
        "CASE WHEN V THEN DATE '0001-01-01' ELSE BORN END",
        "CASE WHEN V THEN DATE '9999-12-31' ELSE BORN END",
        "CASE WHEN V THEN TIMESTAMP '9999-12-31 23:59:59.999999' ELSE SEEN END",
        "CAST(CASE WHEN V THEN TIMESTAMP '2020-01-01 23:59:59.999999' ELSE SEEN END AS TIMESTAMP(0))",
        "CAST(CASE WHEN V THEN TIMESTAMP '2020-01-01 00:00:00.100001' ELSE SEEN END AS TIMESTAMP(3))",
        "CAST(CASE WHEN V THEN TIMESTAMP '2020-01-01 23:59:59.999999' ELSE SEEN END AS TIME)",
        "CAST(CASE WHEN V THEN TIMESTAMP '2020-01-01 00:00:00.100001' ELSE SEEN END AS DATE)",
        "CASE WHEN V THEN TIMESTAMP '2020-01-01 00:00:00.1' ELSE BORN END",
        // others
        "CASE WHEN V THEN NULL ELSE REG END",
        "CASE WHEN V THEN AGE > 3 ELSE AGE > 40 END"
      })
  void isAnsweredWhoeverIsThere(String key) {
    isAnswered(session, key);
  }

  /** In PostgreSQL's SQL over any database. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "CASE WHEN V THEN AGE / 150.000000000 ELSE 1 END",
        "CASE WHEN V THEN N / 99999.99999999 ELSE N END",
        "AGE / 9999.000000000 / 9999.000000000",
        "CASE WHEN V THEN FLOOR(5000000000.5) * FLOOR(AGE + 5000000000.5) ELSE 0 END",
        "CASE WHEN V THEN AGE / 7 ELSE AGE / 2 END",
        "CASE WHEN V THEN AGE / 7.0000000000000 ELSE AGE END"
      })
  void isAnsweredAsPostgresReadsIt(String key) {
    isAnswered(another, key);
  }

  private void isAnswered(Session session, String key) {
    List<List<Object>> without = groups(session, key, "NOT V");
    List<List<Object>> with = groups(session, key, "1 = 1");
    assertThat(without).extracting(group -> group.get(0)).doesNotHaveDuplicates();
    assertThat(with).extracting(group -> group.get(0)).doesNotHaveDuplicates();
    assertThat(people(without)).isEqualTo(5);
    assertThat(people(with)).isEqualTo(6);
  }
}
