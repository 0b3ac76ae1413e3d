package org.dpjdbc.run.sensitivity;

import static org.dpjdbc.run.sensitivity.Template.choice;
import static org.dpjdbc.run.sensitivity.Template.weigh;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/**
 * Relations over T whose rows are made within each unit: grouped by it, numbered or compared in
 * windows over it, united, intersected and subtracted. Each has the columns of T.
 */
final class UnitQueries {
  private UnitQueries() {}

  static Arbitrary<String> all() {
    return choice(weigh(5, grouped()), weigh(5, windowed()), weigh(3, combined()));
  }

  private static Arbitrary<String> grouped() {
    Expressions expressions = new Expressions(false);
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
            "(SELECT U, # FROM T WHERE # GROUP BY #)",
            Columns.listed(perUnit(exact, spread)),
            expressions.bool(0),
            withHaving(Arbitraries.of("U", "U", "U, T", "U, B"), having)),
        weigh(
            1,
            "(SELECT DISTINCT U, # FROM T WHERE #)",
            Columns.listed(Map.of()),
            expressions.bool(0)),
        weigh(2, "(SELECT U, # FROM T GROUP BY U, T#)", Columns.listed(perString(exact)), having));
  }

  private static Map<Columns, Arbitrary<String>> perUnit(
      Arbitrary<String> exact, Arbitrary<String> spread) {
    Arbitrary<String> extreme = Arbitraries.of("MIN(#)", "MAX(#)");
    Arbitrary<String> number = Arbitraries.of("SUM(#)", "AVG(#)", "MIN(#)", "MAX(#)", "COUNT(#)");
    Map<Columns, Arbitrary<String>> columns = new EnumMap<>(Columns.class);
    for (Columns column : Columns.values()) {
      Arbitrary<String> form =
          switch (column) {
            case I, K -> exact;
            case D -> spread;
            case L, R, W38 -> number;
            case N -> Arbitraries.of("SUM(#)", "AVG(#)", "MAX(#)");
            case S, C -> Arbitraries.just("MAX(#)");
            case DT -> Arbitraries.just("MIN(#)");
            case T, B, TS -> extreme;
          };
      columns.put(column, form.map(text -> text.replace("#", column.name())));
    }
    return columns;
  }

  private static Map<Columns, Arbitrary<String>> perString(Arbitrary<String> exact) {
    Map<Columns, Arbitrary<String>> columns = constants();
    columns.remove(Columns.T);
    columns.put(Columns.I, exact);
    columns.put(Columns.D, Arbitraries.just("SUM(D)"));
    columns.put(Columns.R, Arbitraries.just("MAX(R)"));
    columns.put(Columns.W38, Arbitraries.of("SUM(W38)", "MAX(W38)"));
    columns.put(Columns.K, Arbitraries.just("COUNT(*)"));
    columns.put(Columns.DT, Arbitraries.just("MAX(DT)"));
    columns.put(Columns.TS, Arbitraries.just("MAX(TS)"));
    return columns;
  }

  private static Map<Columns, Arbitrary<String>> constants() {
    Map<Columns, Arbitrary<String>> columns = new EnumMap<>(Columns.class);
    for (Columns column : Columns.values()) {
      String constant =
          switch (column) {
            case I, L, S, K -> "1";
            case D, R -> "0.5";
            case N, W38 -> "1.5";
            case T, C -> "'a'";
            case B -> "TRUE";
            case DT -> "DATE '2020-01-01'";
            case TS -> "TIMESTAMP '2020-01-01 00:00:00'";
          };
      columns.put(column, Arbitraries.just(constant));
    }
    return columns;
  }

  private static Arbitrary<String> withHaving(Arbitrary<String> keys, Arbitrary<String> having) {
    return Template.of("##", keys, having);
  }

  private static Arbitrary<String> windowed() {
    Expressions expressions = new Expressions(false);
    Arbitrary<String> partition = Arbitraries.of("U", "U", "U", "U, T", "B, U");
    Arbitrary<String> ordered =
        Arbitraries.of(" ORDER BY DT", " ORDER BY I DESC", " ORDER BY T, D", " ORDER BY B");
    Arbitrary<String> order = choice(weigh(1, Arbitraries.just("")), weigh(4, ordered));
    Arbitrary<String> frame =
        Arbitraries.of(
            " ORDER BY DT",
            " ORDER BY I ROWS BETWEEN 1 PRECEDING AND CURRENT ROW",
            " ORDER BY D ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING",
            " ORDER BY T ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING",
            " ORDER BY B RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING");
    Arbitrary<String> rank =
        choice(
            weigh(1, "ROW_NUMBER() OVER (PARTITION BY ##)", partition, order),
            weigh(
                2,
                "# OVER (PARTITION BY ##)",
                Arbitraries.of("RANK()", "DENSE_RANK()"),
                partition,
                ordered));
    Arbitrary<String> step =
        Arbitraries.of("LAG(I)", "LEAD(I)", "LAG(I, 2)", "FIRST_VALUE(I)", "LEAD(I, 0)");
    Arbitrary<String> sum = Arbitraries.of("SUM(#)", "AVG(#)", "MIN(#)", "MAX(#)", "COUNT(#)");
    Arbitrary<String> over = Template.of("PARTITION BY ##", partition, order);
    Arbitrary<String> framed = Template.of("PARTITION BY ##", partition, frame);
    Map<Columns, Arbitrary<String>> columns = new EnumMap<>(Columns.class);
    columns.put(Columns.I, Template.of("# OVER (#)", step, over));
    columns.put(Columns.K, rank);
    columns.put(Columns.T, Template.of("FIRST_VALUE(T) OVER (#)", over));
    for (Columns summed : List.of(Columns.L, Columns.D, Columns.W38)) {
      Arbitrary<String> function = sum.map(s -> s.replace("#", summed.name()));
      columns.put(summed, Template.of("# OVER (#)", function, framed));
    }
    Arbitrary<String> inner =
        Template.of("SELECT U, # FROM T WHERE #", Columns.listed(columns), expressions.bool(0));
    return choice(
        weigh(2, "(#)", inner),
        weigh(
            2,
            "(SELECT * FROM (#) AS W WHERE K #)",
            inner,
            Arbitraries.of("= 1", "<= 2", "< 3", "BETWEEN 2 AND 3", "IN (1, 3)", "> 1")),
        weigh(2, "(SELECT * FROM T QUALIFY # #)", rank, Arbitraries.of("= 1", "<= 2")));
  }

  private static Arbitrary<String> combined() {
    Expressions expressions = new Expressions(false);
    Arbitrary<String> bool = expressions.bool(0);
    Arbitrary<String> same = Columns.listed(Map.of());
    Map<Columns, Arbitrary<String>> withString = constants();
    withString.remove(Columns.T);
    return choice(
        weigh(
            3,
            "(SELECT U, # FROM T WHERE # # SELECT U, # FROM T WHERE #)",
            same,
            bool,
            Arbitraries.of("UNION", "UNION ALL", "INTERSECT", "EXCEPT"),
            same,
            bool),
        weigh(
            2,
            "(SELECT U, # FROM (SELECT U, T FROM T WHERE # # SELECT U, T FROM T WHERE #) AS X)",
            Columns.listed(withString),
            bool,
            Arbitraries.of("UNION", "INTERSECT", "EXCEPT"),
            bool));
  }
}
