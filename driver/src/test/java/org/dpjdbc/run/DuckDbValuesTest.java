package org.dpjdbc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Values of DuckDB's own types, and those at the ends of each: no row makes a query fail, and none
 * is taken for another. In the table {@code odd} person 1 has ordinary values, 2 the smallest, 3
 * the largest, and 4 none at all.
 */
class DuckDbValuesTest extends OddValues {
  private static final String NINES = "9999999999999999";

  private static final List<String> FIXTURE =
      List.of(
          "SET GLOBAL default_collation = 'NOCASE'",
          """
    CREATE TABLE odd (id INTEGER PRIMARY KEY, t TINYINT, ut UTINYINT, us USMALLINT, ui UINTEGER,
      ub UBIGINT, h HUGEINT, uh UHUGEINT, i INTEGER, l BIGINT, below BIGINT, p DECIMAL(18, 2),
      w DECIMAL(38, 2), q DECIMAL(38, 30), f FLOAT, d DOUBLE, s VARCHAR COLLATE NOCASE, u UUID, e ENUM('b', 'a', 'A'),
      b BOOLEAN, dt DATE, tm TIME, ts TIMESTAMP, tss TIMESTAMP_S, tms TIMESTAMP_MS)
    """,
          """
    INSERT INTO odd VALUES
      (1, 5, 5, 5, 5, 5, 5, 5, 5, 5, -1, 5, 5, 5, 5, 5, 'a', '00000000-0000-0000-0000-000000000001',
       'a', TRUE, DATE '2020-05-05', TIME '10:00:00', TIMESTAMP '2020-05-05 10:00:00.5',
       TIMESTAMP_S '2020-05-05 10:00:00', TIMESTAMP_MS '2020-05-05 10:00:00.5'),
      (2, -128, 0, 0, 0, 0, -170141183460469231731687303715884105728, 0, -2147483648,
       -9223372036854775808, -1, -%1$s.99, -%1$s99999999999999999999.99, 0, '-inf', '-inf', 'A',
       '00000000-0000-0000-0000-000000000002', 'A', FALSE, '-infinity', TIME '00:00:00',
       '-infinity', '-infinity', '-infinity'),
      (3, 127, 255, 65535, 4294967295, 18446744073709551615,
       170141183460469231731687303715884105727, 340282366920938463463374607431768211455,
       2147483647, 9223372036854775807, -1, %1$s.99, %1$s99999999999999999999.99, 0, 'nan', 'nan',
       'a ', '00000000-0000-0000-0000-000000000003', 'b', TRUE, 'infinity', TIME '24:00:00',
       'infinity', 'infinity', 'infinity'),
      (4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
       NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
    """
              .formatted(NINES),
          "CREATE VIEW seen AS SELECT id, s FROM odd",
          "CREATE TABLE many (id INTEGER, name VARCHAR COLLATE NOCASE, x DECIMAL(38, 0), d DATE)",
          """
    INSERT INTO many VALUES
      (1, 'a', 90000000000000000000000000000000000000, DATE '0100-01-01'),
      (1, 'A', 90000000000000000000000000000000000000, DATE '0100-01-01 (BC)'),
      (2, 'a', 7, DATE '5881580-07-10'), (2, 'A', NULL, DATE '5877642-06-25 (BC)')
    """,
          "CREATE TABLE long (id INTEGER PRIMARY KEY, g BIGINT)",
          "INSERT INTO long VALUES (1, 3458764513820540925)",
          "CREATE TABLE huge (id HUGEINT NOT NULL, x INTEGER)",
          """
    INSERT INTO huge VALUES (5, 1), (170141183460469231731687303715884105727, 1),
      (-170141183460469231731687303715884105728, 1)
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
              columns:
                id: {}
                t: {lower: 0, upper: 10}
                ut: {lower: 0, upper: 10}
                us: {lower: 0, upper: 10}
                ui: {lower: 0, upper: 10}
                ub: {lower: 0, upper: 10}
                h: {lower: 0, upper: 10}
                uh: {lower: 0, upper: 10}
                i: {lower: 0, upper: 10}
                l: {lower: 0, upper: 10, step: 5}
                below: {lower: -1, upper: -1}
                p: {lower: 0, upper: 100}
                w: {lower: 0, upper: 100, step: 0.3}
                q: {lower: 0, upper: 10}
                f: {lower: 0, upper: 10}
                d: {lower: 0, upper: 10}
                s: {}
                u: {}
                e: {}
                b: {}
                dt: {lower: 2000-01-01, upper: 2030-12-31}
                tm: {}
                ts: {lower: 2000-01-01, upper: 2030-12-31}
                tss: {}
                tms: {}
            seen: {privacy_unit: row, columns: {id: {}, s: {}}}
            many:
              privacy_unit: name
              max_rows_contributed: 10
              max_groups_contributed: 10
              columns: {id: {values: [1, 2]}, name: {}, x: {lower: 0, upper: 10}, d: {}}
            long: {privacy_unit: id, columns: {id: {}, g: {lower: 0, upper: 3458764513820540925, step: 3}}}
            huge: {privacy_unit: id, max_rows_contributed: 3, columns: {id: {}, x: {lower: 0, upper: 9}}}
      """;

  DuckDbValuesTest() {
    super("DuckDB", FIXTURE, POLICY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // sums of the ends of each type, clamped
        "SUM(t), SUM(ut), SUM(us), SUM(ui), SUM(ub) | 15, 15, 15, 15, 15",
        "SUM(h), SUM(uh), COUNT(h), COUNT(uh) | 5, 5, 1, 2",
        "SUM(i), SUM(f), SUM(d) | 15, 5.0, 5.0",
        "SUM(l), SUM(p) | 15, 105.00",
        // unsigned numbers have differences
        "SUM(ut - 1), SUM(us - 1), SUM(ui - 1), SUM(ub - 1) | 12, 12, 12, 12",
        "SUM(-ui) | -15",
        // what overflows in the type that the database would compute in
        "SUM(t * 100 * 100) | 150000",
        "SUM(SIGN(i) * 100 * 2) | 400",
        "SUM(i + 1), SUM(ABS(i)), SUM(-i) | 18, 25, -15",
        "SUM(p * p) | 10025.0000",
        "SUM(p * p * p) | 1000125.000000",
        "SUM(CASE WHEN p * p > 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN MOD(l, below) = 0 THEN 1 ELSE 0 END) | 3",
        "SUM(CASE WHEN MOD(w, 0.07) IS NOT NULL THEN 1 ELSE 0 END) | 3",
        // numbers that no decimal holds in the scale of each other
        "SUM(CASE WHEN w > 0.000000000000000000000000000001 THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN i > 0.000000000000000000000000000001 THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN l < 0.00000000000000000000000001 THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN w >= q THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN i >= q THEN 1 ELSE 0 END), SUM(CASE WHEN i < q THEN 1 ELSE 0 END) | 3, 0",
        "SUM(CASE WHEN id > 1 THEN w ELSE q END) | 105.00",
        // quotients are doubles, and none of zero
        "SUM(i / 2) | 7.5",
        "SUM(CASE WHEN i / (t - 5) IS NULL THEN 1 ELSE 0 END) | 2",
        // a grid that is no part of one
        "SUM(w) | 105.30",
        // the ends of time
        "SUM(EXTRACT(YEAR FROM dt)) | 2020",
        "SUM(CASE WHEN EXTRACT(WEEK FROM dt) > 0 THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN EXTRACT(EPOCH FROM ts) > 0 THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN EXTRACT(HOUR FROM ts) >= 0 THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN CAST(dt AS TIMESTAMP) > TIMESTAMP '2000-01-01 00:00:00' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN CAST(ts AS DATE) > DATE '2000-01-01' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN CAST(ts AS TIME) > TIME '09:00:00' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN CAST(ts AS TIMESTAMP(0)) > DATE '2000-01-01' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN dt > ts THEN 1 ELSE 0 END) | 0",
        "SUM(CASE WHEN dt < TIMESTAMP '2000-01-01 00:00:00' THEN 1 ELSE 0 END) | 0",
        "SUM(CASE WHEN dt + INTERVAL '1' MONTH > DATE '2000-01-01' THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN CAST(dt + INTERVAL '1' MONTH AS VARCHAR) = '2020-06-05' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN ts - INTERVAL '1' DAY > DATE '2000-01-01' THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN FLOOR(dt TO MONTH) > DATE '2000-01-01' THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN CEIL(ts TO YEAR) > DATE '2000-01-01' THEN 1 ELSE 0 END) | 2",
        "SUM(CASE WHEN TIMESTAMPDIFF(SECOND, dt, ts) >= 0 THEN 1 ELSE 0 END) | 1",
        "SUM(CASE WHEN tss <= ts AND tms = ts THEN 1 ELSE 0 END) | 3",
        "COUNT(tm), SUM(EXTRACT(HOUR FROM tm)) | 2, 10",
        "SUM(CASE WHEN CAST(dt AS VARCHAR) = 'infinity' THEN 1 ELSE 0 END) | 1",
        // texts by their bytes, where the column says otherwise and where the database does
        "SUM(CASE WHEN s = 'a' THEN 1 ELSE 0 END), COUNT(DISTINCT s) | 1, 3",
        "SUM(CASE WHEN e = 'a' THEN 1 ELSE 0 END), COUNT(DISTINCT e) | 1, 3",
        "SUM(CASE WHEN u = '00000000-0000-0000-0000-00000000000A' THEN 1 ELSE 0 END) | 0",
        "SUM(CASE WHEN s LIKE 'A%' THEN 1 ELSE 0 END) | 1",
        // NULL is less than nothing
        "SUM(LEAST(i, 3)), COUNT(GREATEST(l, 3)) | 6, 3",
        "SUM(CASE WHEN d = d THEN 1 ELSE 0 END) | 3"
      })
  void noRowMakesAQueryFail(String columns, String expected) {
    assertAnswers(columns, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "s FROM odd GROUP BY s | [a, 1] [A, 1] [a , 1] [null, 1]",
        "s FROM seen GROUP BY s | [a, 1] [A, 1] [a , 1] [null, 1]",
        "e FROM odd GROUP BY e | [a, 1] [A, 1] [b, 1] [null, 1]",
        "tm FROM odd GROUP BY tm | [10:00, 1] [00:00, 1] [null, 2]",
        "d FROM many GROUP BY d | [0100-01-01, 1] [-0099-01-01, 1] [+5881580-07-10, 1]"
            + " [-5877641-06-25, 1]",
        "d FROM odd GROUP BY d | [5.0, 1] [-Infinity, 1] [NaN, 1] [null, 1]"
      })
  void noKeyIsTakenForAnother(String keys, String expected) {
    assertGroups(keys, expected);
  }

  /** Two people whose names differ in case alone, and a sum that no decimal holds. */
  @Test
  void aPersonIsHerBytesAndHasSumsOfAnyLength() {
    assertThat(ask("SELECT COUNT(DISTINCT name) AS n FROM many")).containsExactly("[2]");
    assertThat(
            ask(
                "SELECT SUM(CASE WHEN s > 10 THEN 1 ELSE 0 END) AS n FROM"
                    + " (SELECT name, SUM(x) AS s FROM many GROUP BY name)"))
        .containsExactly("[1]");
  }

  /** 3 · (2^60 − 1), a third of which is no double: on a coarser grid, not beyond the bound. */
  @Test
  void aQuotientIsNotRoundedBeyondItsBound() {
    assertThat(ask("SELECT SUM(g) AS s FROM long")).containsExactly("[3458764513820400000]");
  }

  /** People whose keys are longer than a decimal would be one, with two people's rows. */
  @Test
  void aKeyThatDoesNotFitIsNobodys() {
    assertThat(ask("SELECT COUNT(*) AS n, SUM(x) AS s FROM huge")).containsExactly("[1, 1]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "BIT",
        "INTERVAL",
        "INTEGER[]",
        "INTEGER[3]",
        "STRUCT(a INTEGER)",
        "MAP(INTEGER, INTEGER)",
        "UNION(n INTEGER, s VARCHAR)",
        "JSON",
        "BIGNUM",
        "TIMESTAMP_NS",
        "TIMESTAMP WITH TIME ZONE",
        "TIME WITH TIME ZONE"
      })
  void aTypeThatIsNotReadIsRefusedByItsName(String type) throws SQLException, IOException {
    execute("CREATE TABLE refused (id INTEGER PRIMARY KEY, c " + type + ")");
    assertRefused("c", type);
    execute("DROP TABLE refused");
  }
}
