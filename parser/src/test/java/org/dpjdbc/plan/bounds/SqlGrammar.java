package org.dpjdbc.plan.bounds;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Random expressions in SQL that both Calcite and H2 read.
 *
 * @param floating whether floating-point columns and functions appear
 * @param decimalDivision whether quotients with a fraction and the widest decimals appear
 */
record SqlGrammar(boolean floating, boolean decimalDivision) {

  Arbitrary<String> any(int depth) {
    return Arbitraries.frequencyOf(
        Tuple.of(5, number(depth)),
        Tuple.of(3, bool(depth)),
        Tuple.of(1, text(depth)),
        Tuple.of(1, date(depth)),
        Tuple.of(1, timestamp(depth)));
  }

  Arbitrary<String> number(int depth) {
    Arbitrary<String> leaf =
        Arbitraries.oneOf(integerColumn(), decimalColumn(), floatingColumn(), literal());
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<String> a = number(depth - 1);
    Arbitrary<String> i = integer(depth - 1);
    List<Arbitrary<String>> all = new ArrayList<>();
    all.add(leaf);
    all.add(integer(depth));
    all.add(two(a, a, "(%s + %s)"));
    all.add(two(a, a, "(%s - %s)"));
    all.add(two(a, a, "(%s * %s)"));
    all.add(decimalDivision ? two(a, a, "(%s / %s)") : two(i, i, "(%s / %s)"));
    all.add(one(a, "(- %s)"));
    all.add(one(a, "ABS(%s)"));
    all.add(one(a, "ROUND(%s, 1)"));
    all.add(one(a, "TRUNCATE(%s, 0)"));
    all.add(one(a, "FLOOR(%s)"));
    all.add(one(a, "CEIL(%s)"));
    all.add(one(a, "COALESCE(%s, 0)"));
    all.add(two(a, a, "NULLIF(%s, %s)"));
    all.add(two(a, a, "GREATEST(%s, %s)"));
    all.add(two(a, a, "LEAST(%s, %s)"));
    all.add(three(bool(depth - 1), a, a, "CASE WHEN %s THEN %s ELSE %s END"));
    all.add(two(bool(depth - 1), a, "CASE WHEN %s THEN %s END"));
    all.add(
        two(
            // Calcite and databases round a constant that is cast in different ways.
            floating ? a : Arbitraries.oneOf(i, decimalColumn()),
            decimalDivision
                ? Arbitraries.of("BIGINT", "INTEGER", "DECIMAL(12, 3)", "DECIMAL(38, 0)")
                : Arbitraries.of("BIGINT", "INTEGER", "DECIMAL(12, 3)"),
            "CAST(%s AS %s)"));
    if (decimalDivision) {
      all.add(two(a, a, "MOD(%s, %s)"));
    }
    if (floating) {
      all.add(one(a, "CAST(%s AS DOUBLE PRECISION)"));
      all.add(one(a, "SQRT(%s)"));
      all.add(one(a, "EXP(%s)"));
      all.add(one(a, "LN(%s)"));
      all.add(one(a, "LOG10(%s)"));
      all.add(two(a, Arbitraries.of("2", "3", "-1", "0.5", "1.5", "-2"), "POWER(%s, %s)"));
    }
    return Arbitraries.oneOf(all);
  }

  /** What is computed in decimals without losing a digit. */
  Arbitrary<String> decimal(int depth) {
    Arbitrary<String> leaf =
        Arbitraries.frequencyOf(
            Tuple.of(4, Arbitraries.of("N", "N", "M")),
            Tuple.of(1, Arbitraries.of("TI", "SI", "I")),
            Tuple.of(1, Arbitraries.of("1", "-1", "100", "0.5", "7.25")));
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<String> a = decimal(depth - 1);
    return Arbitraries.oneOf(
        two(a, a, "(%s + %s)"),
        two(a, a, "(%s - %s)"),
        two(a, a, "(%s * %s)"),
        one(a, "(- %s)"),
        one(a, "CAST(%s AS DECIMAL(38, 10))"),
        three(bool(1), a, a, "CASE WHEN %s THEN %s ELSE %s END"),
        two(bool(1), a, "CASE WHEN %s THEN %s END"));
  }

  Arbitrary<String> integer(int depth) {
    if (depth == 0) {
      return Arbitraries.oneOf(integerColumn(), Arbitraries.of("0", "1", "-3", "10", "2147483647"));
    }
    Arbitrary<String> i = integer(depth - 1);
    return Arbitraries.oneOf(
        integerColumn(),
        two(i, i, "(%s + %s)"),
        two(i, i, "(%s * %s)"),
        two(i, i, "(%s / %s)"),
        two(i, i, "MOD(%s, %s)"),
        one(i, "(- %s)"),
        one(i, "ROUND(%s, -2)"),
        one(decimalDivision ? number(depth - 1) : i, "SIGN(%s)"),
        one(text(depth - 1), "CHAR_LENGTH(%s)"),
        two(
            Arbitraries.of("YEAR", "QUARTER", "MONTH", "DAY", "DOY"),
            date(depth - 1),
            "EXTRACT(%s FROM %s)"),
        two(
            Arbitraries.of("YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND"),
            timestamp(depth - 1),
            "EXTRACT(%s FROM %s)"),
        three(
            Arbitraries.of("YEAR", "QUARTER", "MONTH", "DAY"),
            date(depth - 1),
            date(depth - 1),
            "TIMESTAMPDIFF(%s, %s, %s)"),
        three(
            Arbitraries.of("HOUR", "MINUTE", "SECOND", "DAY"),
            timestamp(depth - 1),
            timestamp(depth - 1),
            "TIMESTAMPDIFF(%s, %s, %s)"));
  }

