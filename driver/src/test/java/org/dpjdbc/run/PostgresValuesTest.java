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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Values of PostgreSQL's own types, and those at the ends of each: no row makes a query fail, and
 * none is taken for another. In the table {@code odd} person 1 has ordinary values, 2 the smallest,
 * 3 the largest, 4 what is nearest to nothing, and 5 none at all. Whoever may connect has other
 * settings and functions of his own by the names of the database's.
 */
class PostgresValuesTest extends OddValues {
  private static final List<String> FIXTURE =
      List.of(
          "CREATE TYPE mood AS ENUM ('b', 'a', 'A')",
          "CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
          """
    CREATE TABLE odd (id SMALLSERIAL PRIMARY KEY, s SMALLINT, i INTEGER, l BIGINT, below BIGINT,
      p NUMERIC(18, 2), w NUMERIC(38, 2), f REAL, d DOUBLE PRECISION, t TEXT, v VARCHAR(4),
      c CHAR(4), u UUID, e mood, b BOOLEAN, dt DATE, tm TIME, ts TIMESTAMP, tz TIMESTAMPTZ)
    """,
          """
    INSERT INTO odd VALUES
      (1, 5, 5, 5, -1, 5, 5, 5, 5, 'a', 'a', 'a', '00000000-0000-0000-0000-000000000001', 'a', TRUE,
       '2020-05-05', '10:00', '2020-05-05 10:00:00.5', '2020-05-05 10:00:00+00'),
      (2, -32768, -2147483648, -9223372036854775808, -1, -9999999999999999.99,
       -999999999999999999999999999999999999.99, '-infinity', '-infinity', 'A', 'A', 'A',
       '00000000-0000-0000-0000-000000000002', 'A', FALSE, '-infinity', '00:00', '-infinity',
       '-infinity'),
      (3, 32767, 2147483647, 9223372036854775807, -1, 'NaN',
       999999999999999999999999999999999999.99, 'NaN', 'NaN', 'a ', 'a ', 'ä',
       '00000000-0000-0000-0000-000000000003', 'b', TRUE, 'infinity', '24:00', 'infinity',
       'infinity'),
      (4, 0, 0, 0, -1, 0.01, 0.01, 1E-45, 4.9E-324, '', '', '',
       '00000000-0000-0000-0000-000000000004', 'b', TRUE, '4713-01-01 BC', '23:59:59.999999',
       '294276-12-31 23:59:59', '2019-12-31 23:00:00-05'),
      (5, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
       NULL, NULL, NULL)
    """,
          "CREATE VIEW seen AS SELECT id, t FROM odd",
          """
    CREATE TABLE ranged (id INTEGER PRIMARY KEY, a NUMERIC(12, 2), low NUMERIC(12, 2),
      high NUMERIC(12, 2));
    INSERT INTO ranged VALUES (1, 20, 0, NULL), (2, 20, 0, 'NaN'), (3, 20, 0, 10), (4, 'NaN', 0, 10)
    """,
          """
    CREATE TABLE lab (id INTEGER PRIMARY KEY, v NUMERIC, k NUMERIC);
    INSERT INTO lab VALUES (1, 5, 1), (2, 1e200, 1), (3, -1e200, 1), (4, 'NaN', 1), (5, NULL, 1),
      (6, 'infinity', 1), (7, '-infinity', 1), (8, 1e-200, 1), (9, 0.00000000001, 1),
      (10, 99.9299999999999999999999999999, 1), (11, 9999999999999999999999999999.99, 2)
    """,
          "CREATE TABLE many (id INTEGER NOT NULL, name TEXT, d DATE)",
          """
    INSERT INTO many VALUES (1, 'a', '0100-01-01'), (1, 'A', '0100-01-01 BC'),
      (2, 'a', '5874897-12-31'), (2, 'A', '-infinity')
    """,
          """
    CREATE EXTENSION IF NOT EXISTS citext;
    CREATE TABLE refused (id INTEGER PRIMARY KEY, by BYTEA, js JSON, jb JSONB, ar INTEGER[],
      iv INTERVAL, mo MONEY, bi BIT(3), tt TIMETZ, pt POINT, wide NUMERIC(40, 2),
      lo TEXT COLLATE loose, ci CITEXT, ra INT4RANGE, ne INET, xm XML, bo BOX)
    """,
          "CREATE FUNCTION hashtextextended(TEXT, BIGINT) RETURNS BIGINT LANGUAGE SQL AS 'SELECT 1/0'",
          "CREATE FUNCTION upper(VARCHAR) RETURNS VARCHAR LANGUAGE SQL AS 'SELECT CAST(1/0 AS VARCHAR)'");

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
              columns:
                id: {}
                s: {lower: 0, upper: 10}
                i: {lower: 0, upper: 10}
                l: {lower: 0, upper: 10, step: 5}
                below: {lower: -1, upper: -1}
                p: {lower: 0, upper: 100}
                w: {lower: 0, upper: 100, step: 0.3}
                f: {lower: 0, upper: 10}
                d: {lower: 0, upper: 10}
                t: {}
                v: {}
                c: {}
                u: {}
                e: {}
                b: {}
                dt: {lower: 2000-01-01, upper: 2030-12-31}
                tm: {}
                ts: {lower: 2000-01-01, upper: 2030-12-31}
                tz: {lower: 2000-01-01, upper: 2030-12-31}
            seen: {privacy_unit: row, columns: {id: {}, t: {}}}
            ranged:
              privacy_unit: id
              columns:
                id: {}
                a: {lower: 0, upper: 100}
                low: {lower: 0, upper: 100}
                high: {lower: 0, upper: 100}
            lab:
              privacy_unit: id
              columns: {id: {}, v: {lower: 0, upper: 300, step: 0.1}, k: {}}
            many:
              privacy_unit: name
              max_rows_contributed: 10
              max_groups_contributed: 10
              columns: {id: {values: [1, 2]}, name: {}, d: {}}
      """;

  PostgresValuesTest() {
    super("PostgreSQL", FIXTURE, POLICY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // sums of the ends of each type, clamped
        "SUM(s), SUM(i), SUM(l), SUM(p), SUM(w) | 15, 15, 15, 5.01, 105.30",
        "SUM(f), SUM(d), COUNT(f), COUNT(d) | 5.0, 5.0, 3, 3",
        // what overflows in the type that the database would compute in
        "SUM(s * 100 * 100) | 150000",
        "SUM(SIGN(i) * 100 * 2) | 400",
        "SUM(i + 1), SUM(ABS(i)), SUM(-i), SUM(-s) | 19, 25, -15, -15",
        "SUM(p * p), SUM(p * p * p) | 25.0001, 125.000001",
        "SUM(CASE WHEN MOD(l, below) = 0 THEN 1 ELSE 0 END) | 4",
        "SUM(CASE WHEN MOD(s, -1) = 0 THEN 1 ELSE 0 END) | 4",
        "SUM(CASE WHEN CAST(p AS BIGINT) IS NULL THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN w > 0.000000000000000000000000000001 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN i / (s - 5) IS NULL THEN 1 ELSE 0 END) | 2",
        // what vanishes in floating point
        "SUM(CASE WHEN d * 0.1e0 >= 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN d * d >= 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN f * f >= 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN f * f * f * f >= 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN d / 3e0 >= 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN d * 1e-300 >= 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN POWER(d, 3) >= 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN POWER(d, 64) >= 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN POWER(i, -40) > 0 THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN EXP(-i) >= 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN EXP(d) >= 1 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN SQRT(d) >= 0 THEN 1 ELSE 0 END), SUM(CASE WHEN LN(d) < 0 THEN 1 ELSE 0 END) | 3, 1",
        "SUM(d * 0.5e0 * 0.5e0) | 1.25",
        "SUM(CASE WHEN ROUND(d, 2) >= 0 THEN 1 ELSE 0 END), SUM(TRUNCATE(d, 1)) | 3, 5.0",
        "SUM(CASE WHEN CAST(d AS DECIMAL(5, 2)) >= 0 THEN 1 ELSE 0 END) | 3",
        // the ends of time
        "SUM(EXTRACT(YEAR FROM dt)) | 2020",
        "SUM(CASE WHEN EXTRACT(WEEK FROM dt) > 0 THEN 1 ELSE 0 END) | 1",
        "SUM(EXTRACT(SECOND FROM ts)) | 0",
        "SUM(CASE WHEN CAST(dt AS TIMESTAMP) > TIMESTAMP '2000-01-01 00:00:00' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN CAST(ts AS DATE) > DATE '2000-01-01' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN dt > ts THEN 1 ELSE 0 END) | 0",
        "SUM(CASE WHEN dt + INTERVAL '1' MONTH > DATE '2000-01-01' THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN ts - INTERVAL '1' DAY > DATE '2000-01-01' THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN FLOOR(dt TO MONTH) > DATE '2000-01-01' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN CEIL(ts TO YEAR) > DATE '2000-01-01' THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN TIMESTAMPDIFF(SECOND, dt, ts) >= 0 THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN TIMESTAMPDIFF(MONTH, dt, ts) = 0 THEN 1 ELSE 0 END) | 1",
        "COUNT(tm), SUM(EXTRACT(HOUR FROM tm)) | 3, 33",
        // every zone is UTC's
        "SUM(CASE WHEN tz = TIMESTAMP '2020-01-01 04:00:00' THEN 1 ELSE 0 END) | 1",
        "SUM(EXTRACT(HOUR FROM tz)) | 14",
        // texts by their bytes
        "SUM(CASE WHEN t = 'a' THEN 1 ELSE 0 END), COUNT(DISTINCT t) | 1, 4",
        "SUM(CASE WHEN t < 'a' THEN 1 ELSE 0 END), SUM(CASE WHEN v < 'a' THEN 1 ELSE 0 END) | 2, 2",
        "SUM(CASE WHEN c < 'a' THEN 1 ELSE 0 END), SUM(CASE WHEN c = 'a' THEN 1 ELSE 0 END) | 2, 1",
        "SUM(CASE WHEN e = 'a' THEN 1 ELSE 0 END), SUM(CASE WHEN e < 'a' THEN 1 ELSE 0 END) | 1, 1",
        "SUM(CASE WHEN u = '00000000-0000-0000-0000-00000000000A' THEN 1 ELSE 0 END) | 0",
        "SUM(CASE WHEN UPPER(c) = 'Ä' THEN 1 ELSE 0 END), SUM(CASE WHEN t LIKE 'A%' THEN 1 ELSE 0 END) | 1, 1",
        "SUM(CASE WHEN CAST(i AS VARCHAR) < '-' THEN 1 ELSE 0 END) | 0",
        "SUM(CHAR_LENGTH(c)), SUM(CASE WHEN POSITION('a' IN t) = 1 THEN 1 ELSE 0 END) | 3, 2",
        "SUM(CASE WHEN v LIKE '%a% %' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN b THEN 1 ELSE 0 END), SUM(CASE WHEN b IS NOT TRUE THEN 1 ELSE 0 END) | 3, 2",
        "SUM(CASE WHEN d = d THEN 1 ELSE 0 END) | 4"
      })
  void noRowMakesAQueryFail(String columns, String expected) {
    assertAnswers(columns, expected);
  }

  /** The driver's own clamps are of what is stored, and no bound of them is NULL. */
  @Test
  void aClampOfTheAnalystsMayHaveBoundsThatAreNull() {
    String clamped = "CASE WHEN a < low THEN low WHEN a > high THEN high ELSE a END";
    assertThat(ask("SELECT SUM(" + clamped + "), SUM(a) FROM ranged"))
        .containsExactly("[50.00, 60.00]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "t FROM odd GROUP BY t | [a, 1] [A, 1] [a , 1] [, 1] [null, 1]",
        "t FROM seen GROUP BY t | [a, 1] [A, 1] [a , 1] [, 1] [null, 1]",
        "c FROM odd GROUP BY c | [a, 1] [A, 1] [ä, 1] [, 1] [null, 1]",
        "e FROM odd GROUP BY e | [a, 1] [A, 1] [b, 2] [null, 1]",
        "tm FROM odd GROUP BY tm | [10:00, 1] [00:00, 1] [23:59:59.999999, 1] [null, 2]",
        "p FROM odd WHERE s < 9 GROUP BY p | [5.00, 1] [-9999999999999999.99, 1] [0.01, 1]",
        "b FROM odd GROUP BY b | [true, 3] [false, 1] [null, 1]"
      })
  void noKeyIsTakenForAnother(String keys, String expected) {
    assertGroups(keys, expected);
  }

  /** Of a type without digits as of others: no value makes a query fail, and NaN is NULL. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SUM(v), COUNT(v), COUNT(*) | [1004.9000000000, 9, 11]",
        "SUM(CASE WHEN v > 1000000 THEN 1 ELSE 0 END) | [3]",
        "SUM(CASE WHEN v * v * v > 0 THEN 1 ELSE 0 END) | [5]",
        "SUM(CASE WHEN CAST(v AS INTEGER) = 5 THEN 1 ELSE 0 END) | [1]",
        "COUNT(DISTINCT k) | [2]"
      })
  void readsNumbersOfAnyDigits(String columns, String expected) {
    assertThat(ask("SELECT " + columns + " FROM lab")).containsExactly(expected);
  }

  @Test
  void twoPeopleOfOneNameButForCaseAreTwo() {
    assertThat(ask("SELECT COUNT(DISTINCT name), COUNT(*) FROM many")).containsExactly("[2, 4]");
    assertThat(ask("SELECT id, COUNT(*) FROM many GROUP BY id ORDER BY id"))
        .containsExactly("[1, 2]", "[2, 2]");
    assertThat(ask("SELECT d, COUNT(*) FROM many GROUP BY d")).hasSize(4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "js json",
        "jb jsonb",
        "ar _int4",
        "iv interval",
        "mo money",
        "bi bit",
        "tt timetz",
        "pt point",
        "wide numeric",
        "lo text COLLATE loose",
        "ci citext",
        "ra int4range",
        "ne inet",
        "xm xml",
        "bo box"
      })
  void refusesATypeByItsName(String columnAndType) throws IOException {
    String[] names = columnAndType.split(" ", 2);
    assertRefused(names[0], names[1]);
  }

  /** A statement that fails ends its transaction; the next one has a new one. */
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

  /** Whatever the server or the role was told before. */
  @Test
  void pinsTheConnection() throws SQLException {
    try (Connection connection = pinned();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT current_setting('statement_timeout'), current_setting('TimeZone'),"
                    + " current_setting('default_transaction_read_only'),"
                    + " current_setting('search_path')")) {
      rows.next();
      assertThat(rows.getString(1)).isEqualTo("7s");
      assertThat(rows.getString(2)).isEqualTo("UTC");
      assertThat(rows.getString(3)).isEqualTo("on");
      assertThat(rows.getString(4)).isEqualTo("pg_catalog, pg_temp");
    }
  }

  private Connection pinned() throws SQLException {
    Connection connection = database().connect();
    ReadOnlyConnection.pin(
        connection, BackendDialects.called("PostgreSQL").orElseThrow(), Duration.ofSeconds(7));
    return connection;
  }
}
