package org.dpjdbc.run.finish;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** SQL expressions over the columns of {@link World}'s table R, by the family of their type. */
final class RandomExpressions {
  private RandomExpressions() {}

  /** An expression of any family. */
  static Arbitrary<String> any(int depth) {
    return Arbitraries.oneOf(List.of(number(depth), bool(depth), text(depth)));
  }

  private static Arbitrary<String> number(int depth) {
    Arbitrary<String> leaf =
        Arbitraries.of(
            "id", "i", "n", "s", "d", "0", "1", "7", "-3", "2.5e0", "0.01", "1e0", "NULLIF(i, 0)");
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<String> below = Arbitraries.lazy(() -> number(depth - 1));
    return Arbitraries.frequencyOf(
        Tuple.of(2, leaf),
        Tuple.of(
            6,
            Combinators.combine(below, Arbitraries.of("+", "-", "*"), below)
                .as((a, operator, b) -> "(" + a + " " + operator + " " + b + ")")),
        // Whether an error in an operand shows beside a NULL is left open by SQL.
        Tuple.of(
            2,
            Combinators.combine(below, below).as((a, b) -> "(" + a + " / NULLIF(" + b + ", 0))")),
        Tuple.of(
            3,
            Combinators.combine(Arbitraries.of("ABS", "-", "FLOOR", "CEIL"), below)
                .as((function, a) -> function + "(" + a + ")")),
        Tuple.of(1, below.map(a -> "CAST(" + a + " AS DOUBLE PRECISION)")),
        Tuple.of(1, below.map(a -> "CAST(" + a + " AS DECIMAL(20, 3))")),
        Tuple.of(
            2,
            Combinators.combine(Arbitraries.lazy(() -> bool(depth - 1)), below, below)
                .as((c, a, b) -> "CASE WHEN " + c + " THEN " + a + " ELSE " + b + " END")),
        Tuple.of(
            1, Combinators.combine(below, below).as((a, b) -> "COALESCE(" + a + ", " + b + ")")));
  }

  private static Arbitrary<String> bool(int depth) {
    Arbitrary<String> leaf = Arbitraries.of("b", "TRUE", "i > 0", "k = 'north'", "n IS NULL");
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<String> below = Arbitraries.lazy(() -> bool(depth - 1));
    Arbitrary<String> comparison = Arbitraries.of("=", "<>", "<", "<=", ">", ">=");
    return Arbitraries.oneOf(
        List.of(
            leaf,
            Combinators.combine(below, Arbitraries.of("AND", "OR"), below)
                .as((a, operator, b) -> "(" + a + " " + operator + " " + b + ")"),
            below.map(a -> "NOT (" + a + ")"),
            Combinators.combine(
                    below, Arbitraries.of("IS TRUE", "IS NOT TRUE", "IS FALSE", "IS NOT FALSE"))
                .as((a, test) -> "((" + a + ") " + test + ")"),
            Combinators.combine(
                    Arbitraries.lazy(() -> number(depth - 1)),
                    comparison,
                    Arbitraries.lazy(() -> number(depth - 1)))
                .as((a, operator, b) -> "(" + a + " " + operator + " " + b + ")"),
            Combinators.combine(
                    Arbitraries.lazy(() -> text(depth - 1)),
                    comparison,
                    Arbitraries.lazy(() -> text(depth - 1)))
                .as((a, operator, b) -> "(" + a + " " + operator + " " + b + ")"),
            Arbitraries.lazy(() -> number(depth - 1))
                .map(a -> "(" + a + " IS NOT DISTINCT FROM n)")));
  }

  private static Arbitrary<String> text(int depth) {
    Arbitrary<String> leaf = Arbitraries.of("k", "'north'", "'s'", "''", "CAST(i AS VARCHAR(9))");
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<String> below = Arbitraries.lazy(() -> text(depth - 1));
    return Arbitraries.oneOf(
        List.of(
            leaf,
            Combinators.combine(Arbitraries.of("UPPER", "LOWER"), below)
                .as((function, a) -> function + "(" + a + ")"),
            Combinators.combine(below, below).as((a, b) -> "(" + a + " || " + b + ")"),
            Combinators.combine(below, Arbitraries.integers().between(1, 4))
                .as((a, from) -> "SUBSTRING(" + a + " FROM " + from + ")"),
            Combinators.combine(Arbitraries.lazy(() -> bool(depth - 1)), below, below)
                .as((c, a, b) -> "CASE WHEN " + c + " THEN " + a + " ELSE " + b + " END")));
  }
}
