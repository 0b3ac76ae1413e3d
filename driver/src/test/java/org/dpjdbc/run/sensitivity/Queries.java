package org.dpjdbc.run.sensitivity;

import static org.dpjdbc.run.sensitivity.Template.choice;
import static org.dpjdbc.run.sensitivity.Template.weigh;

import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import org.dpjdbc.run.hostile.ValueKind;

/**
 * Queries of the accepted grammar over one private table T and one public table P. Every shape that
 * the planner accepts below its frontier has a place here.
 */
final class Queries {
  private static final int DEPTH = 2;

  /** Columns beside others of a like type. */
  private static final Map<Columns, Arbitrary<String>> SWAPPED =
      Map.of(
          Columns.I, Arbitraries.just("K"),
          Columns.K, Arbitraries.just("I"),
          Columns.D, Arbitraries.just("R"),
          Columns.R, Arbitraries.just("D"),
          Columns.T, Arbitraries.just("C"),
          Columns.C, Arbitraries.just("T"));

  /** Keys that are listed where their columns have bounds, which some rows are beyond. */
  private static final List<String> OF_RANGES =
      List.of(
          "FLOOR(I / 3)",
          "3 * (I / 3)",
          "I - MOD(I, 4)",
          "-I",
          "I + K",
          "CAST(L AS SMALLINT)",
          "CAST(I AS DOUBLE PRECISION)",
          "FLOOR(D)",
          "0 - FLOOR(D * 2)",
          "CAST(D AS INTEGER)",
          "FLOOR(N / 10)",
          "CAST(W38 AS INTEGER)",
          "COALESCE(K, 3)",
          "DATE_TRUNC('month', DT)",
          "FLOOR(TS TO YEAR)",
          "CAST(TS AS DATE)");

  /** Keys of one column, of which only some combinations can occur. */
  private static final List<String> RELATED =
      List.of(
          "I, FLOOR(I / 3)",
          "FLOOR(I / 3), CASE WHEN I < 2 THEN 'low' WHEN I > 6 THEN 'high' END",
          "CASE WHEN I = 1 THEN 1 ELSE 0 END, CASE WHEN I > 0 THEN 'some' ELSE 'none' END",
          "CASE WHEN L > 9223372036854775806 THEN 1 ELSE 0 END, CASE WHEN L < 5 THEN 1 END",
          "CASE WHEN N >= 99.99 THEN 1 ELSE 0 END, N < 123456789.125, N IS NULL",
          "CASE WHEN D > 1e300 THEN 1 WHEN D > 0.5 THEN 2 ELSE 3 END, D < 0",
          "CASE WHEN R > 0.1 THEN 1 ELSE 0 END, R < -1e30, R = 2.5",
          "C, CASE WHEN C = 'a' THEN 1 ELSE 0 END",
          "CASE WHEN C = 'a' THEN 1 ELSE 0 END, CASE WHEN C <> 'A' THEN 'x' ELSE 'y' END",
          "C, COALESCE(C, 'none'), B",
          "T, UPPER(T)",
          "T = 'a', UPPER(T)",
          "T = 'a', T IS NULL, T <> 'a '",
          "B, CASE WHEN B THEN 1 ELSE 0 END, I",
          "EXTRACT(YEAR FROM DT), EXTRACT(MONTH FROM DT)",
          "EXTRACT(QUARTER FROM TS), EXTRACT(MONTH FROM TS)",
          "DATE_TRUNC('month', DT), EXTRACT(YEAR FROM DT)",
          "EXTRACT(HOUR FROM TS), EXTRACT(ISODOW FROM TS)",
          "DT < DATE '2000-01-01', EXTRACT(YEAR FROM DT)");

  /** The same beside the columns of P. */
  private static final List<String> LOOKED_UP =
      List.of("G, UPPER(G)", "PK, PK + 1", "K, G", "K, PK, W", "G, W, W > 0", "F, G IS NULL");

  private Queries() {}

  static Arbitrary<String> all() {
    return choice(weigh(3, alone()), weigh(2, joined()));
  }

