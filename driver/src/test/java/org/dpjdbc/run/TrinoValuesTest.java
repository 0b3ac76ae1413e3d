package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.dpjdbc.run.backend.ReadOnlyConnection;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Values of Trino's own types, and those at the ends of each: no row makes a query fail, and none
 * is taken for another. In the table {@code odd} person 1 has ordinary values, 2 the smallest, 3
 * the largest, 4 what is nearest to nothing, and 5 none at all.
 */
@Tag("trino")
class TrinoValuesTest extends OddValues {
  private static final List<String> FIXTURE =
      List.of(
          """
          CREATE TABLE odd (id SMALLINT, y TINYINT, s SMALLINT, i INTEGER, l BIGINT, below BIGINT,
            p DECIMAL(18, 2), w DECIMAL(38, 2), q DECIMAL(38, 30), z DECIMAL(38, 38), f REAL, d DOUBLE, t VARCHAR,
            v VARCHAR(4), c CHAR(4), u UUID, b BOOLEAN, dt DATE, tm TIME(6), ts TIMESTAMP(6),
            nano TIMESTAMP(9), tz TIMESTAMP(3) WITH TIME ZONE)
          """,
          """
          INSERT INTO odd VALUES
            (SMALLINT '1', TINYINT '5', SMALLINT '5', 5, BIGINT '5', BIGINT '-1',
             CAST(5 AS DECIMAL(18, 2)), CAST(5 AS DECIMAL(38, 2)), CAST(5 AS DECIMAL(38, 30)),
             CAST(0.5 AS DECIMAL(38, 38)),
             REAL '5', 5e0, 'a', 'a', CAST('a' AS CHAR(4)),
             UUID '00000000-0000-0000-0000-000000000001', TRUE, DATE '2020-05-05',
             TIME '10:00:00.000000', TIMESTAMP '2020-05-05 10:00:00.500000',
             TIMESTAMP '2020-05-05 10:00:00.000000001', TIMESTAMP '2020-05-05 10:00:00.000 UTC'),
            (SMALLINT '2', TINYINT '-128', SMALLINT '-32768', INTEGER '-2147483648',
             BIGINT '-9223372036854775808', BIGINT '-1', DECIMAL '-9999999999999999.99',
             DECIMAL '-999999999999999999999999999999999999.99', CAST(0 AS DECIMAL(38, 30)),
             DECIMAL '-0.99999999999999999999999999999999999999',
             CAST(-infinity() AS REAL), -infinity(), 'A', 'A', CAST('A' AS CHAR(4)),
             UUID '00000000-0000-0000-0000-000000000002', FALSE,
             DATE '1970-01-01' - INTERVAL '2147483647' DAY, TIME '00:00:00.000000',
             TIMESTAMP '1970-01-01 00:00:00.000000' - INTERVAL '106751990' DAY,
             CAST(TIMESTAMP '1970-01-01 00:00:00.000000' - INTERVAL '106751990' DAY AS TIMESTAMP(9)),
             TIMESTAMP '0001-01-01 00:00:00.000 +14:00'),
            (SMALLINT '3', TINYINT '127', SMALLINT '32767', INTEGER '2147483647',
             BIGINT '9223372036854775807', BIGINT '-1', DECIMAL '9999999999999999.99',
             DECIMAL '999999999999999999999999999999999999.99', CAST(0 AS DECIMAL(38, 30)),
             DECIMAL '0.99999999999999999999999999999999999999',
             CAST(nan() AS REAL), nan(), 'a ', 'a ', CAST('ä' AS CHAR(4)),
             UUID '00000000-0000-0000-0000-000000000003', TRUE,
             DATE '1970-01-01' + INTERVAL '2147483647' DAY, TIME '23:59:59.999999',
             TIMESTAMP '1970-01-01 00:00:00.000000' + INTERVAL '106751990' DAY,
             CAST(TIMESTAMP '1970-01-01 00:00:00.000000' + INTERVAL '106751990' DAY AS TIMESTAMP(9)),
             TIMESTAMP '9999-12-31 23:59:59.999 -12:00'),
            (SMALLINT '4', TINYINT '0', SMALLINT '0', 0, BIGINT '0', BIGINT '-1',
             CAST(0.01 AS DECIMAL(18, 2)), CAST(0.01 AS DECIMAL(38, 2)), CAST(0 AS DECIMAL(38, 30)),
             DECIMAL '0.00000000000000000000000000000000000001',
             REAL '1E-45', DOUBLE '4.9E-324', '', '', CAST('' AS CHAR(4)),
             UUID '00000000-0000-0000-0000-000000000004', TRUE, DATE '-4713-01-01',
             TIME '12:00:00.000001', TIMESTAMP '1969-12-31 23:59:59.999999',
             TIMESTAMP '1969-12-31 23:59:59.999999999', TIMESTAMP '2019-12-31 23:00:00.000 -05:00'),
            (SMALLINT '5', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
             NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
          """,
          "CREATE VIEW seen AS SELECT id, t FROM odd",
          "CREATE TABLE many (id INTEGER, name VARCHAR, d DATE, x BIGINT, n DECIMAL(38, 0))",
          """
          INSERT INTO many VALUES
            (1, 'a', DATE '0100-01-01', 9223372036854775807, DECIMAL '90000000000000000000000000000000000000'),
            (1, 'A', DATE '-0100-01-01', 9223372036854775807, DECIMAL '90000000000000000000000000000000000000'),
            (2, 'a', DATE '9999-12-31', 9223372036854775807, DECIMAL '7'),
            (2, 'A', NULL, 9223372036854775807, NULL)
          """,
          """
          CREATE TABLE refused (id INTEGER, bi VARBINARY, js JSON, ar ARRAY(INTEGER),
            mp MAP(INTEGER, INTEGER), ro ROW(x INTEGER), iv INTERVAL DAY TO SECOND,
            ym INTERVAL YEAR TO MONTH, tt TIME WITH TIME ZONE, pico TIMESTAMP(12), ip IPADDRESS)
          """);

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 100000, delta: 0.1}
      schemas:
        PUBLIC:
          tables:
            odd:
              privacy_unit: id
              max_rows_contributed: 1
              max_groups_contributed: 1
              columns:
                id: {}
                y: {lower: 0, upper: 10}
                s: {lower: 0, upper: 10}
                i: {lower: 0, upper: 10}
                l: {lower: 0, upper: 10, step: 5}
                below: {lower: -1, upper: -1}
                p: {lower: 0, upper: 100}
                w: {lower: 0, upper: 100, step: 0.3}
                q: {lower: 0, upper: 10}
                z: {lower: 0, upper: 0.9}
                f: {lower: 0, upper: 10}
                d: {lower: 0, upper: 10}
                t: {}
                v: {}
                c: {}
                u: {}
                b: {}
                dt: {lower: 2000-01-01, upper: 2030-12-31}
                tm: {}
                ts: {lower: 2000-01-01, upper: 2030-12-31}
                nano: {}
                tz: {lower: 2000-01-01, upper: 2030-12-31}
            seen: {privacy_unit: row, columns: {id: {}, t: {}}}
            many:
              privacy_unit: name
              max_rows_contributed: 10
              max_groups_contributed: 10
              columns: {id: {values: [1, 2]}, name: {}, d: {}, x: {lower: 0, upper: 10}, n: {lower: 0, upper: 10}}
      """;

  TrinoValuesTest() {
    super("Trino", FIXTURE, POLICY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // sums of the ends of each type, clamped
        "SUM(y), SUM(s), SUM(i), SUM(l), SUM(p), SUM(w) | 15, 15, 15, 15, 105.01, 105.30",
        "SUM(f), SUM(d), COUNT(f), COUNT(d) | 5.0, 5.0, 3, 3",
        // what overflows in the type that the database would compute in
        "SUM(y * 100 * 100), SUM(s * 100 * 100) | 150000, 150000",
        "SUM(SIGN(i) * 100 * 2) | 400",
        "SUM(SIGN(y) * 100 * 2) | 400",
        "SUM(i + 1), SUM(ABS(i)), SUM(-i), SUM(-s), SUM(-y) | 19, 25, -15, -15, -15",
        "SUM(p * p), SUM(p * p * p) | 10025.0001, 1000125.000001",
        "SUM(CASE WHEN MOD(l, below) = 0 THEN 1 ELSE 0 END) | 4",
        "SUM(CASE WHEN l / below <> 0 THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN MOD(s, -1) = 0 THEN 1 ELSE 0 END) | 4",
        "SUM(CASE WHEN MOD(w, 0.07) IS NOT NULL THEN 1 ELSE 0 END) | 4",
        "SUM(CASE WHEN CAST(p AS BIGINT) IS NULL THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN i / (s - 5) IS NULL THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN p / (p - 5) IS NULL THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN p / 1000.00 > 0 THEN 1 ELSE 0 END), SUM(CASE WHEN i / 1000.0 = 0 THEN 1 ELSE 0 END) | 2, 2",
        // numbers that no decimal holds in the scale of each other
        "SUM(CASE WHEN w > 0.000000000000000000000000000001 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN i > 0.000000000000000000000000000001 THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN w >= q THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN i >= q THEN 1 ELSE 0 END), SUM(CASE WHEN i < q THEN 1 ELSE 0 END) | 4, 0",
        "SUM(CASE WHEN id > 1 THEN w ELSE q END) | 105.01",
        // decimals of which Trino would move the point by 38 places or more, which it cannot
        "SUM(CASE WHEN y / 0.50000000000000000000 > 0 THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN p / 150.0000000000000000000000000000000000 / 1.5 > 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN y / 99999.999999999999999999999999999999998 <> 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN MOD(y, 0.50000000000000000000000000000000000001) > 0.4 THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN MOD(q, 0.50000000000000000000000000000000000001) = 0 THEN 1 ELSE 0 END) | 3",
        // decimals without a digit before the point, of which Trino's FLOOR and CEIL fail
        "SUM(CASE WHEN FLOOR(z) = 0 THEN 1 ELSE 0 END), SUM(CASE WHEN FLOOR(z) = -1 THEN 1 ELSE 0 END) | 3, 1",
        "SUM(CASE WHEN CEIL(z) = 1 THEN 1 ELSE 0 END), SUM(CASE WHEN CEIL(z) = 0 THEN 1 ELSE 0 END) | 3, 1",
        // floating point: nothing is an error, and NaN is no number
        "SUM(CASE WHEN d * d >= 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN f * f * f * f >= 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN POWER(d, 64) >= 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN POWER(i, -40) > 0 THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN EXP(d) >= 1 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN SQRT(d) >= 0 THEN 1 ELSE 0 END), SUM(CASE WHEN LN(d) < 0 THEN 1 ELSE 0 END) | 3, 1",
        "SUM(CASE WHEN ROUND(d, 2) >= 0 THEN 1 ELSE 0 END), SUM(TRUNCATE(d, 1)) | 3, 5.0",
        "SUM(CASE WHEN CAST(d AS DECIMAL(5, 2)) >= 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN CAST(d AS INTEGER) >= 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN d = d THEN 1 ELSE 0 END), SUM(CASE WHEN d IS NULL THEN 1 ELSE 0 END) | 3, 2",
        "SUM(CASE WHEN NOT d < 3 THEN 1 ELSE 0 END), SUM(CASE WHEN d - d = 0 THEN 1 ELSE 0 END) | 1, 3",
        // the ends of time
        "SUM(EXTRACT(YEAR FROM dt)) | 2020",
        "SUM(CASE WHEN EXTRACT(WEEK FROM dt) > 0 THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN EXTRACT(EPOCH FROM ts) > 0 THEN 1 ELSE 0 END) | 1",
        "SUM(EXTRACT(SECOND FROM ts)), SUM(CASE WHEN EXTRACT(DOW FROM ts) > 0 THEN 1 ELSE 0 END) | 59, 2",
        "SUM(CASE WHEN CAST(dt AS TIMESTAMP) > TIMESTAMP '2000-01-01 00:00:00' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN CAST(ts AS DATE) > DATE '2000-01-01' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN CAST(ts AS TIME) > TIME '09:00:00' THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN CAST(ts AS TIMESTAMP(0)) > DATE '2000-01-01' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN dt > ts THEN 1 ELSE 0 END) | 0",
        "SUM(CASE WHEN dt + INTERVAL '1' MONTH > DATE '2000-01-01' THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN ts - INTERVAL '1' DAY > DATE '2000-01-01' THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN ts + INTERVAL '90' MINUTE > DATE '2000-01-01' THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN FLOOR(dt TO MONTH) > DATE '2000-01-01' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN CEIL(ts TO YEAR) > DATE '2000-01-01' THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN TIMESTAMPDIFF(SECOND, dt, ts) >= 0 THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN TIMESTAMPDIFF(MONTH, dt, ts) = 0 THEN 1 ELSE 0 END) | 1",
        "SUM(TIMESTAMPDIFF(HOUR, nano, ts)) | 0",
        "COUNT(tm), SUM(EXTRACT(HOUR FROM tm)) | 4, 45",
        "SUM(CASE WHEN CAST(dt AS VARCHAR) LIKE '2020%' THEN 1 ELSE 0 END) | 1",
        // every zone is UTC's
        "SUM(CASE WHEN tz = TIMESTAMP '2020-01-01 04:00:00' THEN 1 ELSE 0 END) | 1",
        "SUM(EXTRACT(HOUR FROM tz)) | 14",
        // texts by their code points
        "SUM(CASE WHEN t = 'a' THEN 1 ELSE 0 END), COUNT(DISTINCT t) | 1, 4",
        "SUM(CASE WHEN t < 'a' THEN 1 ELSE 0 END), SUM(CASE WHEN v < 'a' THEN 1 ELSE 0 END) | 2, 2",
        "SUM(CASE WHEN c < 'a' THEN 1 ELSE 0 END), SUM(CASE WHEN c = 'a' THEN 1 ELSE 0 END) | 2, 1",
        "SUM(CASE WHEN u = '00000000-0000-0000-0000-00000000000A' THEN 1 ELSE 0 END) | 0",
        "SUM(CASE WHEN UPPER(c) = 'Ä' THEN 1 ELSE 0 END), SUM(CASE WHEN t LIKE 'A%' THEN 1 ELSE 0 END) | 1, 1",
        "SUM(CHAR_LENGTH(c)), SUM(CASE WHEN POSITION('a' IN t) = 1 THEN 1 ELSE 0 END) | 3, 2",
        "SUM(CASE WHEN v LIKE '%a% %' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN ROUND(p, -15) > 9e15 THEN 1 ELSE 0 END), SUM(CASE WHEN ROUND(w, 1) > 0 THEN 1 ELSE 0 END) | 1, 2",
        "SUM(CASE WHEN ROUND(q, -15) = 0 THEN 1 ELSE 0 END), SUM(CASE WHEN TRUNCATE(q, -15) = 0 THEN 1 ELSE 0 END) | 4, 4",
        "SUM(CASE WHEN b THEN 1 ELSE 0 END), SUM(CASE WHEN b IS NOT TRUE THEN 1 ELSE 0 END) | 3, 2",
        "SUM(CASE WHEN b IS FALSE THEN 1 ELSE 0 END), SUM(CASE WHEN b IS NOT FALSE THEN 1 ELSE 0 END) | 1, 4",
        "SUM(LEAST(i, 3)), COUNT(GREATEST(l, 3)) | 6, 4"
      })
  void noRowMakesAQueryFail(String columns, String expected) {
    assertAnswers(columns, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "t FROM odd GROUP BY t | [a, 1] [A, 1] [a , 1] [, 1] [null, 1]",
        "t FROM seen GROUP BY t | [a, 1] [A, 1] [a , 1] [, 1] [null, 1]",
        "c FROM odd GROUP BY c | [a, 1] [A, 1] [ä, 1] [, 1] [null, 1]",
        "tm FROM odd GROUP BY tm | [10:00, 1] [00:00, 1] [23:59:59.999999, 1] [12:00:00.000001, 1]"
            + " [null, 1]",
        "ts FROM odd WHERE i = 0 GROUP BY ts | [1969-12-31T23:59:59.999999, 1]",
        "nano FROM odd WHERE id IN (1, 4) GROUP BY nano | [2020-05-05T10:00:00.000000001, 1]"
            + " [1969-12-31T23:59:59.999999999, 1]",
        "p FROM odd WHERE s < 9 GROUP BY p | [5.00, 1] [-9999999999999999.99, 1] [0.01, 1]",
        "d FROM odd GROUP BY d | [5.0, 1] [-Infinity, 1] [4.9E-324, 1] [null, 2]",
        "b FROM odd GROUP BY b | [true, 3] [false, 1] [null, 1]",
        "d FROM many GROUP BY d | [0100-01-01, 1] [-0100-01-01, 1] [9999-12-31, 1] [null, 1]"
      })
  void noKeyIsTakenForAnother(String keys, String expected) {
    assertGroups(keys, expected);
  }

  /** Two people whose names differ in case alone, and sums that no type holds. */
  @Test
  void aPersonIsHerCodePointsAndHasSumsOfAnyLength() {
    assertThat(ask("SELECT COUNT(DISTINCT name), COUNT(*) FROM many")).containsExactly("[2, 4]");
    assertThat(
            ask(
                "SELECT SUM(CASE WHEN x > 10 THEN 1 ELSE 0 END), SUM(CASE WHEN n > 10 THEN 1 ELSE 0 END)"
                    + " FROM (SELECT name, SUM(x) AS x, SUM(n) AS n FROM many GROUP BY name)"))
        .containsExactly("[2, 1]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "js json",
        "ar array(integer)",
        "mp map(integer, integer)",
        "ro row(x integer)",
        "iv interval day to second",
        "ym interval year to month",
        "tt time(3) with time zone",
        "pico timestamp(12)",
        "ip ipaddress"
      })
  void refusesATypeByItsName(String columnAndType) throws IOException {
    String[] names = columnAndType.split(" ", 2);
    assertRefused(names[0], names[1]);
  }

  @Test
  void recoversFromAFailure() throws SQLException {
    String count = "SELECT COUNT(*) FROM seen";
    assertThat(ask(count)).containsExactly("[5]");
    execute("ALTER VIEW seen RENAME TO hidden");
    try {
      assertThatThrownBy(() -> ask("SELECT COUNT(t) FROM seen"))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("DP-BACKEND")
          .hasNoCause();
    } finally {
      execute("ALTER VIEW hidden RENAME TO seen");
    }
    assertThat(ask("SELECT COUNT(id) FROM seen")).containsExactly("[5]");
  }

  /** Whatever the JVM's time zone is, and the server's limits are. */
  @Test
  void pinsTheConnection() throws SQLException {
    try (Connection connection = database().connect();
        Statement statement = connection.createStatement()) {
      ReadOnlyConnection.pin(
          connection, BackendDialects.called("Trino").orElseThrow(), Duration.ofSeconds(7_000));
      try (ResultSet rows = statement.executeQuery("SELECT current_timezone()")) {
        rows.next();
        assertThat(rows.getString(1)).isEqualTo("UTC");
      }
      try (ResultSet rows = statement.executeQuery("SHOW SESSION LIKE 'query_max_run_time'")) {
        rows.next();
        assertThat(rows.getString("Value")).isEqualTo("7000000ms");
      }
    }
  }
}
