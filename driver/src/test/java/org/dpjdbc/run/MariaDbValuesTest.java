package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
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
 * Values of MariaDB's own types, and those at the ends of each. In the table {@code odd} person 1
 * has ordinary values, 2 the smallest, 3 the largest, 4 what is nearest to nothing or none of the
 * type's real values, and 5 none at all. The server compares texts without regard to case and
 * trailing blanks, and whoever may connect finds another mode of SQL than ours.
 */
@Tag("databases")
class MariaDbValuesTest extends OddValues {
  private static final List<String> FIXTURE =
      List.of(
          """
          CREATE TABLE odd (id INTEGER PRIMARY KEY, t TINYINT, ut TINYINT UNSIGNED, s SMALLINT,
            us SMALLINT UNSIGNED, m MEDIUMINT, um MEDIUMINT UNSIGNED, i INTEGER, ui INTEGER UNSIGNED,
            l BIGINT, ul BIGINT UNSIGNED, below BIGINT, p DECIMAL(18, 2), w DECIMAL(38, 2),
            up DECIMAL(18, 2) UNSIGNED, f FLOAT, d DOUBLE, v VARCHAR(9), c CHAR(4), x TEXT,
            l1 VARCHAR(9) CHARACTER SET latin1, e ENUM('b', 'a', 'c'), st SET('a', 'b'), u UUID,
            b BOOLEAN, y YEAR, dt DATE, tm TIME(6), ts DATETIME(6), tz TIMESTAMP(6) NULL)
          """,
          "SET sql_mode = 'ALLOW_INVALID_DATES'",
          """
          INSERT INTO odd VALUES
            (1, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, -1, 5, 5, 5, 5, 5, 'a', 'a', 'a', 'a', 'a', 'a,b',
             '00000000-0000-0000-0000-000000000001', TRUE, 2020, '2020-05-05', '10:00:00',
             '2020-05-05 10:00:00.5', '2020-05-05 05:00:00'),
            (2, -128, 0, -32768, 0, -8388608, 0, -2147483648, 0, -9223372036854775808, 0, -1,
             -9999999999999999.99, -999999999999999999999999999999999999.99, 0, -3.4E38,
             -1.7976931348623157E308, 'A', 'A', 'A', 'Ä', 'b', '',
             '00000000-0000-0000-0000-000000000002', FALSE, 1901, '0000-00-00', '-838:59:59',
             '0000-00-00 00:00:00', '1969-12-31 19:00:01'),
            (3, 127, 255, 32767, 65535, 8388607, 16777215, 2147483647, 4294967295,
             9223372036854775807, 18446744073709551615, -1, 9999999999999999.99,
             999999999999999999999999999999999999.99, 9999999999999999.99, 3.4E38,
             1.7976931348623157E308, 'a ', 'ä', 'a ', 'ä', 'c', 'b',
             '00000000-0000-0000-0000-000000000003', TRUE, 2155, '9999-12-31', '838:59:59',
             '9999-12-31 23:59:59.999999', '2038-01-18 22:14:07'),
            (4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0.01, 0.01, 0.01, -1E-45, -0E0, '', '', '', '', 'b',
             'a', '00000000-0000-0000-0000-000000000004', 2, 0, '2021-02-31', '23:59:59.999999',
             '2021-02-31 10:00:00', '2019-12-31 23:00:00'),
            (5, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
             NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
          """,
          "CREATE VIEW seen AS SELECT id, v FROM odd",
          "CREATE TABLE many (id INTEGER, name VARCHAR(9), x DECIMAL(38, 0), z DOUBLE)",
          """
          INSERT INTO many VALUES (1, 'a', 90000000000000000000000000000000000000, 0),
            (1, 'A', 90000000000000000000000000000000000000, -0E0), (2, 'a', 7, -0E0), (2, 'a ', 3, 0)
          """,
          "CREATE TABLE texts (id INTEGER PRIMARY KEY, x TEXT)",
          """
          INSERT INTO texts VALUES (1, CONCAT(REPEAT('x', 9000), 'a')),
            (2, CONCAT(REPEAT('x', 9000), 'b')), (3, CONCAT(REPEAT('x', 9000), 'a')),
            (4, CONCAT(REPEAT('x', 9000), 'b')), (5, CONCAT(REPEAT('x', 9000), 'A'))
          """);

  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 100000, delta: 0.1}
      limits: {max_listed_keys: 1}
      schemas:
        PUBLIC:
          tables:
            odd:
              privacy_unit: id
              columns:
                id: {}
                t: {lower: 0, upper: 10}
                ut: {lower: 0, upper: 10}
                s: {lower: 0, upper: 10}
                us: {lower: 0, upper: 10}
                m: {lower: 0, upper: 10}
                um: {lower: 0, upper: 10}
                i: {lower: 0, upper: 10}
                ui: {lower: 0, upper: 10}
                l: {lower: 0, upper: 10, step: 5}
                ul: {lower: 0, upper: 10}
                below: {lower: -1, upper: -1}
                p: {lower: 0, upper: 100}
                w: {lower: 0, upper: 100, step: 0.3}
                up: {lower: 0, upper: 100}
                f: {lower: 0, upper: 10}
                d: {lower: 0, upper: 10}
                v: {}
                c: {}
                x: {}
                l1: {}
                e: {}
                st: {}
                u: {}
                b: {}
                y: {lower: 1900, upper: 2030}
                dt: {lower: 2000-01-01, upper: 2030-12-31}
                tm: {}
                ts: {lower: 2000-01-01, upper: 2030-12-31}
                tz: {lower: 2000-01-01, upper: 2030-12-31}
            seen: {privacy_unit: row, columns: {id: {}, v: {}}}
            texts: {privacy_unit: id, columns: {id: {}, x: {}}}
            many:
              privacy_unit: name
              max_rows_contributed: 10
              max_groups_contributed: 10
              columns: {id: {values: [1, 2]}, name: {}, x: {lower: 0, upper: 10}, z: {}}
      """;

  MariaDbValuesTest() {
    super("MariaDB", FIXTURE, POLICY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // sums of the ends of each type, clamped
        "SUM(t), SUM(s), SUM(m), SUM(i), SUM(l), SUM(p) | 15, 15, 15, 15, 15, 105.01",
        "SUM(ut), SUM(us), SUM(um), SUM(ui), SUM(ul), SUM(up) | 15, 15, 15, 15, 15, 105.01",
        "SUM(w), SUM(f), SUM(d), COUNT(f), COUNT(d) | 105.30, 15.0, 15.0, 4, 4",
        "SUM(y) | 7851",
        // unsigned numbers have differences
        "SUM(ut - 1), SUM(us - 1), SUM(ui - 1), SUM(ul - 1), SUM(up - 1) | 11, 11, 11, 11, 101.01",
        "SUM(-ui), SUM(-ul) | -15, -15",
        // all 64 bits of the largest one
        "SUM(CASE WHEN ul >> 62 = 3 THEN 1 ELSE 0 END), SUM(CASE WHEN l >> 62 = 2 THEN 1 ELSE 0 END) | 1, 1",
        "SUM(CASE WHEN (ul << 1) = 18446744073709551614 THEN 1 ELSE 0 END) | 1",
        // what overflows in the type that the database would compute in
        "SUM(t * 100 * 100) | 150000",
        "SUM(i + 1), SUM(ABS(i)), SUM(-i), SUM(l + 1), SUM(ABS(l)) | 19, 25, -15, 19, 25",
        "SUM(p * p), SUM(p * p * p) | 10025.0001, 1000125.000001",
        "SUM(CASE WHEN MOD(l, below) = 0 THEN 1 ELSE 0 END) | 4",
        "SUM(CASE WHEN d * d >= 0 THEN 1 ELSE 0 END), SUM(CASE WHEN d + d > 0 THEN 1 ELSE 0 END) | 4, 2",
        "SUM(CASE WHEN f * f * f * f >= 0 THEN 1 ELSE 0 END) | 4",
        "SUM(CASE WHEN POWER(d, 64) >= 0 THEN 1 ELSE 0 END), SUM(CASE WHEN EXP(d) >= 1 THEN 1 ELSE 0 END) | 4, 4",
        "SUM(CASE WHEN SQRT(d) >= 0 THEN 1 ELSE 0 END), SUM(CASE WHEN LN(d) > 1 THEN 1 ELSE 0 END) | 4, 2",
        "SUM(CASE WHEN CAST(d AS BIGINT) IS NULL THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN CAST(w AS DECIMAL(5, 2)) IS NULL THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN ROUND(d, 2) >= 0 THEN 1 ELSE 0 END), SUM(TRUNCATE(d, 1)) | 4, 15.0",
        // quotients have four decimals more, and none is of zero
        "SUM(i / 3) | 5.0001",
        "SUM(CASE WHEN i / (t - 5) IS NULL THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN w > 0.000000000000000000000000000001 THEN 1 ELSE 0 END) | 3",
        // no date is zero, and none the 31st of February
        "COUNT(dt), COUNT(ts), COUNT(tm), COUNT(tz) | 2, 2, 2, 4",
        "SUM(CASE WHEN EXTRACT(YEAR FROM dt) > 2020 THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN EXTRACT(WEEK FROM dt) > 0 THEN 1 ELSE 0 END) | 2",
        "SUM(EXTRACT(HOUR FROM tm)), SUM(EXTRACT(MINUTE FROM ts)) | 33, 59",
        "SUM(CASE WHEN CAST(dt AS TIMESTAMP) > TIMESTAMP '2000-01-01 00:00:00' THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN CAST(ts AS DATE) > DATE '2000-01-01' THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN dt + INTERVAL '1' MONTH > DATE '2000-01-01' THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN ts - INTERVAL '1' DAY > DATE '2000-01-01' THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN FLOOR(dt TO MONTH) = DATE '2020-05-01' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN FLOOR(dt TO QUARTER) = DATE '2020-04-01' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN FLOOR(dt TO WEEK) = DATE '2020-05-04' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN FLOOR(dt TO YEAR) = DATE '2020-01-01' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN FLOOR(ts TO HOUR) = TIMESTAMP '2020-05-05 10:00:00' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN TIMESTAMPDIFF(SECOND, dt, ts) >= 0 THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN TIMESTAMPDIFF(MONTH, dt, ts) = 0 THEN 1 ELSE 0 END) | 2",
        // every zone is UTC's
        "SUM(CASE WHEN tz = TIMESTAMP '2020-05-05 10:00:00' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN tz = TIMESTAMP '1970-01-01 00:00:01' THEN 1 ELSE 0 END) | 1",
        // texts by their bytes
        "SUM(CASE WHEN v = 'a' THEN 1 ELSE 0 END), COUNT(DISTINCT v) | 1, 4",
        "SUM(CASE WHEN x = 'a' THEN 1 ELSE 0 END), COUNT(DISTINCT x) | 1, 4",
        "SUM(CASE WHEN l1 = 'ä' THEN 1 ELSE 0 END), SUM(CASE WHEN UPPER(l1) = 'Ä' THEN 1 ELSE 0 END) | 1, 2",
        "SUM(CASE WHEN c < 'a' THEN 1 ELSE 0 END), SUM(CASE WHEN c = 'a' THEN 1 ELSE 0 END) | 2, 1",
        "SUM(CASE WHEN e = 'a' THEN 1 ELSE 0 END), SUM(CASE WHEN st = 'a,b' THEN 1 ELSE 0 END) | 1, 1",
        "SUM(CASE WHEN u = '00000000-0000-0000-0000-00000000000A' THEN 1 ELSE 0 END) | 0",
        "SUM(CASE WHEN v LIKE 'A%' THEN 1 ELSE 0 END), SUM(CASE WHEN v LIKE '% ' THEN 1 ELSE 0 END) | 1, 1",
        "SUM(CHAR_LENGTH(c)), SUM(CASE WHEN POSITION('a' IN v) = 1 THEN 1 ELSE 0 END) | 3, 2",
        // whatever is not 0 is true
        "SUM(CASE WHEN b THEN 1 ELSE 0 END), SUM(CASE WHEN b IS NOT TRUE THEN 1 ELSE 0 END) | 3, 2",
        "SUM(CASE WHEN b = TRUE THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN CAST(b AS VARCHAR) = 'TRUE' THEN 1 ELSE 0 END) | 3",
        "SUM(LEAST(i, 3)), COUNT(GREATEST(l, 3)) | 6, 4"
      })
  void noRowMakesAQueryFail(String columns, String expected) {
    assertAnswers(columns, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v FROM odd GROUP BY v | [a, 1] [A, 1] [a , 1] [, 1] [null, 1]",
        "v FROM seen GROUP BY v | [a, 1] [A, 1] [a , 1] [, 1] [null, 1]",
        "x FROM odd GROUP BY x | [a, 1] [A, 1] [a , 1] [, 1] [null, 1]",
        "l1 FROM odd GROUP BY l1 | [a, 1] [Ä, 1] [ä, 1] [, 1] [null, 1]",
        "e FROM odd GROUP BY e | [a, 1] [c, 1] [b, 2] [null, 1]",
        "tm FROM odd GROUP BY tm | [10:00, 1] [23:59:59.999999, 1] [null, 3]",
        "dt FROM odd GROUP BY dt | [2020-05-05, 1] [9999-12-31, 1] [null, 3]",
        "ts FROM odd GROUP BY ts | [2020-05-05T10:00:00.500, 1] [9999-12-31T23:59:59.999999, 1] [null, 3]",
        "y FROM odd GROUP BY y | [2020, 1] [1901, 1] [2155, 1] [0, 1] [null, 1]",
        "ul FROM odd GROUP BY ul | [5, 1] [0, 2] [18446744073709551615, 1] [null, 1]",
        "b FROM odd GROUP BY b | [true, 3] [false, 1] [null, 1]",
        "d FROM odd WHERE s < 9 GROUP BY d | [5.0, 1] [-1.7976931348623157E308, 1] [0.0, 1]",
        "-d FROM odd WHERE s < 9 AND s >= 0 GROUP BY -d | [-5.0, 1] [0.0, 1]"
      })
  void noKeyIsTakenForAnother(String keys, String expected) {
    assertGroups(keys, expected);
  }

  @Test
  void twoPeopleOfOneNameButForCaseAreTwo() {
    assertThat(ask("SELECT COUNT(DISTINCT name) AS n, COUNT(*) AS c FROM many"))
        .containsExactly("[3, 4]");
    assertThat(ask("SELECT z, COUNT(*) AS n FROM many GROUP BY z")).containsExactly("[0.0, 4]");
    assertThat(
            ask(
                "SELECT SUM(CASE WHEN s > 10 THEN 1 ELSE 0 END) AS n FROM"
                    + " (SELECT name, SUM(x) AS s FROM many GROUP BY name)"))
        .containsExactly("[2]");
  }

  /** What is sorted by is as long as any text. */
  @Test
  void longStringsAreTwoGroupsIfTheirEndsDiffer() {
    List<String> counts = new ArrayList<>();
    ask("SELECT x, COUNT(*) AS n FROM texts GROUP BY x")
        .forEach(row -> counts.add(row.substring(row.length() - 5)));
    assertThat(counts).containsExactlyInAnyOrder("a, 2]", "b, 2]", "A, 1]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "BIT(3)",
        "MEDIUMTEXT",
        "LONGTEXT",
        "JSON",
        "GEOMETRY",
        "DECIMAL(39,0)",
        "INET6",
        "INET4",
        "POINT",
        "VARCHAR(9) CHARACTER SET sjis"
      })
  void aTypeThatIsNotReadIsRefused(String type) throws SQLException, IOException {
    execute("CREATE OR REPLACE TABLE refused (id INTEGER PRIMARY KEY, c " + type + ")");
    assertRefused("c", type.replaceFirst("JSON", "LONGTEXT").split("\\W", 2)[0]);
  }

  @Test
  void recoversFromAFailure() throws SQLException {
    assertThat(ask("SELECT COUNT(*) AS n FROM seen")).containsExactly("[5]");
    execute("RENAME TABLE seen TO hidden");
    try {
      assertThatThrownBy(() -> ask("SELECT COUNT(v) AS n FROM seen"))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("DP-BACKEND")
          .hasNoCause();
    } finally {
      execute("RENAME TABLE hidden TO seen");
    }
    assertThat(ask("SELECT COUNT(id) AS n FROM seen")).containsExactly("[5]");
  }

  /** Whatever the server or the account was told before. */
  @Test
  void pinsTheConnection() throws SQLException {
    try (Connection connection = pinned();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT @@max_statement_time, @@time_zone, @@tx_read_only, @@sql_mode,"
                    + " @@collation_connection")) {
      rows.next();
      assertThat(rows.getDouble(1)).isEqualTo(7);
      assertThat(rows.getString(2)).isEqualTo("+00:00");
      assertThat(rows.getBoolean(3)).isTrue();
      assertThat(rows.getString(4)).isEqualTo("NO_UNSIGNED_SUBTRACTION,STRICT_ALL_TABLES");
      assertThat(rows.getString(5)).isEqualTo("utf8mb4_nopad_bin");
    }
  }

  /** Whatever day the server shows to others. */
  @Test
  void aTableThatKeepsItsHistoryShowsThePresent() throws SQLException {
    try (Statement owner = database().owner().createStatement()) {
      owner.execute("CREATE TABLE history (id INTEGER) WITH SYSTEM VERSIONING");
      owner.execute("INSERT INTO history VALUES (1)");
      owner.execute("SET GLOBAL system_versioning_asof = '2001-01-01 00:00:00'");
      try (Connection connection = pinned();
          Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM history")) {
        rows.next();
        assertThat(rows.getInt(1)).isEqualTo(1);
      } finally {
        owner.execute("SET GLOBAL system_versioning_asof = DEFAULT");
        owner.execute("DROP TABLE history");
      }
    }
  }

  private Connection pinned() throws SQLException {
    Connection connection = database().connect();
    ReadOnlyConnection.pin(
        connection, BackendDialects.called("MariaDB").orElseThrow(), Duration.ofSeconds(7));
    return connection;
  }
}
