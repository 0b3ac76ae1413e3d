package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dpjdbc.run.backend.ReadOnlyConnection;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.dialect.common.BackendDialect;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Values of Spark's own types, and those at the ends of each: no row makes a query fail, and none
 * is taken for another. In the table {@code odd} person 1 has ordinary values, 2 the smallest, 3
 * the largest, 4 what is nearest to nothing, and 5 none at all.
 */
@Tag("spark")
class SparkValuesTest extends OddValues {
  private static final List<String> FIXTURE =
      List.of(
          """
          CREATE TABLE odd (id SMALLINT, y TINYINT, s SMALLINT, i INT, l BIGINT, below BIGINT,
            p DECIMAL(18, 2), w DECIMAL(38, 2), q DECIMAL(38, 30), f FLOAT, d DOUBLE, t STRING,
            v VARCHAR(4), c CHAR(4), b BOOLEAN, dt DATE, ts TIMESTAMP, tz TIMESTAMP_NTZ)
          """,
          """
          INSERT INTO odd VALUES
            (1S, 5Y, 5S, 5, 5L, -1L, 5.00, 5.00, 5.00, 5F, 5D, 'a', 'a', 'a', TRUE,
             DATE '2020-05-05', TIMESTAMP '2020-05-05 10:00:00.5',
             TIMESTAMP_NTZ '2020-05-05 10:00:00'),
            (2S, -128Y, -32768S, INT('-2147483648'), BIGINT('-9223372036854775808'), -1L,
             -9999999999999999.99, -999999999999999999999999999999999999.99, 0, FLOAT('-Infinity'),
             DOUBLE('-Infinity'), 'A', 'A', 'A', FALSE, DATE_FROM_UNIX_DATE(-2147483648),
             TIMESTAMP_MICROS(BIGINT('-9223372036854775808')), TIMESTAMP_NTZ '0001-01-01 00:00:00'),
            (3S, 127Y, 32767S, 2147483647, 9223372036854775807L, -1L, 9999999999999999.99,
             999999999999999999999999999999999999.99, 0, FLOAT('NaN'), DOUBLE('NaN'), 'a ', 'a ',
             'ä', TRUE, DATE_FROM_UNIX_DATE(2147483647), TIMESTAMP_MICROS(9223372036854775807L),
             TIMESTAMP_NTZ '9999-12-31 23:59:59.999999'),
            (4S, 0Y, 0S, 0, 0L, -1L, 0.01, 0.01, 0, FLOAT('1.4E-45'), DOUBLE('-0.0'), '', '', '',
             TRUE, DATE '-4713-01-01', TIMESTAMP '1969-12-31 23:59:59.999999',
             TIMESTAMP_NTZ '2020-03-08 02:30:00'),
            (5S, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
             NULL, NULL, NULL)
          """,
          "CREATE VIEW seen AS SELECT id, t FROM odd",
          "CREATE TABLE many (id INT, name STRING, d DATE, x BIGINT, n DECIMAL(38, 0))",
          """
          INSERT INTO many VALUES
            (1, 'a', DATE '0100-02-28', 9223372036854775807L, 90000000000000000000000000000000000000),
            (1, 'A', DATE '-0100-01-01', 9223372036854775807L, 90000000000000000000000000000000000000),
            (2, 'a', DATE '1582-10-10', 9223372036854775807L, 7),
            (2, 'A', NULL, 9223372036854775807L, NULL)
          """,
          """
          CREATE TABLE refused (id INT, bi BINARY, ar ARRAY<INT>, mp MAP<INT, INT>,
            ro STRUCT<x: INT>, iv INTERVAL DAY TO SECOND, ym INTERVAL YEAR TO MONTH)
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
                f: {lower: 0, upper: 10}
                d: {lower: 0, upper: 10}
                t: {}
                v: {}
                c: {}
                b: {}
                dt: {lower: 2000-01-01, upper: 2030-12-31}
                ts: {lower: 2000-01-01, upper: 2030-12-31}
                tz: {lower: 2000-01-01, upper: 2030-12-31}
            seen: {privacy_unit: row, columns: {id: {}, t: {}}}
            many:
              privacy_unit: name
              max_rows_contributed: 10
              max_groups_contributed: 10
              columns: {id: {values: [1, 2]}, name: {}, d: {}, x: {lower: 0, upper: 10}, n: {lower: 0, upper: 10}}
      """;

  SparkValuesTest() {
    super("Spark SQL", FIXTURE, POLICY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // sums of the ends of each type, clamped
        "SUM(y), SUM(s), SUM(i), SUM(l), SUM(p), SUM(w) | 15, 15, 15, 15, 105.01, 105.00",
        "SUM(f), SUM(d), COUNT(f), COUNT(d) | 5.0, 5.0, 3, 3",
        // what overflows in the type that the database would compute in
        "SUM(y * 100 * 100), SUM(s * 100 * 100) | 150000, 150000",
        "SUM(SIGN(i) * 100 * 2) | 400",
        "SUM(SIGN(y) * 100 * 2) | 400",
        "SUM(i + 1), SUM(ABS(i)), SUM(-i), SUM(-s), SUM(-y) | 19, 25, -15, -15, -15",
        "SUM(p * p), SUM(p * p * p) | 10025.0001, 1000125.000001",
        "SUM(CASE WHEN MOD(l, below) = 0 THEN 1 ELSE 0 END) | 4",
        "SUM(CASE WHEN l / below <> 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN MOD(s, -1) = 0 THEN 1 ELSE 0 END) | 4",
        "SUM(CASE WHEN MOD(w, 0.07) IS NOT NULL THEN 1 ELSE 0 END) | 4",
        "SUM(CASE WHEN CAST(p AS BIGINT) IS NULL THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN i / (s - 5) IS NULL THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN p / (p - 5) IS NULL THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN p / 1000.00 > 0 THEN 1 ELSE 0 END), SUM(CASE WHEN i / 1000.0 = 0 THEN 1 ELSE 0 END) | 3, 1",
        // numbers that no decimal holds in the scale of each other
        "SUM(CASE WHEN w > 0.000000000000000000000000000001 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN i > 0.000000000000000000000000000001 THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN w >= q THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN i >= q THEN 1 ELSE 0 END), SUM(CASE WHEN i < q THEN 1 ELSE 0 END) | 4, 0",
        "SUM(CASE WHEN id > 1 THEN w ELSE q END) | 105.01",
        // floating point: nothing is an error, and NaN is greater than all
        "SUM(CASE WHEN d * d >= 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN f * f * f * f >= 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN POWER(d, 64) >= 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN POWER(i, -40) > 0 THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN EXP(d) >= 1 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN SQRT(d) >= 0 THEN 1 ELSE 0 END), SUM(CASE WHEN LN(d) < 0 THEN 1 ELSE 0 END) | 3, 0",
        "SUM(CASE WHEN ROUND(d, 2) >= 0 THEN 1 ELSE 0 END), SUM(TRUNCATE(d, 1)) | 3, 5.0",
        "SUM(CASE WHEN CAST(d AS DECIMAL(5, 2)) >= 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN CAST(d AS INTEGER) >= 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN d = d THEN 1 ELSE 0 END), SUM(CASE WHEN d IS NULL THEN 1 ELSE 0 END) | 4, 1",
        "SUM(CASE WHEN NOT d < 3 THEN 1 ELSE 0 END), SUM(CASE WHEN d - d = 0 THEN 1 ELSE 0 END) | 2, 3",
        // the ends of time
        "SUM(EXTRACT(YEAR FROM dt)) | 2020",
        "SUM(CASE WHEN EXTRACT(WEEK FROM dt) > 0 THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN EXTRACT(EPOCH FROM ts) > 0 THEN 1 ELSE 0 END) | 1",
        "SUM(EXTRACT(SECOND FROM ts)), SUM(CASE WHEN EXTRACT(DOW FROM ts) > 0 THEN 1 ELSE 0 END) | 59, 2",
        "SUM(CASE WHEN CAST(dt AS TIMESTAMP) > TIMESTAMP '2000-01-01 00:00:00' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN CAST(ts AS DATE) > DATE '2000-01-01' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN CAST(ts AS TIMESTAMP(0)) > DATE '2000-01-01' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN dt > ts THEN 1 ELSE 0 END) | 0",
        "SUM(CASE WHEN dt + INTERVAL '1' MONTH > DATE '2000-01-01' THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN ts - INTERVAL '1' DAY > DATE '2000-01-01' THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN ts + INTERVAL '90' MINUTE > DATE '2000-01-01' THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN FLOOR(dt TO MONTH) > DATE '2000-01-01' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN CEIL(ts TO YEAR) > DATE '2000-01-01' THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN TIMESTAMPDIFF(SECOND, dt, ts) >= 0 THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN TIMESTAMPDIFF(MONTH, dt, ts) = 0 THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN CAST(dt AS VARCHAR) LIKE '2020%' THEN 1 ELSE 0 END) | 1",
        // a timestamp without a zone is one in UTC
        "SUM(CASE WHEN tz = TIMESTAMP '2020-03-08 02:30:00' THEN 1 ELSE 0 END) | 1",
        "SUM(EXTRACT(HOUR FROM tz)) | 35",
        // texts by their bytes
        "SUM(CASE WHEN t = 'a' THEN 1 ELSE 0 END), COUNT(DISTINCT t) | 1, 4",
        "SUM(CASE WHEN t < 'a' THEN 1 ELSE 0 END), SUM(CASE WHEN v < 'a' THEN 1 ELSE 0 END) | 2, 2",
        "SUM(CASE WHEN c < 'a' THEN 1 ELSE 0 END), SUM(CASE WHEN c = 'a' THEN 1 ELSE 0 END) | 2, 1",
        "SUM(CASE WHEN UPPER(c) = 'Ä' THEN 1 ELSE 0 END), SUM(CASE WHEN t LIKE 'A%' THEN 1 ELSE 0 END) | 1, 1",
        "SUM(CASE WHEN CHAR_LENGTH(c) = 1 THEN 1 ELSE 0 END), SUM(CASE WHEN POSITION('a' IN t) = 1 THEN 1 ELSE 0 END) | 3, 2",
        "SUM(CASE WHEN v LIKE '%a% %' THEN 1 ELSE 0 END) | 1",
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
        "ts FROM odd WHERE i = 0 GROUP BY ts | [1969-12-31T23:59:59.999999, 1]",
        "tz FROM odd GROUP BY tz | [2020-05-05T10:00, 1] [0001-01-01T00:00, 1] [9999-12-31T23:59:59.999999, 1] [2020-03-08T02:30, 1] [null, 1]",
        "dt FROM odd GROUP BY dt | [2020-05-05, 1] [-5877641-06-23, 1] [+5881580-07-11, 1] [-4713-01-01, 1] [null, 1]",
        "ts FROM odd GROUP BY ts | [2020-05-05T10:00:00.500, 1] [-290308-12-21T19:59:05.224192, 1] [+294247-01-10T04:00:54.775807, 1] [1969-12-31T23:59:59.999999, 1] [null, 1]",
        "p FROM odd WHERE s < 9 GROUP BY p | [5.00, 1] [-9999999999999999.99, 1] [0.01, 1]",
        "d FROM odd GROUP BY d | [5.0, 1] [-Infinity, 1] [0.0, 1] [NaN, 1] [null, 1]",
        "b FROM odd GROUP BY b | [true, 3] [false, 1] [null, 1]",
        "d FROM many GROUP BY d | [0100-02-28, 1] [-0100-01-01, 1] [1582-10-10, 1] [null, 1]"
      })
  void noKeyIsTakenForAnother(String keys, String expected) {
    assertGroups(keys, expected);
  }

  /** Two people whose names differ in case alone, and sums that no type holds. */
  @Test
  void aPersonIsHerBytesAndHasSumsOfAnyLength() {
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
        "ar ARRAY<INT>",
        "mp MAP<INT, INT>",
        "ro STRUCT<x: INT>",
        "iv INTERVAL DAY TO SECOND",
        "ym INTERVAL YEAR TO MONTH"
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

  /**
   * Whatever the server is set to, in New York and without ANSI's rules: nothing of its environment
   * is in a text, what is too long is an error, and a backslash is told as one.
   */
  @Test
  void pinsTheConnection() throws SQLException {
    try (Connection connection = database().connect();
        Statement statement = connection.createStatement()) {
      ReadOnlyConnection.pin(
          connection, BackendDialects.called("Spark SQL").orElseThrow(), Duration.ofSeconds(7_000));
      try (ResultSet rows =
          statement.executeQuery("SELECT CURRENT_TIMEZONE(), '${system:user.dir}', '\\\\'")) {
        rows.next();
        assertThat(rows.getString(1)).isEqualTo("UTC");
        assertThat(rows.getString(2)).isEqualTo("${system:user.dir}");
        assertThat(rows.getString(3)).isEqualTo("\\");
      }
      try (ResultSet rows = statement.executeQuery("SET spark.sql.thriftServer.queryTimeout")) {
        rows.next();
        assertThat(rows.getString(2)).isEqualTo("7000s");
      }
      assertThatThrownBy(() -> statement.executeQuery("SELECT 2147483647 + id FROM odd"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("ARITHMETIC_OVERFLOW");
    }
  }

  /** Other sources than files of Parquet decode rows in ways that were not tried. */
  @ParameterizedTest
  @ValueSource(strings = {"csv", "json", "orc"})
  void readsNoOtherSourceUnlessTheOwnerAcceptsIt(String source) throws SQLException, IOException {
    execute("CREATE TABLE far_" + source + " (id INT, Provider STRING) USING " + source);
    String policy =
        database()
            .policy(
                """
                version: 1
                schemas:
                  PUBLIC:
                    tables:
                      far_%s: {privacy_unit: id, columns: {id: {}}}
                """
                    .formatted(source));
    Path refused = Files.createTempFile("far", ".yaml");
    Path accepted = Files.createTempFile("far", ".yaml");
    Files.writeString(refused, policy);
    Files.writeString(accepted, policy + "unverified_connectors: accept\n");
    assertThatThrownBy(() -> Noiseless.connect(database(), refused).close())
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("is read by the connector " + source + ", which is not tested");
    Noiseless.connect(database(), accepted).close();
  }

  /** Whatever the session is set to. */
  @Test
  void pinsEverySetting() throws SQLException {
    Pattern setting = Pattern.compile("SET (\\S+) = (\\S+)");
    BackendDialect dialect = BackendDialects.called("Spark SQL").orElseThrow();
    try (Connection connection = database().connect();
        Statement statement = connection.createStatement()) {
      for (String pinning : dialect.pinning()) {
        if (pinning.endsWith(" = false")) {
          statement.execute(pinning.replace(" = false", " = true"));
        } else if (pinning.endsWith(" = true")) {
          statement.execute(pinning.replace(" = true", " = false"));
        }
      }
      ReadOnlyConnection.pin(connection, dialect, Duration.ofSeconds(7));
      for (String pinning : dialect.pinning()) {
        Matcher pinned = setting.matcher(pinning);
        assertThat(pinned.matches()).isTrue();
        try (ResultSet rows = statement.executeQuery("SET " + pinned.group(1))) {
          rows.next();
          assertThat(rows.getString(2)).as(pinned.group(1)).isEqualTo(pinned.group(2));
        }
      }
    }
  }

  /** The driver would put values into the text, a backslash as it is. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\",
        "\\' OR 1 = 1 --",
        "a\\",
        "'",
        "''",
        "\"",
        "`",
        "?",
        "${system:user.dir}",
        "\\u0041",
        "\\101",
        "\\%",
        "a\nb",
        "\t",
        "/* x */",
        "-- x",
        "; DROP TABLE odd",
        "😀"
      })
  void aStringIsNothingButItself(String text) throws SQLException {
    List<Object> values = new ArrayList<>();
    values.add(text);
    String sql =
        BackendDialects.called("Spark SQL")
            .orElseThrow()
            .written("SELECT '?' AS `?`, ? AS x, \"\\\"?\" AS `a``?`", values)
            .orElseThrow();
    try (Connection connection = database().connect();
        Statement statement = connection.createStatement()) {
      ReadOnlyConnection.pin(
          connection, BackendDialects.called("Spark SQL").orElseThrow(), Duration.ofSeconds(60));
      try (ResultSet rows = statement.executeQuery(sql)) {
        rows.next();
        assertThat(rows.getString(1)).isEqualTo("?");
        assertThat(rows.getString(2)).isEqualTo(text);
        assertThat(rows.getString(3)).isEqualTo("\"?");
      }
    }
    String literal = "'" + text.replace("'", "''") + "'";
    assertThat(ask("SELECT COUNT(*) FROM odd WHERE t = " + literal)).containsExactly("[0]");
    assertThat(ask("SELECT COUNT(*) FROM odd WHERE t <> " + literal)).containsExactly("[4]");
  }
}
