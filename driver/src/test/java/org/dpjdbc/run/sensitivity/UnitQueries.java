package org.dpjdbc.run.sensitivity;

import static org.dpjdbc.run.sensitivity.Template.choice;
import static org.dpjdbc.run.sensitivity.Template.weigh;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/**
 * Relations over T whose rows are made within each unit: grouped by it, numbered or compared in
 * windows over it, united, intersected and subtracted. Each has the columns of T.
 */
final class UnitQueries {
  private static final String COLUMNS = "I, L, S, D, R, N, T, C, B, K, DT, TS";

  private UnitQueries() {}

  static Arbitrary<String> all() {
    return choice(weigh(5, grouped()), weigh(5, windowed()), weigh(3, combined()));
  }

  private static Arbitrary<String> grouped() {
    Expressions expressions = new Expressions(false);
    Arbitrary<String> aggregate = Arbitraries.of("MIN", "MAX");
    Arbitrary<String> number = Arbitraries.of("SUM", "AVG", "MIN", "MAX", "COUNT");
    Arbitrary<String> exact =
        Arbitraries.of(
            "COUNT(*)",
            "LEAST(COUNT(*), 3)",
            "COUNT(DISTINCT T)",
            "COUNT(*) FILTER (WHERE B)",
            "LEAST(SUM(I), 10)",
            "SUM(I) FILTER (WHERE I > 0)",
            "MAX(I)");
    Arbitrary<String> spread = Arbitraries.of("VAR_POP(I)", "STDDEV_SAMP(D)", "AVG(D)", "SUM(D)");
    Arbitrary<String> having =
        choice(
            weigh(3, Arbitraries.just("")),
            weigh(1, Arbitraries.just(" HAVING COUNT(*) > 1")),
            weigh(1, Arbitraries.just(" HAVING COUNT(*) BETWEEN 1 AND 3 AND MIN(I) > 0")));
    return choice(
        weigh(
            4,
            "(SELECT U, # AS I, #(L) AS L, MAX(S) AS S, # AS D, #(R) AS R, #(N) AS N, #(T) AS T,"
                + " MAX(C) AS C, #(B) AS B, # AS K, MIN(DT) AS DT, #(TS) AS TS FROM T WHERE # GROUP"
                + " BY #)",
            exact,
            number,
            spread,
            number,
            Arbitraries.of("SUM", "AVG", "MAX"),
            aggregate,
            aggregate,
            exact,
            aggregate,
            expressions.truth(0),
            withHaving(Arbitraries.of("U", "U", "U, T", "U, B"), having)),
        weigh(
            1,
            "(SELECT DISTINCT U, I, L, S, D, R, N, T, C, B, K, DT, TS FROM T WHERE #)",
            expressions.truth(0)),
        weigh(
            2,
            "(SELECT U, T, # AS I, 1 AS L, 1 AS S, SUM(D) AS D, MAX(R) AS R, 1.5 AS N, 'a' AS C,"
                + " TRUE AS B, COUNT(*) AS K, MAX(DT) AS DT, MAX(TS) AS TS FROM T GROUP BY U, T#)",
            exact,
            having));
  }

  private static Arbitrary<String> withHaving(Arbitrary<String> keys, Arbitrary<String> having) {
    return Template.of("##", keys, having);
  }

  private static Arbitrary<String> windowed() {
    Expressions expressions = new Expressions(false);
    Arbitrary<String> partition = Arbitraries.of("U", "U", "U", "U, T", "B, U");
    Arbitrary<String> order =
        Arbitraries.of("", " ORDER BY DT", " ORDER BY I DESC", " ORDER BY T, D", " ORDER BY B");
    Arbitrary<String> frame =
        Arbitraries.of(
            " ORDER BY DT",
            " ORDER BY I ROWS BETWEEN 1 PRECEDING AND CURRENT ROW",
            " ORDER BY D ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING",
            " ORDER BY T ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING",
            " ORDER BY B RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING");
    Arbitrary<String> rank = Arbitraries.of("ROW_NUMBER()", "RANK()", "DENSE_RANK()");
    Arbitrary<String> step =
        Arbitraries.of("LAG(I)", "LEAD(I)", "LAG(I, 2)", "FIRST_VALUE(I)", "LEAD(I, 0)");
    Arbitrary<String> sum = Arbitraries.of("SUM(#)", "AVG(#)", "MIN(#)", "MAX(#)", "COUNT(#)");
    Arbitrary<String> inner =
        Template.of(
            "SELECT U, # OVER (PARTITION BY ##) AS I, # OVER (PARTITION BY ##) AS L, S, # OVER"
                + " (PARTITION BY ##) AS D, R, N, FIRST_VALUE(T) OVER (PARTITION BY ##) AS T, C, B,"
                + " # OVER (PARTITION BY ##) AS K, DT, TS FROM T WHERE #",
            step,
            partition,
            order,
            sum.map(s -> s.replace("#", "L")),
            partition,
            frame,
            sum.map(s -> s.replace("#", "D")),
            partition,
            frame,
            partition,
            order,
            rank,
            partition,
            order,
            expressions.truth(0));
    return choice(
        weigh(2, "(#)", inner),
        weigh(
            2,
            "(SELECT * FROM (#) AS W WHERE K #)",
            inner,
            Arbitraries.of("= 1", "<= 2", "< 3", "BETWEEN 2 AND 3", "IN (1, 3)", "> 1")),
        weigh(
            2,
            "(SELECT * FROM T QUALIFY # OVER (PARTITION BY ##) #)",
            rank,
            partition,
            order,
            Arbitraries.of("= 1", "<= 2")));
  }

  private static Arbitrary<String> combined() {
    Expressions expressions = new Expressions(false);
    Arbitrary<String> truth = expressions.truth(0);
    return choice(
        weigh(
            3,
            "(SELECT U, " + COLUMNS + " FROM T WHERE # # SELECT U, " + COLUMNS + " FROM T WHERE #)",
            truth,
            Arbitraries.of("UNION", "UNION ALL", "INTERSECT", "EXCEPT"),
            truth),
        weigh(
            2,
            "(SELECT U, T, 1 AS I, 2 AS L, 3 AS S, 0.5 AS D, 0.5 AS R, 1.5 AS N, 'a' AS C, TRUE AS"
                + " B, 1 AS K, DATE '2020-01-01' AS DT, TIMESTAMP '2020-01-01 00:00:00' AS TS FROM"
                + " (SELECT U, T FROM T WHERE # # SELECT U, T FROM T WHERE #) AS X)",
            truth,
            Arbitraries.of("UNION", "INTERSECT", "EXCEPT"),
            truth));
  }
}