  /** Queries over a relation that has the columns of T. */
  static Arbitrary<String> over(Arbitrary<String> relation) {
    return body(new Expressions(false), Template.of("# AS V", relation));
  }

  /** Queries over rows that meet a set of rows which is released first. */
  static Arbitrary<String> ofSets() {
    Expressions expressions = new Expressions(false);
    Arbitrary<String> set =
        Arbitraries.of("C", "T", "K", "B", "DT", "I + 1")
            .map(k -> "(SELECT " + k + " AS SK, COUNT(*) AS SN FROM T GROUP BY " + k + ") AS SV");
    Arbitrary<String> from =
        choice(
            weigh(
                2,
                "T # JOIN # ON # = SK AND SN > #",
                Arbitraries.of("", "LEFT"),
                set,
                Arbitraries.of("C", "T", "K"),
                Arbitraries.of("0", "I", "K - 3")),
            weigh(
                1,
                "(SELECT * FROM T WHERE # # (SELECT # FROM T GROUP BY 1 ORDER BY COUNT(*) DESC"
                    + " LIMIT 3)) AS V",
                Arbitraries.of("C", "T", "K", "I"),
                Arbitraries.of("IN", "NOT IN"),
                Arbitraries.of("C", "T", "K", "I")));
    return body(expressions, from);
  }

  private static Arbitrary<String> alone() {
    Expressions expressions = new Expressions(false);
    Arbitrary<String> condition = expressions.bool(1);
    Arbitrary<String> number = expressions.number(1);
    Arbitrary<String> from =
        choice(
            weigh(8, Arbitraries.just("T")),
            weigh(2, "(SELECT * FROM T WHERE #) AS V", condition),
            weigh(3, "(SELECT * FROM T UNION ALL SELECT * FROM T WHERE #) AS V", condition),
            weigh(
                1,
                "(SELECT * FROM T WHERE # UNION ALL SELECT * FROM T UNION ALL SELECT * FROM T) V",
                condition),
            weigh(
                2,
                "(SELECT # FROM T) AS V",
                Columns.listed(
                    Map.of(
                        Columns.I,
                        number,
                        Columns.D,
                        expressions.number(2),
                        Columns.B,
                        condition))),
            weigh(
                1,
                "(SELECT # FROM T WHERE # UNION ALL SELECT # FROM T) AS V",
                Columns.listed(Map.of()),
                condition,
                Columns.listed(SWAPPED)));
    return choice(
        weigh(8, body(expressions, from)),
        weigh(2, over(UnitQueries.all())),
        weigh(
            1,
            "WITH V AS (SELECT * FROM T WHERE #) #",
            condition,
            body(expressions, Arbitraries.just("V"))));
  }

  private static Arbitrary<String> joined() {
    Expressions expressions = new Expressions(true);
    Arbitrary<String> condition = expressions.bool(0);
    Arbitrary<String> from =
        choice(
            weigh(3, Arbitraries.just("T JOIN P ON K = PK")),
            weigh(3, Arbitraries.just("T LEFT JOIN P ON K = PK")),
            weigh(1, Arbitraries.just("P RIGHT JOIN T ON PK = K")),
            weigh(1, Arbitraries.just("P JOIN T ON PK = K")),
            weigh(1, Arbitraries.just("T CROSS JOIN P")),
            weigh(1, Arbitraries.just("T JOIN P ON K < PK")),
            weigh(1, Arbitraries.just("T LEFT JOIN P ON T = G")),
            weigh(1, "T # JOIN P ON K = PK AND #", Arbitraries.of("", "LEFT"), condition),
            weigh(
                1,
                "T # JOIN (SELECT * FROM P WHERE W > 0) AS Q ON K = PK",
                Arbitraries.of("", "LEFT")),
            weigh(
                1,
                "T # JOIN (SELECT PK, MAX(W) AS W, MIN(G) AS G, TRUE AS F FROM P GROUP BY PK) AS Q"
                    + " ON K = PK",
                Arbitraries.of("", "LEFT")),
            weigh(
                1,
                "(SELECT * FROM T WHERE # UNION ALL SELECT * FROM T) AS V LEFT JOIN P ON K = PK",
                new Expressions(false).bool(0)),
            weigh(
                1,
                Arbitraries.just(
                    "T JOIN P ON K = PK LEFT JOIN (SELECT PK AS PK2, G AS G2 FROM P) AS Q ON I ="
                        + " PK2")));
    return body(expressions, from);
  }

