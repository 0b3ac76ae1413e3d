package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.dpjdbc.run.backend.ReadOnlyConnection;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Values of HSQLDB's own types, and those at the ends of each: no row makes a query fail, and none
 * is taken for another. In the table {@code odd} person 1 has ordinary values, 2 the smallest, 3
 * the largest, and 4 none at all.
 */
class HsqlValuesTest extends OddValues {
  private static final String NINES = "999999999999999999999999999999999999";

  private static final List<String> FIXTURE =
      List.of(
          """
          CREATE TABLE odd (id INTEGER PRIMARY KEY, t TINYINT, i INTEGER, l BIGINT, w DECIMAL(38, 2),
            q DECIMAL(38, 37), d DOUBLE, z DOUBLE, s VARCHAR(20), c CHAR(5), u UUID, b BOOLEAN, dt DATE,
            ts TIMESTAMP(6), tz TIMESTAMP(6) WITH TIME ZONE)
          """,
          """
          INSERT INTO odd VALUES
            (1, 5, 5, 5, 5, 5, 5, 0, 'a', 'a', CAST('00000000-0000-0000-0000-000000000001' AS UUID), TRUE,
             DATE '2020-05-05', TIMESTAMP '2020-05-05 10:00:00.5', TIMESTAMP '2020-05-05 10:00:00+2:00'),
            (2, -128, -2147483648, -9223372036854775807 - 1, -%1$s.99, -9.5, -1E0/1E-320*1E300, -0E0, 'a ',
             'b', CAST('00000000-0000-0000-0000-000000000002' AS UUID), FALSE, DATE '1500-02-29',
             TIMESTAMP '0001-01-01 00:00:00', TIMESTAMP '1582-10-04 00:00:00+0:00'),
            (3, 127, 2147483647, 9223372036854775807, %1$s.99, 9.9999999999999999999999999999999999999,
             CAST('NaN' AS DOUBLE), CAST('NaN' AS DOUBLE), 'A', 'a b', CAST('00000000-0000-0000-0000-000000000003' AS UUID),
             TRUE, DATE '9999-12-31', TIMESTAMP '9999-12-31 23:59:59.999999', TIMESTAMP '9999-12-31 23:59:59+0:00'),
            (4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
          """
              .formatted(NINES),
          "CREATE VIEW seen AS SELECT id, s, t FROM odd",
          "CREATE TABLE own (id INTEGER, g VARCHAR(20), x INTEGER)",
          """
          INSERT INTO own VALUES (1, 'a', 1), (1, 'a', 2), (1, 'b', 3), (1, NULL, 4), (2, 'c', 5),
            (2, 'c', 5), (NULL, 'd', 6)
          """);

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 100000, delta: 0.1}
      schemas:
        PUBLIC:
          tables:
            ODD:
              privacy_unit: ID
              columns:
                ID: {}
                T: {lower: 0, upper: 10}
                I: {lower: 0, upper: 10}
                L: {lower: 0, upper: 10}
                W: {lower: 0, upper: 100}
                Q: {lower: 0, upper: 10}
                D: {lower: 0, upper: 10}
                Z: {lower: -1, upper: 10}
                S: {}
                C: {}
                U: {}
                B: {}
                DT: {lower: 2000-01-01, upper: 2030-12-31}
                TS: {lower: 2000-01-01, upper: 2030-12-31}
                TZ: {}
            SEEN: {privacy_unit: ID, max_rows_contributed: 2, max_groups_contributed: 1, columns: {ID: {}, S: {}, T: {}}}
            OWN:
              privacy_unit: ID
              max_rows_contributed: 3
              max_groups_contributed: 1
              columns: {ID: {}, G: {}, X: {lower: 0, upper: 10}}
      """;

  HsqlValuesTest() {
    super("HSQLDB", FIXTURE, POLICY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // sums of the ends of each type, clamped; NaN is NULL
        "SUM(t), SUM(i), SUM(l), SUM(d), COUNT(d) | 15, 15, 15, 5.0, 2",
        // what overflows in the type that the database would compute in
        "SUM(i + 1), SUM(ABS(i)), SUM(-i) | 18, 25, -15",
        "SUM(CASE WHEN i - 1 < 0 THEN 1 ELSE 0 END), SUM(CASE WHEN -l > 0 THEN 1 ELSE 0 END) | 1,"
            + " 1",
        "SUM(CASE WHEN t - 9999.000000000000000000000000000 < 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN ROUND(w, -3) > 0 THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN ROUND(q, 7) = 10 THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN w * w > 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN w >= q THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN i / 0.01 > 500 THEN 1 ELSE 0 END) | 1",
        "SUM(MOD(q, 2)) | 2.0",
        // a condition as a value, of NULL too
        "SUM(CASE WHEN (i + 1 > 3) IS NOT TRUE THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN b IS NOT FALSE THEN 1 ELSE 0 END) | 3",
        // zero is one number
        "SUM(CASE WHEN z = 0 THEN 1 ELSE 0 END), SUM(CASE WHEN z < 0 THEN 1 ELSE 0 END) | 2, 0",
        "SUM(CASE WHEN z * -1 = 0 THEN 1 ELSE 0 END), COUNT(z) | 2, 2",
        // the ends of time
        "COUNT(dt), COUNT(ts), COUNT(tz) | 2, 2, 2",
        "SUM(CASE WHEN EXTRACT(WEEK FROM dt) > 0 THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN EXTRACT(EPOCH FROM ts) > 0 THEN 1 ELSE 0 END) | 2",
        "SUM(EXTRACT(HOUR FROM tz)) | 31",
        "SUM(CASE WHEN ts + INTERVAL '1' DAY > DATE '2000-01-01' THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN dt + i * INTERVAL '1' DAY > DATE '2000-01-01' THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN TIMESTAMPDIFF(MINUTE, DATE '1000-01-01', ts) > 0 THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN TIMESTAMPDIFF(SECOND, dt, ts) >= 0 THEN 1 ELSE 0 END) | 2",
        // strings by all of their characters; padding is none of them
        "SUM(CASE WHEN s = 'a' THEN 1 ELSE 0 END), COUNT(DISTINCT s) | 1, 3",
        "SUM(CASE WHEN c = 'a' THEN 1 ELSE 0 END), SUM(CASE WHEN CHAR_LENGTH(c) = 3 THEN 1 ELSE 0"
            + " END) | 1, 1",
        "SUM(CASE WHEN u = '00000000-0000-0000-0000-000000000001' THEN 1 ELSE 0 END) | 1"
      })
  void noRowMakesAQueryFail(String columns, String expected) {
    assertAnswers(columns, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "s FROM odd GROUP BY s | [a, 1] [A, 1] [a , 1] [null, 1]",
        "c FROM odd GROUP BY c | [a, 1] [b, 1] [a b, 1] [null, 1]",
        "d FROM odd GROUP BY d | [5.0, 1] [-Infinity, 1] [null, 2]",
        "z FROM odd GROUP BY z | [0.0, 2] [null, 2]",
        "dt FROM odd GROUP BY dt | [2020-05-05, 1] [9999-12-31, 1] [null, 2]",
        "dt - INTERVAL '500' YEAR FROM odd GROUP BY 1 | [9499-12-31, 1] [null, 3]"
      })
  void noKeyIsTakenForAnother(String keys, String expected) {
    assertGroups(keys, expected);
  }

  /** One group of each person is left, whichever it is. */
  @Test
  void groupsAreLimitedWithoutWindowFunctions() {
    assertThat(ask("SELECT g, COUNT(*) AS n FROM own GROUP BY g")).hasSize(2);
    assertThat(
            ask("SELECT SUM(n) AS n FROM (SELECT g, COUNT(DISTINCT id) AS n FROM own GROUP BY g)"))
        .containsExactly("[2]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ROW_NUMBER() OVER (PARTITION BY id ORDER BY x DESC) | [1, 2] [2, 2] [3, 1] [4, 1]",
        "RANK() OVER (PARTITION BY id ORDER BY g) | [1, 4] [3, 1] [4, 1]",
        "DENSE_RANK() OVER (PARTITION BY id ORDER BY g) | [1, 4] [2, 1] [3, 1]",
        "COUNT(*) OVER (PARTITION BY id) | [2, 2] [4, 4]",
        "MAX(x) OVER (PARTITION BY id, g) | [2, 2] [3, 1] [4, 1] [5, 2]"
      })
  void windowsAreJoined(String window, String expected) {
    assertThat(
            ask(
                "SELECT /*+ DP(max_rows_contributed=9, max_groups_contributed=9) */ w, COUNT(*) AS"
                    + " n FROM (SELECT "
                    + window
                    + " AS w FROM own) AS t GROUP BY w"))
        .containsExactlyInAnyOrder(expected.split("(?<=]) "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT COUNT(*) FROM (SELECT LAG(x) OVER (PARTITION BY id ORDER BY x) AS w FROM own) AS t"
            + " WHERE w > 0 | no window functions, and LAG",
        "SELECT s, COUNT(*) FROM seen GROUP BY s | the view SEEN",
        "SELECT COUNT(*) FROM odd WHERE LPAD(s, 3, '*') = 'a' | LPAD"
      })
  void whatCannotBeReplacedIsRefused(String sql, String message) {
    assertThatThrownBy(() -> ask(sql))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INTERVAL DAY",
        "TIME WITH TIME ZONE",
        "BIT(3)",
        "INTEGER ARRAY",
        "CLOB",
        "VARCHAR_IGNORECASE(9)",
        "VARCHAR(9) COLLATE \"English\"",
        "DECIMAL(50, 2)"
      })
  void aTypeThatIsNotReadIsRefused(String type) throws SQLException, IOException {
    execute("CREATE TABLE refused (id INTEGER PRIMARY KEY, c " + type + ")");
    assertRefused("C", "");
    execute("DROP TABLE refused");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hsqldb.tx=mvcc",
        "sql.pad_space=false",
        "sql.pad_space=false;hsqldb.tx=mvlocks",
        "sql.pad_space=false;hsqldb.tx=mvcc;sql.avg_scale=2",
        "sql.pad_space=false;hsqldb.tx=mvcc;sql.syntax_ora=true"
      })
  void aDatabaseThatMeansSomethingElseIsNotConnectedTo(String settings) throws SQLException {
    BackendDialect dialect = BackendDialects.called("HSQLDB").orElseThrow();
    String url = "jdbc:hsqldb:mem:other" + settings.hashCode() + ";shutdown=true;" + settings;
    try (Connection connection = DriverManager.getConnection(url, "SA", "")) {
      assertThatThrownBy(() -> ReadOnlyConnection.pin(connection, dialect, Duration.ofSeconds(9)))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("division by zero");
    }
  }
}
