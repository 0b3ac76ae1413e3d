package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Of binary columns it can be asked whether there is a value, and nothing else. */
@ParameterizedClass
@MethodSource("databases")
class BinaryColumnsTest {
  /** Types, and how a value of them is written. */
  private static final Map<String, List<String>> TYPES =
      Map.of(
          "H2", List.of("VARBINARY(9)", "X'6161'"),
          "PostgreSQL", List.of("BYTEA", "'\\x6161'"),
          "DuckDB", List.of("BLOB", "'aa'"),
          "MariaDB", List.of("BLOB", "X'6161'"));

  @TempDir private Path folder;
  private final TestBackend backend;
  private TestDatabase database;
  private Session session;

  static Stream<TestBackend> databases() {
    return TestBackends.all().stream().filter(each -> TYPES.containsKey(each.product()));
  }

  BinaryColumnsTest(TestBackend backend) {
    this.backend = backend;
  }

  @BeforeEach
  void open() throws Exception {
    List<String> type = TYPES.get(backend.product());
    database = backend.create();
    database.run(
        "CREATE TABLE c (id INTEGER PRIMARY KEY, pic %s, age INTEGER)".formatted(type.get(0)));
    database.run(
        "INSERT INTO c VALUES (1, %1$s, 20), (2, NULL, 30), (3, %1$s, 40)".formatted(type.get(1)));
    database.run(
        "CREATE TABLE v (cust INTEGER NOT NULL REFERENCES c (id), pic %s, n INTEGER)"
            .formatted(type.get(0)));
    database.run(
        "INSERT INTO v VALUES (1, %1$s, 1), (1, NULL, 1), (2, %1$s, 2)".formatted(type.get(1)));
    database.run("CREATE TABLE t (code INTEGER PRIMARY KEY, pic %s)".formatted(type.get(0)));
    database.run("INSERT INTO t VALUES (1, %s)".formatted(type.get(1)));
    Path policy = folder.resolve("p.yaml");
    Files.writeString(
        policy,
        database.policy(
            """
            version: 1
            defaults: {epsilon: 1, delta: 1.0e-8}
            budget: {epsilon: 1000, delta: 1.0e-3}
            preview: sample
            schemas:
              PUBLIC:
                tables:
                  t: {public: true}
                  c: {privacy_unit: id, columns: {id: {}, pic: {}, age: {lower: 0, upper: 120}}}
                  v:
                    privacy_unit: {column: cust, references: c.id}
                    max_rows_contributed: 3
                    max_groups_contributed: 2
                    columns: {cust: {}, pic: {}, n: {values: [1, 2]}}
            """));
    session = Noiseless.connect(database, policy);
  }

  @AfterEach
  void close() throws Exception {
    session.close();
    database.close();
  }

  private Rows run(String sql) {
    return session
        .prepare(sql)
        .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
        .rows();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SELECT COUNT(*) FROM c; 3",
        "SELECT COUNT(pic) FROM c; 2",
        "SELECT COUNT(*) FROM c WHERE pic IS NULL; 1",
        "SELECT SUM(age) FROM c WHERE pic IS NOT NULL; 60",
        "SELECT COUNT(*) FROM (SELECT * FROM c UNION ALL SELECT * FROM c) d; 6",
        "SELECT COUNT(v.pic) + COUNT(c.pic) FROM c JOIN v ON v.cust = c.id; 4",
        "SELECT COUNT(*) FROM c WHERE EXISTS (SELECT pic FROM v WHERE v.cust = c.id); 2",
        "SELECT SUM(k) FROM (SELECT cust, COUNT(pic) AS k FROM v GROUP BY cust) d; 2",
        "SELECT MAX(n) FROM (SELECT n, COUNT(pic) AS k FROM v GROUP BY n) d WHERE k = 1; 2",
        "SELECT COUNT(*) FROM t; 1"
      })
  void areThereOrNot(String sql, long expected) {
    assertThat(((Number) run(sql).row(0)[0]).longValue()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(DISTINCT pic) FROM c",
        "SELECT COUNT(DISTINCT (pic, age)), COUNT(*) FROM c",
        "SELECT pic, COUNT(*) FROM c GROUP BY pic",
        "SELECT DISTINCT pic FROM c",
        "SELECT MAX(pic) FROM c",
        "SELECT MODE(pic) FROM c",
        "SELECT COUNT(*) FROM c WHERE pic = pic",
        "SELECT COUNT(*) FROM c WHERE pic IN (SELECT pic FROM v)",
        "SELECT COUNT(*) FROM c WHERE CAST(pic AS VARCHAR(9)) = 'aa'",
        "SELECT COUNT(*) FROM c JOIN v ON c.id = v.cust AND c.pic = v.pic",
        "SELECT COUNT(COALESCE(pic, pic)) FROM c",
        "SELECT COUNT(CASE WHEN age > 20 THEN pic END) FROM c",
        "SELECT COUNT(*) FROM (SELECT pic FROM c UNION SELECT pic FROM v) d",
        "SELECT SUM(r) FROM (SELECT RANK() OVER (PARTITION BY id ORDER BY pic) r FROM c) d",
        "SELECT pic FROM t"
      })
  void areNothingElse(String sql) {
    assertThatThrownBy(() -> run(sql))
        .isInstanceOf(RefusedException.class)
        .hasMessageStartingWith("DP-UNSUPPORTED")
        .hasMessageFindingMatch("binary column|which is not supported");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT * FROM c WHERE 1 = 0", "SELECT * FROM c LIMIT 2"})
  void areShownInProbesAndPreviews(String sql) {
    assertThat(run(sql).size()).isLessThan(3);
  }
}
