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
import org.dpjdbc.sql.refusal.RefusalCode;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whether a query is answered does not depend on one person's numbers: neither on those of the
 * person's row nor on those that the query puts in their place ({@code CASE WHEN v = 1}, which is
 * one person, {@code THEN} a hostile number). Nobody is asked without that person: if nobody is
 * refused, nobody may fail.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class TotalNumbersTest {
  private static final String POLICY =
      """
      version: 1
      defaults: {epsilon: 1, delta: 1.0e-8}
      budget: {epsilon: 1000000, delta: 0.1}
      schemas:
        PUBLIC:
          tables:
            P:
              privacy_unit: ID
              max_rows_contributed: 2
              max_groups_contributed: 2
              columns:
                ID: {}
                V: {lower: 0, upper: 1}
                AGE: {lower: 0, upper: 120}
                BIG: {lower: -9223372036854775808, upper: 9223372036854775807}
                D: {lower: -1.0e+290, upper: 1.0e+290}
                E: {lower: 0, upper: 1000}
                N: {lower: 0, upper: 10000}
                F: {lower: 0, upper: 1}
                W: {lower: -99999999999999999999999999999999999999, upper: 99999999999999999999999999999999999999}
                R: {lower: -3.0e+38, upper: 3.0e+38}
                H: {lower: -99999999999999999999, upper: 99999999999999999999.999999999999999999}
      """;

  @TempDir private static Path folder;
  @Parameter private TestBackend backend;
  private TestDatabase database;
  private Session session;

  @BeforeParameterizedClassInvocation
  void open() throws SQLException, IOException {
    database = backend.create();
    database.run(
        "CREATE TABLE p (id INTEGER NOT NULL, v INTEGER, age INTEGER, big BIGINT,"
            + " d DOUBLE PRECISION, e DOUBLE PRECISION, n DECIMAL(38, 18), f DECIMAL(38, 37),"
            + " w DECIMAL(38, 0), r REAL, h DECIMAL(38, 18))");
    for (int id = 1; id <= 5; id++) {
      database.run("INSERT INTO p VALUES (" + id + ", 0, 40, 7, 2, 3, 0.5, 0.25, 3, 0.5, 1)");
    }
    List<String> hostile =
        List.of(
            "9223372036854775807, 1E-300, 1E-200, 150.000000000000000001,"
                + " 9.9999999999999999999999999999999999999,"
                + " 99999999999999999999999999999999999999, 3E38",
            "-9223372036854775808, 1E300, 1E-310, 9999.999999999999999999,"
                + " -9.9999999999999999999999999999999999999,"
                + " -99999999999999999999999999999999999999, -3E38",
            "-1, -1E-300, 1000, 99999999999999999999.999999999999999999,"
                + " 0.0000000000000000000000000000000000001, 1, 1E-38",
            "0, 0, 0, -99999999999999999999.999999999999999999, 0, 0, 0");
    String max = "99999999999999999999.999999999999999999";
    int id = 6;
    for (String values : hostile) {
      database.run("INSERT INTO p VALUES (" + id + ", 1, 120, " + values + ", " + max + ")");
      id++;
    }
    session =
        Noiseless.connect(
            database,
            Files.writeString(
                folder.resolve(backend.product() + ".yaml"), database.policy(POLICY)));
  }

  @AfterParameterizedClassInvocation
  void close() throws SQLException {
    session.close();
    database.close();
  }

  private List<String> ask(String sql) {
    Rows rows =
        session
            .prepare(sql)
            .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()))
            .rows();
    List<String> strings = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      strings.add(Arrays.toString(rows.row(i)));
    }
    return strings;
  }

  /** The hostile number for the one person, a harmless one for everybody else. */
  private static String one(String hostile) {
    return "CASE WHEN v = 1 THEN " + hostile + " ELSE 1 END";
  }

  private static String counted(String x) {
    return "SUM(CASE WHEN " + x + " > 1.5 THEN 1 ELSE 0 END)";
  }

  private static String nested(String x, String form, int times) {
    String nested = x;
    for (int i = 0; i < times; i++) {
      nested = form.formatted(nested);
    }
    return nested;
  }

  private static final String HUGE = "10000000000000000000000000000000000000";

  private static List<String> conditions() {
    return List.of(
        one("1E-100") + " / " + one("1E250"),
        "SQRT(" + one("1E-200") + ") / 1E290",
        "d / 1E250",
        "d / " + one("1E300"),
        "-e / " + one("-1E200"),
        one("1E-310") + " / " + one("1E1"),
        "d * " + one("1E-300"),
        "EXP(-e) * EXP(-e) * EXP(-e)",
        "EXP(" + one("-690E0") + ") / 1E200",
        "1E0 / d / 1E140",
        "POWER(e, 2) * 1E-200",
        "POWER(e, -0.5)",
        "POWER(e, -0.9) / 1E200",
        "POWER(" + one("1E-310") + ", 3)",
        "POWER(" + one("1E-100") + ", 64)",
        "POWER(" + one("1E4") + ", -64)",
        "LN(" + one("1E-310") + ") / 1E299",
        "CAST(LOG2(LEAST(e, 1E0)) AS DECIMAL(3, 0))",
        "CAST(CBRT(d) AS INTEGER)",
        "CBRT(" + one("1E-310") + ") / 1E299",
        nested("CAST(age AS DECIMAL(5, 0))", "%s / " + HUGE, 9) + " + 0E0",
        nested("CAST(v AS DECIMAL(5, 0))", "%s / " + HUGE, 9) + " * 1E0",
        nested("CAST(age AS DECIMAL(5, 2))", "%s / 1000.5", 8) + " / 1E0",
        "n / 3.0 / 7.0",
        "age * 100.000000000000000001",
        "r * r * r * r * r * 1E-170",
        "CAST(-r * -r / 1E70 AS INTEGER)",
        "CAST(r * r / 1E70 AS INTEGER)",
        "-big",
        "ABS(big)",
        "big / -1",
        "MOD(big, -1)",
        "MOD(w, 7)",
        "ROUND(n, 15)",
        "TRUNCATE(f, 10)",
        "CEIL(f)",
        "FLOOR(n)",
        "CAST(n AS DECIMAL(38, 2))",
        "CAST(CASE WHEN v = 1 THEN 99999999999999999999999999999999999999 ELSE 1E0 END"
            + " AS DECIMAL(38, 0))",
        "CAST(n AS INTEGER)",
        "CAST(d / e AS INTEGER)",
        "CAST(n / f AS BIGINT)",
        "CAST(w / h AS SMALLINT)",
        "CAST(big / -1 AS INTEGER)",
        "CAST(" + one("1E300") + " / " + one("1E-100") + " AS BIGINT)");
  }

  private static List<String> sums() {
    List<String> sums = new ArrayList<>();
    for (String aggregate : List.of("SUM", "AVG", "MEDIAN")) {
      for (String x : List.of("n", "f", "n * 0.5", "ABS(n)")) {
        sums.add(aggregate + "(" + x + ")");
      }
    }
    sums.add("SUM(" + one("age * 100.000000000000000001") + ")");
    sums.add("SUM(CASE WHEN v = 1 THEN age * 100.000000000000000001 ELSE 0 END)");
    sums.add("SUM(age * 1.00000000000000000000000001)");
    sums.add("AVG(" + one("1E-100") + " / " + one("1E250") + ")");
    sums.add("SUM(d)");
    sums.add("AVG(d)");
    sums.add("SUM(d / 1E250)");
    sums.add("SUM(e / 1E299)");
    sums.add("SUM(r / 1E299)");
    sums.add("SUM(" + nested("CAST(age AS DECIMAL(5, 0))", "%s / " + HUGE, 9) + ")");
    return sums;
  }

  private static List<String> keys() {
    return List.of(
        "FLOOR(d / 1E250)",
        one("1E-100") + " / " + one("1E250"),
        "-big",
        "big / -1",
        "big + big",
        "age / 7");
  }

  /** Whether the database fails, for all of what is not refused. */
  private boolean fails(List<String> columns) {
    try {
      ask("SELECT " + String.join(", ", columns) + " FROM p");
      return false;
    } catch (RefusedException refused) {
      if (columns.size() == 1) {
        return refused.code() == RefusalCode.BACKEND;
      }
      int half = columns.size() / 2;
      // Both, so that each that is refused by itself is left out.
      boolean first = fails(columns.subList(0, half));
      return fails(columns.subList(half, columns.size())) || first;
    }
  }

  @Test
  void nobodysNumberMakesAConditionFail() {
    assertThat(fails(conditions().stream().map(TotalNumbersTest::counted).toList())).isFalse();
  }

  @Test
  void nobodysNumberMakesASumFail() {
    assertThat(fails(sums())).isFalse();
  }

  @Test
  void nobodysNumberMakesAGroupFail() {
    for (String key : keys()) {
      assertThat(ask("SELECT " + key + " AS k, COUNT(*) FROM p GROUP BY 1")).as(key).isNotEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT AVG(q) FROM (SELECT id, VAR_POP(big / 100000000) AS q FROM p GROUP BY id) t",
        "SELECT AVG(q) FROM (SELECT id, AVG(n) AS q FROM p GROUP BY id) t",
        "SELECT COUNT(*) FROM (SELECT id, SUM(h) AS q FROM p GROUP BY id) t WHERE q > 5"
      })
  void nobodysNumberMakesAnAggregateOfOnePersonFail(String sql) {
    assertThat(ask(sql)).hasSize(1);
  }

  /** Where the database divides integers as such, it does so with those beyond a BIGINT, too. */
  @Test
  void integersAreDividedAsIntegers() {
    String widened = " FROM (SELECT big * age AS m, big * big AS l, id FROM p WHERE v = 0) t";
    boolean whole = ask(fifths("age / 7") + " FROM p").equals(List.of("[5]"));
    String fifth = whole ? "5" : backend.product().equals("MariaDB") ? "5.6000" : "5.6";
    assertThat(ask("SELECT m / 50 AS k, COUNT(*)" + widened + " WHERE m > -100 GROUP BY m / 50"))
        .containsExactly("[" + fifth + ", 5]");
    assertThat(ask(fifths("m / 50") + widened)).containsExactly(whole ? "[5]" : "[0]");
    assertThat(ask(fifths("MOD(m, 50) - 25") + widened)).containsExactly("[5]");
    if (whole) {
      assertThat(ask(fifths("l / 9") + widened)).containsExactly("[5]");
      assertThat(ask(fifths("-(-l / 9)") + widened)).containsExactly("[5]");
      assertThat(ask(fifths("5 + l / 50") + widened)).containsExactly("[5]");
    }
  }

  private static String fifths(String x) {
    return "SELECT SUM(CASE WHEN " + x + " = 5 THEN 1 ELSE 0 END)";
  }
}