  private static Arbitrary<String> body(Expressions expressions, Arbitrary<String> from) {
    Arbitrary<String> condition = expressions.bool(DEPTH);
    Arbitrary<String> where =
        choice(
            weigh(5, Arbitraries.just("")),
            weigh(3, " WHERE #", condition),
            weigh(1, " WHERE K # (SELECT PK FROM P WHERE W > 0)", Arbitraries.of("IN", "NOT IN")),
            weigh(
                1,
                " WHERE # EXISTS (SELECT 1 FROM P AS E WHERE E.PK = K AND E.W >= 10)",
                Arbitraries.of("", "NOT")),
            weigh(
                1,
                " WHERE # # (SELECT # FROM T#)",
                Arbitraries.of("I", "L", "S", "N", "D"),
                Arbitraries.of(">", "<=", "<>"),
                Arbitraries.of(
                    "AVG(I)", "COUNT(*)", "SUM(L)", "AVG(D) * 2", "AVG(N)", "STDDEV_POP(S) - 1"),
                Arbitraries.of("", " WHERE B", " HAVING COUNT(*) > 1")));
    Arbitrary<String> aggregates = aggregates(expressions);
    Arbitrary<String> keys = keys(expressions);
    return choice(
        weigh(3, "SELECT # FROM ##", aggregates, from, where),
        weigh(6, "SELECT #, COUNT(*) FROM ## GROUP BY #", aggregates, from, where, keys),
        weigh(
            2,
            "SELECT /*+ DP(weights='N = #', noise=#) */ #, COUNT(*) AS N FROM ## GROUP BY #",
            Arbitraries.of("0.01", "0.3", "7", "100"),
            Arbitraries.of("laplace", "gaussian", "best"),
            aggregates,
            from,
            where,
            keys),
        weigh(
            1,
            "SELECT /*+ DP(group_selection_strategy=LAPLACE_THRESHOLD) */ #, COUNT(*) FROM ## GROUP"
                + " BY #",
            aggregates,
            from,
            where,
            keys),
        weigh(
            2,
            "SELECT #, COUNT(*) FROM ## GROUP BY # (#)",
            aggregates,
            from,
            where,
            Arbitraries.of("ROLLUP", "CUBE"),
            keys),
        // levels that add up
        weigh(
            3,
            "SELECT #, COUNT(*) FROM ## GROUP BY # (#)",
            aggregates,
            from,
            where,
            Arbitraries.of("ROLLUP", "CUBE"),
            Arbitraries.of(wholeKeys(expressions))),
        weigh(
            1,
            "SELECT #, COUNT(*) FROM ## GROUP BY GROUPING SETS ((#), (#), ())",
            aggregates,
            from,
            where,
            keys,
            keys),
        weigh(1, "SELECT DISTINCT # FROM ##", keys, from, where),
        weigh(
            1,
            "SELECT # GROUP BY 1 ORDER BY # LIMIT 2",
            choice(weigh(1, "# FROM ##", Arbitraries.of(publicKeys(expressions)), from, where)),
            choice(
                weigh(2, Arbitraries.of("COUNT(*) DESC", "COUNT(I)", "COUNT(N) DESC")),
                weigh(1, "SUM(#) DESC", expressions.number(1)))));
  }