  private Arbitrary<String> integerColumn() {
    return Arbitraries.of("TI", "SI", "I", "J", "BI", "BJ");
  }

  private Arbitrary<String> decimalColumn() {
    // Quotients and maxima of the widest decimals lose digits in ways of each type system's own.
    return decimalDivision ? Arbitraries.of("N", "M", "Q") : Arbitraries.of("N", "M");
  }

  private Arbitrary<String> floatingColumn() {
    return floating ? Arbitraries.of("R", "D", "E", "F") : integerColumn();
  }

  private Arbitrary<String> literal() {
    return floating
        ? Arbitraries.of("0", "1", "-1", "10", "100", "0.5", "7.25", "2.5E0", "1E3")
        : Arbitraries.of("0", "1", "-1", "10", "100", "0.5", "7.25");
  }

  Arbitrary<String> bool(int depth) {
    if (depth == 0) {
      return Arbitraries.oneOf(
          Arbitraries.of("B", "TRUE", "(I > 60)", "(I BETWEEN 20 AND 60)", "(S = 'a')"),
          two(
              integerColumn(),
              Arbitraries.of("= 0", "<> 0", "> 1", "<= 10", "IN (1, 10, 60)", "IS NULL"),
              "(%s %s)"));
    }
    Arbitrary<String> b = bool(depth - 1);
    Arbitrary<String> n = number(depth - 1);
    Arbitrary<String> operator = Arbitraries.of("=", "<>", "<", "<=", ">", ">=");
    return Arbitraries.oneOf(
        three(n, operator, n, "(%s %s %s)"),
        three(text(depth - 1), operator, text(depth - 1), "(%s %s %s)"),
        three(date(depth - 1), operator, date(depth - 1), "(%s %s %s)"),
        three(date(depth - 1), operator, timestamp(depth - 1), "(%s %s %s)"),
        two(b, b, "(%s AND %s)"),
        two(b, b, "(%s OR %s)"),
        one(b, "(NOT %s)"),
        one(b, "(%s IS TRUE)"),
        one(b, "(%s IS NOT FALSE)"),
        one(n, "(%s IS NOT NULL)"),
        two(n, n, "(%s IS DISTINCT FROM %s)"),
        three(n, n, n, "(%s BETWEEN %s AND %s)"),
        one(n, "(%s IN (1, 2.5, 60))"),
        two(
            text(depth - 1),
            Arbitraries.of("'a%'", "'%x'", "'%a%'", "'_b%'", "'%'", "''", "'a!%%' ESCAPE '!'"),
            "(%s LIKE %s)"));
  }

  Arbitrary<String> text(int depth) {
    Arbitrary<String> leaf = Arbitraries.of("S", "C", "'a'", "'xyz'", "''");
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<String> s = text(depth - 1);
    return Arbitraries.oneOf(
        leaf,
        one(s, "UPPER(%s)"),
        one(s, "LOWER(%s)"),
        one(s, "TRIM(%s)"),
        one(s, "TRIM(LEADING 'x' FROM %s)"),
        one(s, "SUBSTRING(%s FROM 2 FOR 3)"),
        two(s, s, "(%s || %s)"),
        three(bool(depth - 1), s, s, "CASE WHEN %s THEN %s ELSE %s END"),
        one(integer(depth - 1), "CAST(%s AS VARCHAR(50))"),
        one(s, "CAST(%s AS VARCHAR(2))"));
  }

  Arbitrary<String> date(int depth) {
    Arbitrary<String> leaf = Arbitraries.of("DT", "DU", "DATE '1999-12-31'");
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<String> d = date(depth - 1);
    return Arbitraries.oneOf(
        leaf,
        two(
            d,
            Arbitraries.of("INTERVAL '3' DAY", "INTERVAL '14' MONTH", "INTERVAL '2' YEAR"),
            "(%s + %s)"),
        two(d, Arbitraries.of("INTERVAL '40' DAY", "INTERVAL '1' MONTH"), "(%s - %s)"),
        one(timestamp(depth - 1), "CAST(%s AS DATE)"),
        one(d, "FLOOR(%s TO MONTH)"),
        one(d, "FLOOR(%s TO WEEK)"),
        one(d, "CEIL(%s TO QUARTER)"),
        two(d, d, "COALESCE(%s, %s)"));
  }

  Arbitrary<String> timestamp(int depth) {
    Arbitrary<String> leaf = Arbitraries.of("TS", "TU", "TIMESTAMP '2021-03-04 05:06:07'");
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<String> t = timestamp(depth - 1);
    return Arbitraries.oneOf(
        leaf,
        two(
            t,
            Arbitraries.of("INTERVAL '3' DAY", "INTERVAL '5' HOUR", "INTERVAL '1' MONTH"),
            "(%s + %s)"),
        two(t, Arbitraries.of("INTERVAL '90' MINUTE", "INTERVAL '1' YEAR"), "(%s - %s)"),
        one(date(depth - 1), "CAST(%s AS TIMESTAMP(6))"),
        one(t, "FLOOR(%s TO HOUR)"),
        one(t, "CEIL(%s TO DAY)"));
  }

  private static Arbitrary<String> one(Arbitrary<String> a, String form) {
    return a.map(form::formatted);
  }

  private static Arbitrary<String> two(Arbitrary<String> a, Arbitrary<String> b, String form) {
    return Combinators.combine(a, b).as((x, y) -> form.formatted(x, y));
  }

  private static Arbitrary<String> three(
      Arbitrary<String> a, Arbitrary<String> b, Arbitrary<String> c, String form) {
    return Combinators.combine(a, b, c).as((x, y, z) -> form.formatted(x, y, z));
  }
}
