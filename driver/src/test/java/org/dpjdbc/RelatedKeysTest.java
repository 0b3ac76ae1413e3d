package org.dpjdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.dpjdbc.backends.OnEachDatabase;
import org.dpjdbc.backends.TestBackend;
import org.dpjdbc.backends.TestDatabase;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Keys that are computed from the same columns: all combinations that can occur are groups, and no
 * others. The rows have each of them, so the answers are those of the database. At this epsilon no
 * count is off by one.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class RelatedKeysTest {
  private static final LocalDateTime FIRST = LocalDateTime.of(2024, 1, 15, 10, 30);
  private static final LocalDateTime LAST = LocalDateTime.of(2025, 3, 10, 17, 45);

  /** X is none of the values that the policy lists. */
  private static final List<String> PORTS =
      List.of("'C'", "'Q'", "NULL", "'X'", "'S'", "'S'", "'S'");

  /** It lacks booleans and parts of a time, and its dates may be zero, which is read as NULL. */
  private static final Pattern MARIADB_DIFFERS =
      Pattern.compile("DATE_TRUNC|ISODOW|born|seen|gone|^age >= 30");

  @Parameter private TestBackend backend;
  @TempDir private static Path folder;
  private TestDatabase database;
  private Connection connection;

  @BeforeParameterizedClassInvocation
  void open() throws SQLException, IOException {
    database = backend.create();
    database.run(
        "CREATE TABLE town (code INTEGER PRIMARY KEY, name VARCHAR(10) NOT NULL, area"
            + " VARCHAR(10))");
    database.run(
        "INSERT INTO town VALUES (1, 'Ulm', 'south'), (2, 'Bonn', 'west'), (3, 'Au', NULL)");
    database.run("CREATE TABLE band (lo INTEGER PRIMARY KEY, hi INTEGER, label VARCHAR(9))");
    database.run("INSERT INTO band VALUES (0, 17, 'minor'), (18, 64, 'adult'), (65, 99, 'senior')");
    database.run(
        "CREATE TABLE visit (id INTEGER PRIMARY KEY, stamp TIMESTAMP, seen TIMESTAMP NOT NULL,"
            + " born DATE NOT NULL, age INTEGER NOT NULL, price DECIMAL(9, 2) NOT NULL,"
            + " state VARCHAR(9), sex VARCHAR(1) NOT NULL, town INTEGER, port VARCHAR(1),"
            + " harbour VARCHAR(1), rating INTEGER, gone DATE NOT NULL, points INTEGER NOT NULL)");
    insert();
    Path policy = folder.resolve("visits" + System.nanoTime() + ".yaml");
    Files.writeString(
        policy,
        database.policy(
            """
            version: 1
            defaults: {epsilon: 1000, delta: 1.0e-6}
            budget: {epsilon: 1000000, delta: 0.9}
            answers: {reuse_for: PT0S}
            limits: {max_epsilon_per_query: 1000000}
            schemas:
              PUBLIC:
                tables:
                  TOWN: {public: true}
                  BAND: {public: true}
                  VISIT:
                    privacy_unit: ID
                    columns:
                      ID: {}
                      STAMP: {lower: 2024-01-15T10:30:00, upper: 2025-03-10T17:45:00}
                      SEEN: {}
                      BORN: {lower: 2024-01-15, upper: 2025-03-10}
                      AGE: {lower: 0, upper: 99}
                      PRICE: {}
                      STATE: {}
                      SEX: {values: [f, m]}
                      PORT: {values: [C, Q, S]}
                      HARBOUR: {values: [C, Q, S], unlisted: other}
                      RATING: {values: [0, 1, 3]}
                      GONE: {lower: 2024-03-01, upper: 2024-10-31}
                      POINTS: {lower: 0, upper: 30}
                      TOWN: {}
            """));
    Properties properties = new Properties();
    properties.putAll(database.properties());
    properties.setProperty("dp.policy", policy.toString());
    properties.setProperty("dp.analyst", "ann");
    connection =
        DriverManager.getConnection(
            "jdbc:dp:" + database.url().substring("jdbc:".length()), properties);
  }

  private void insert() throws SQLException {
    DateTimeFormatter form = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    List<String> rows = new ArrayList<>();
    int id = 0;
    for (LocalDateTime at = FIRST; !at.isAfter(LAST); at = at.plusHours(5)) {
      String when = "TIMESTAMP '" + form.format(at) + "'";
      rows.add(
          "(%d, %s, %s, DATE '%s', %d, %d.50, %s, '%s', %d, %s, %s, %s, DATE '%s', %d)"
              .formatted(
                  ++id,
                  id % 11 == 0 ? "NULL" : when,
                  when,
                  at.toLocalDate(),
                  id % 100,
                  id * 7 % 200,
                  List.of("NULL", "'CA'", "'NY'", "'TX'").get(id % 4),
                  id / 100 % 2 == 0 ? "f" : "m",
                  id % 3 + 1,
                  PORTS.get(id % 7),
                  PORTS.get(id % 7),
                  id % 5 == 4 ? "NULL" : String.valueOf(id % 5),
                  at.toLocalDate(),
                  id % 40 - 5));
    }
    for (int i = 0; i < rows.size(); i += 500) {
      database.run(
          "INSERT INTO visit VALUES "
              + String.join(", ", rows.subList(i, Math.min(rows.size(), i + 500))));
    }
  }

  @AfterParameterizedClassInvocation
  void close() throws SQLException {
    connection.close();
    database.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // an age and its decade, in both orders, filtered, and named by the policy
        "age, age / 10 * 10 FROM visit WHERE age BETWEEN 18 AND 21",
        "age / 10, age FROM visit",
        "age / 10, age / 20, CASE WHEN age < 65 THEN 'young' ELSE 'old' END FROM visit",
        "d, d / 2 FROM (SELECT age / 10 AS d FROM visit) s",
        "sex, CASE WHEN sex = 'f' THEN 1 ELSE 0 END FROM visit",
        "sex, CASE WHEN sex = 'f' THEN 1 ELSE 0 END, age / 50 FROM visit",
        "CASE WHEN sex = 'f' THEN age / 20 ELSE -1 END, sex FROM visit",
        // a label and its order, of columns that the policy knows nothing of
        "CASE WHEN price < 50 THEN 'low' WHEN price < 100.5 THEN 'mid' ELSE 'high' END,"
            + " CASE WHEN price < 50 THEN 1 WHEN price < 100.5 THEN 2 ELSE 3 END FROM visit",
        "CASE WHEN price > 50 THEN 1 ELSE 0 END, CASE WHEN price > 90 THEN 1 ELSE 0 END,"
            + " CASE WHEN price BETWEEN 60 AND 70 THEN 1 ELSE 0 END FROM visit",
        "CASE WHEN state = 'CA' THEN 'west' WHEN state IN ('NY', 'MA') THEN 'east' END,"
            + " CASE WHEN state = 'CA' THEN 1 WHEN state = 'NY' THEN 2 ELSE 3 END FROM visit"
            + " WHERE state IS NULL OR state <> 'MA'",
        "CASE WHEN state IS NULL THEN 'none' ELSE 'some' END,"
            + " CASE WHEN state = 'CA' THEN 1 ELSE 0 END FROM visit",
        "born < DATE '2025-01-01', EXTRACT(YEAR FROM born) FROM visit",
        // of columns whose unlisted values and NULL are in groups, for the column is none itself
        "CASE WHEN port = 'C' THEN 1 ELSE 0 END, CASE WHEN port = 'Q' THEN 'q' ELSE 'else' END"
            + " FROM visit",
        "CASE WHEN port = 'C' THEN 1 END, CASE WHEN port <> 'C' THEN 'else' ELSE 'C or none' END"
            + " FROM visit",
        "CASE WHEN port IS NULL THEN 'none' ELSE 'some' END, CASE WHEN port = 'C' THEN 1 ELSE 0 END"
            + " FROM visit",
        "UPPER(port), CASE WHEN port = 'C' THEN 1 ELSE 0 END FROM visit",
        "CASE WHEN rating < 1 THEN 'low' WHEN rating < 3 THEN 'mid' ELSE 'high or none' END,"
            + " CASE WHEN rating = 2 THEN 'two' ELSE 'not two' END FROM visit",
        "rating / 2, CASE WHEN rating = 3 THEN 'three' ELSE 'less' END FROM visit",
        "CASE WHEN age > 99 THEN 'wrong' ELSE 'right' END,"
            + " CASE WHEN age < 50 THEN 'young' ELSE 'old' END FROM visit WHERE age < 60",
        // filters of the keys
        "m, q FROM (SELECT EXTRACT(MONTH FROM stamp) AS m, EXTRACT(QUARTER FROM stamp) AS q FROM visit) s"
            + " WHERE m IS NOT NULL",
        "m, q FROM (SELECT EXTRACT(MONTH FROM stamp) AS m, EXTRACT(QUARTER FROM stamp) AS q FROM visit) s"
            + " WHERE q <= 2",
        "age, d FROM (SELECT age, age / 10 AS d FROM visit) s WHERE d IN (1, 3)",
        // parts of one time
        "EXTRACT(MONTH FROM stamp), EXTRACT(QUARTER FROM stamp) FROM visit",
        "EXTRACT(YEAR FROM stamp), EXTRACT(MONTH FROM stamp) FROM visit",
        "TO_CHAR(stamp, 'Mon'), EXTRACT(MONTH FROM stamp) FROM visit",
        "TO_CHAR(seen, 'Q'), EXTRACT(QUARTER FROM seen), EXTRACT(MONTH FROM seen) FROM visit",
        "CASE WHEN EXTRACT(ISODOW FROM seen) > 5 THEN 'weekend' ELSE 'week' END,"
            + " EXTRACT(ISODOW FROM seen) FROM visit",
        "EXTRACT(YEAR FROM stamp), EXTRACT(QUARTER FROM stamp), EXTRACT(MONTH FROM stamp) FROM visit"
            + " WHERE stamp IS NOT NULL",
        "CASE EXTRACT(MONTH FROM seen) WHEN 1 THEN 'Jan' WHEN 2 THEN 'Feb' ELSE 'later' END,"
            + " EXTRACT(MONTH FROM seen) FROM visit",
        "EXTRACT(QUARTER FROM seen), EXTRACT(MONTH FROM seen) FROM visit",
        "EXTRACT(HOUR FROM stamp), EXTRACT(ISODOW FROM stamp) FROM visit",
        "FLOOR(EXTRACT(HOUR FROM stamp) / 6), EXTRACT(HOUR FROM stamp) FROM visit",
        "EXTRACT(MONTH FROM born), EXTRACT(DAY FROM born) FROM visit",
        "EXTRACT(DAY FROM stamp), EXTRACT(MONTH FROM stamp) FROM visit",
        "DATE_TRUNC('month', stamp), EXTRACT(YEAR FROM stamp) FROM visit",
        // dates beyond the bounds, which each of the keys counts
        "EXTRACT(MONTH FROM gone), EXTRACT(QUARTER FROM gone) FROM visit",
        "CASE WHEN gone < DATE '2024-03-01' THEN 'early' WHEN gone > DATE '2024-10-31' THEN 'late'"
            + " ELSE 'in' END, CASE WHEN gone <= DATE '2024-06-01' THEN 1 ELSE 2 END FROM visit",
        "EXTRACT(ISODOW FROM gone), CASE WHEN gone < DATE '2024-06-01' THEN 1 ELSE 2 END FROM visit",
        "EXTRACT(MONTH FROM gone), CASE WHEN gone = DATE '2024-06-01' THEN 1 ELSE 2 END FROM visit",
        "CAST(stamp AS DATE), EXTRACT(MONTH FROM stamp) FROM visit WHERE stamp >= TIMESTAMP '2024-03-01"
            + " 00:00:00' AND stamp < TIMESTAMP '2024-05-01 00:00:00'",
        "m, EXTRACT(YEAR FROM m) FROM (SELECT DATE_TRUNC('month', stamp) AS m FROM visit) s",
        "EXTRACT(MONTH FROM stamp), EXTRACT(QUARTER FROM stamp) FROM visit"
            + " WHERE EXTRACT(MONTH FROM stamp) IN (2, 5)",
        // a column of a public table and what is computed from it
        "t.name, UPPER(t.name) FROM visit v JOIN town t ON t.code = v.town",
        "t.name, COALESCE(t.area, 'none') FROM visit v JOIN town t ON t.code = v.town",
        "t.name, COALESCE(t.area, 'none') FROM visit v LEFT JOIN town t ON t.code = v.town"
            + " AND v.age < 50",
        "v.town, v.town + 1, t.name FROM visit v JOIN town t ON t.code = v.town",
        // what a private column is looked up by
        "v.town, t.name FROM visit v LEFT JOIN town t ON t.code = v.town",
        "v.town, t.name, sex FROM visit v LEFT JOIN town t ON t.code = v.town AND v.age < 50",
        "v.town + 1, COALESCE(t.area, 'none') FROM visit v LEFT JOIN town t ON t.code = v.town",
        // one key, which skips values between the first and the last one
        "EXTRACT(YEAR FROM born) * 100 + EXTRACT(MONTH FROM born) FROM visit",
        "CASE WHEN age >= 65 THEN age ELSE -age END FROM visit",
        "NULLIF(age, 3) FROM visit WHERE age < 6",
        "age * age FROM visit WHERE age < 9",
        "age * 2 + 1 FROM visit WHERE age < 9",
        "age - MOD(age, 7) FROM visit",
        "CASE WHEN age < 50 THEN 'young' WHEN age >= 50 THEN 'old' END FROM visit",
        // one key, and filters that leave some of its values out
        "age FROM visit WHERE MOD(age, 7) = 3",
        "sex FROM visit WHERE UPPER(sex) = 'F'",
        "harbour FROM visit WHERE UPPER(harbour) = 'C'",
        "age >= 30 FROM visit WHERE age > 40",
        "CASE WHEN age < 20 THEN 'a' WHEN age < 60 THEN 'b' ELSE 'c' END FROM visit WHERE age < 50",
        "EXTRACT(HOUR FROM stamp) FROM visit WHERE EXTRACT(HOUR FROM stamp) BETWEEN 8 AND 12",
        "h FROM (SELECT EXTRACT(HOUR FROM stamp) AS h FROM visit) s WHERE h BETWEEN 8 AND 12",
        "EXTRACT(MONTH FROM stamp) FROM visit WHERE stamp BETWEEN TIMESTAMP '2024-03-05 00:00:00'"
            + " AND TIMESTAMP '2024-05-31 23:59:59'",
        "EXTRACT(MONTH FROM born) FROM visit WHERE born BETWEEN DATE '2024-03-05' AND DATE '2024-05-31'",
        "EXTRACT(MONTH FROM born) FROM visit WHERE EXTRACT(YEAR FROM born) = 2025",
        "DATE_TRUNC('month', stamp) FROM visit WHERE EXTRACT(MONTH FROM stamp) = 2",
        // dates beyond the bounds are counted by month
        "EXTRACT(MONTH FROM gone) FROM visit",
      })
  void areThoseOfTheDatabase(String keys) throws SQLException {
    String sql = query(keys);
    assumeFalse(keys.contains("TO_CHAR") && !backend.product().equals("PostgreSQL"));
    assumeFalse(backend.product().equals("MariaDB") && MARIADB_DIFFERS.matcher(keys).find());
    assertThat(answers(connection, sql)).as(sql).isEqualTo(answers(database.owner(), sql));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "port, CASE WHEN port = 'C' THEN 1 ELSE 0 END FROM visit"
            + "| port, CASE WHEN port = 'C' THEN 1 ELSE 0 END FROM visit"
            + " WHERE port <> 'X' OR port IS NULL",
        "port, COALESCE(port, 'none') FROM visit"
            + "| port, COALESCE(port, 'none') FROM visit WHERE port <> 'X' OR port IS NULL",
        "port, UPPER(port), sex FROM visit"
            + "| port, UPPER(port), sex FROM visit WHERE port <> 'X' OR port IS NULL",
        "harbour, CASE WHEN harbour = 'other' THEN 1 ELSE 0 END FROM visit"
            + "| CASE WHEN harbour = 'X' THEN 'other' ELSE harbour END,"
            + " CASE WHEN harbour = 'X' THEN 1 ELSE 0 END FROM visit",
        "harbour, COALESCE(harbour, 'none') FROM visit"
            + "| CASE WHEN harbour = 'X' THEN 'other' ELSE harbour END, CASE WHEN harbour = 'X'"
            + " THEN 'other' WHEN harbour IS NULL THEN 'none' ELSE harbour END FROM visit",
        "rating, rating + 1, CASE WHEN rating > 0 THEN 'some' ELSE 'none' END FROM visit"
            + "| rating, rating + 1, CASE WHEN rating > 0 THEN 'some' ELSE 'none' END FROM visit"
            + " WHERE rating <> 2 OR rating IS NULL",
        "port, CASE WHEN port = 'C' THEN town ELSE 0 END FROM visit"
            + "| port, CASE WHEN port = 'C' THEN town ELSE 0 END FROM visit"
            + " WHERE port <> 'X' OR port IS NULL",
      })
  void leaveOutWhatTheColumnDoesNotList(String keys, String all) throws SQLException {
    String sql = query(keys);
    assertThat(answers(connection, sql)).as(sql).isEqualTo(answers(database.owner(), query(all)));
  }

  /** Points beyond their bounds are in the coarser level, and in no group of the finer one. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "CASE WHEN sex = 'f' THEN points ELSE 99 END",
        "points + CASE WHEN sex = 'f' THEN 1 ELSE 0 END",
        "CASE WHEN points > 20 THEN points / 10 ELSE 0 END"
      })
  void doNotAddUpToWhatTheyLeaveOut(String key) throws SQLException {
    String from =
        " FROM (SELECT CASE WHEN points < 10 THEN 'few' ELSE 'many' END AS k1, %s AS k2 FROM visit) q"
            .formatted(key);

    assertThat(
            answers(
                connection,
                "SELECT k1, COUNT(*)"
                    + from
                    + " GROUP BY ROLLUP (k1, k2) HAVING GROUPING(k1) = 0 AND GROUPING(k2) = 1"))
        .isEqualTo(answers(connection, "SELECT k1, COUNT(*)" + from + " GROUP BY k1"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CASE WHEN points < 10 THEN 1 ELSE 2 END, CASE WHEN sex = 'f' THEN points ELSE 99 END | true",
        "sex, CASE WHEN sex = 'f' THEN points END | true",
        "EXTRACT(YEAR FROM born), EXTRACT(MONTH FROM born) | false",
      })
  void saysWhetherTotalsHaveMore(String written, boolean more) throws SQLException {
    List<String> keys = items(written);
    String sql =
        "SELECT k1, k2, COUNT(*) FROM (SELECT %s AS k1, %s AS k2 FROM visit) q GROUP BY ROLLUP (k1, k2)"
            .formatted(keys.get(0), keys.get(1));
    List<String> warnings = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      statement.executeQuery(sql).close();
      for (SQLWarning w = statement.getWarnings(); w != null; w = w.getNextWarning()) {
        warnings.add(w.getMessage());
      }
    }
    assertThat(warnings.stream().anyMatch(text -> text.endsWith("are counted in totals only")))
        .as(sql)
        .isEqualTo(more);
  }

  /** The keys as columns of a subquery: not every database groups by ordinals. */
  private static String query(String written) {
    int from = from(written);
    List<String> keys = items(written.substring(0, from));
    String names =
        String.join(
            ", ", Stream.iterate(1, i -> i + 1).limit(keys.size()).map(i -> "k" + i).toList());
    String columns =
        String.join(
            ", ",
            Stream.iterate(0, i -> i + 1)
                .limit(keys.size())
                .map(i -> keys.get(i) + " AS k" + (i + 1))
                .toList());
    return "SELECT %s, COUNT(*) FROM (SELECT %s%s) q GROUP BY %s"
        .formatted(names, columns, written.substring(from), names);
  }

  /** The first FROM that stands in no parentheses. */
  private static int from(String keys) {
    int depth = 0;
    for (int i = 0; i < keys.length(); i++) {
      depth += keys.charAt(i) == '(' ? 1 : keys.charAt(i) == ')' ? -1 : 0;
      if (depth == 0 && keys.startsWith(" FROM ", i)) {
        return i;
      }
    }
    throw new IllegalArgumentException(keys);
  }

  private static List<String> items(String list) {
    List<String> items = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < list.length(); i++) {
      char c = list.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && depth == 0) {
        items.add(list.substring(start, i));
        start = i + 1;
      }
    }
    items.add(list.substring(start));
    return items;
  }

  private static List<String> answers(Connection connection, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(String.valueOf(result.getObject(i)).replaceFirst("[ T]00:00(:00.0)?$", ""));
        }
        rows.add(row.toString());
      }
    }
    return rows.stream().sorted().toList();
  }
}