  private static Arbitrary<String> aggregates(Expressions expressions) {
    Arbitrary<String> filter =
        choice(weigh(4, Arbitraries.just("")), weigh(1, " FILTER (WHERE #)", expressions.bool(1)));
    Arbitrary<String> number =
        choice(weigh(1, expressions.number(0)), weigh(2, expressions.number(DEPTH)));
    Arbitrary<String> any =
        choice(weigh(2, number), weigh(1, expressions.text(1)), weigh(1, expressions.date(1)));
    Arbitrary<String> one =
        choice(
            weigh(2, "COUNT(*)#", filter),
            weigh(2, "COUNT(#)#", any, filter),
            weigh(1, "COUNT(DISTINCT U)#", filter),
            weigh(2, "COUNT(DISTINCT #)#", any, filter),
            weigh(2, "#(DISTINCT #)#", Arbitraries.of("SUM", "AVG", "VAR_POP"), number, filter),
            weigh(5, "SUM(#)#", number, filter),
            weigh(5, "AVG(#)#", number, filter),
            weigh(
                2,
                "#(#, contribution_bounds_per_group => (#))#, COUNT(*)",
                Arbitraries.of("SUM", "AVG", "COUNT"),
                number,
                Arbitraries.of("0, 3", "-2.5, 1", "1, 1000000"),
                filter),
            weigh(
                3,
                "SUM(CASE WHEN # THEN 1 ELSE 0 END), COUNT(*) FILTER (WHERE #), #(#)",
                expressions.bool(1),
                expressions.bool(0),
                Arbitraries.of("AVG", "COUNT", "VAR_POP"),
                number),
            weigh(
                3,
                "#(#)#",
                Arbitraries.of("VAR_POP", "VAR_SAMP", "STDDEV_POP", "STDDEV_SAMP"),
                number,
                filter),
            weigh(3, "#(#)#", Arbitraries.of("MIN", "MAX", "MEDIAN"), number, filter),
            weigh(1, "MIN(#)#", expressions.date(1), filter),
            weigh(
                2,
                "MODE(#)#",
                choice(
                    weigh(4, Arbitraries.of("T", "C", "B", "I", "K", "L")),
                    weigh(1, expressions.text(1)),
                    weigh(1, expressions.bool(1)),
                    weigh(1, expressions.number(1))),
                filter),
            weigh(
                1,
                "QUANTILE(#, 0.25), QUANTILE(#, 0.9)#",
                number,
                choice(weigh(2, number), weigh(1, expressions.date(1))),
                filter),
            weigh(
                3,
                "#(#, #)#",
                Arbitraries.of("CORR", "COVAR_SAMP", "REGR_SLOPE", "REGR_SXX", "REGR_AVGX"),
                number,
                number,
                filter));
    return choice(weigh(3, one), weigh(1, "#, #", one, one));
  }

  /** Keys of which each row has a listed value, but for those beyond their bounds. */
  private static List<String> wholeKeys(Expressions expressions) {
    return expressions.joined()
        ? List.of("I", "I > 3", "B IS NULL", "W", "G", "G, F", "PK")
        : List.of("I", "I > 3", "B IS NULL", "I > 3, B IS NULL");
  }

  private static List<String> publicKeys(Expressions expressions) {
    return expressions.joined() ? List.of("B", "W", "G", "PK") : List.of("B");
  }

  private static Arbitrary<String> keys(Expressions expressions) {
    Arbitrary<String> own =
        choice(
            weigh(4, Arbitraries.of("T", "C", "B", "I", "K")),
            weigh(1, Arbitraries.of("D", "R", "N", "DT", "TS", "L")),
            weigh(2, expressions.text(DEPTH)),
            weigh(2, expressions.bool(1)),
            weigh(1, "EXTRACT(YEAR FROM #)", expressions.date(1)),
            weigh(2, Arbitraries.of(OF_RANGES)),
            weigh(1, expressions.number(1)),
            weigh(1, Expressions.hostile(ValueKind.NUMBER)));
    Arbitrary<String> key = own;
    if (expressions.joined()) {
      key = choice(weigh(2, own), weigh(3, Arbitraries.of("G", "F", "PK", "W")));
    }
    Arbitrary<String> related =
        expressions.joined()
            ? choice(weigh(1, Arbitraries.of(RELATED)), weigh(2, Arbitraries.of(LOOKED_UP)))
            : Arbitraries.of(RELATED);
    return choice(weigh(6, key), weigh(3, "#, #", key, key), weigh(2, related));
  }
}
