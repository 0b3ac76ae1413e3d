package org.dpjdbc.run.sensitivity;

import static org.dpjdbc.run.sensitivity.Template.choice;
import static org.dpjdbc.run.sensitivity.Template.weigh;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import org.dpjdbc.run.hostile.ValueKind;

/** Expressions over the rows of T, and of P where it is joined. */
final class Expressions {
  private final boolean joined;

  /**
   * Creates the grammar.
   *
   * @param joined whether P's columns are there
   */
  Expressions(boolean joined) {
    this.joined = joined;
  }

  /** Whether P's columns are there. */
  boolean joined() {
    return joined;
  }

  Arbitrary<String> number(int depth) {
    Arbitrary<String> literal = Arbitraries.of("1", "0", "-1", "2.5", "10", "1e1", "100");
    Arbitrary<String> column = numberColumn();
    Arbitrary<String> leaf = choice(weigh(6, column), weigh(1, literal));
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<String> a = number(depth - 1);
    Arbitrary<String> b = a;
    Arbitrary<String> test = bool(depth - 1);
    return choice(
        weigh(10, leaf),
        weigh(2, "(# # #)", a, Arbitraries.of("+", "-"), b),
        weigh(2, "(# * #)", a, choice(weigh(1, literal), weigh(1, leaf))),
        weigh(2, "(# / #)", a, b),
        weigh(4, hostile(ValueKind.NUMBER)),
        weigh(2, "LEAST(GREATEST(#, -1), 3)", hostile(ValueKind.NUMBER)),
        weigh(1, "MOD(#, #)", exactColumn(), Arbitraries.of("3", "2", "I", "(I - I)")),
        weigh(1, "#(#)", Arbitraries.of("-", "ABS", "SIGN", "FLOOR", "CEIL", "ROUND"), a),
        weigh(1, "#(#, #)", Arbitraries.of("ROUND", "TRUNCATE"), a, Arbitraries.of("0", "1", "-1")),
        weigh(1, "#(#)", Arbitraries.of("SQRT", "LN", "LOG10", "EXP"), smallColumn()),
        weigh(1, "POWER(#, #)", smallColumn(), Arbitraries.of("2", "0.5", "-1", "3")),
        weigh(2, "CASE WHEN # THEN # ELSE # END", test, a, b),
        weigh(1, "CASE WHEN # THEN # END", test, a),
        weigh(1, "COALESCE(#, #)", a, literal),
        weigh(1, "NULLIF(#, #)", a, literal),
        weigh(1, "#(#, #)", Arbitraries.of("GREATEST", "LEAST"), a, b),
        weigh(
            2,
            "CAST(# AS #)",
            a,
            Arbitraries.of("INTEGER", "BIGINT", "DOUBLE PRECISION", "DECIMAL(10, 2)", "REAL")),
        weigh(1, "EXTRACT(# FROM #)", part(), date(depth - 1)),
        weigh(1, "CHAR_LENGTH(#)", text(depth - 1)),
        weigh(
            1,
            "TIMESTAMPDIFF(#, #, #)",
            Arbitraries.of("DAY", "MONTH", "YEAR"),
            date(depth - 1),
            date(depth - 1)));
  }

  /** For some rows far from what the columns hold. */
  static Arbitrary<String> hostile(ValueKind kind) {
    return Arbitraries.randomValue(random -> RowsOfT.hostile(random, kind));
  }

  private Arbitrary<String> numberColumn() {
    Arbitrary<String> own = Arbitraries.of("I", "L", "S", "D", "D", "R", "R", "N", "W38", "K");
    return joined ? choice(weigh(4, own), weigh(1, Arbitraries.of("W", "PK"))) : own;
  }

  private static Arbitrary<String> exactColumn() {
    return Arbitraries.of("I", "S", "L", "N", "W38");
  }

  private static Arbitrary<String> smallColumn() {
    return Arbitraries.of("I", "D", "R", "N");
  }

  private static Arbitrary<String> part() {
    return Arbitraries.of("CENTURY", "DECADE", "YEAR", "MONTH", "DAY", "DOW", "QUARTER");
  }

  Arbitrary<String> text(int depth) {
    Arbitrary<String> own =
        choice(weigh(4, Arbitraries.of("T", "C")), weigh(1, Arbitraries.of("'a'", "''", "'a '")));
    Arbitrary<String> leaf = joined ? choice(weigh(3, own), weigh(1, Arbitraries.just("G"))) : own;
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<String> a = text(depth - 1);
    return choice(
        weigh(6, leaf),
        weigh(1, "#(#)", Arbitraries.of("UPPER", "LOWER", "TRIM"), a),
        weigh(1, "(# || #)", a, a),
        weigh(3, hostile(ValueKind.TEXT)),
        weigh(1, "SUBSTRING(# FROM 1 FOR 1)", a),
        weigh(1, "LEFT(#, 1)", a),
        weigh(1, "COALESCE(#, 'none')", a),
        weigh(1, "NULLIF(#, 'a')", a),
        weigh(1, "CAST(# AS VARCHAR(60))", Arbitraries.of("I", "N", "B", "DT", "L")),
        weigh(2, "CASE WHEN # THEN 'x' ELSE 'y' END", bool(depth - 1)),
        weigh(1, "CASE WHEN # THEN # END", bool(depth - 1), a));
  }

  Arbitrary<String> date(int depth) {
    Arbitrary<String> leaf =
        choice(
            weigh(3, Arbitraries.just("DT")),
            weigh(1, Arbitraries.of("DATE '2020-01-01'", "DATE '2024-02-29'")));
    if (depth == 0) {
      return leaf;
    }
    return choice(
        weigh(4, leaf),
        weigh(1, Arbitraries.just("TS")),
        weigh(1, hostile(ValueKind.DATE)),
        weigh(1, hostile(ValueKind.TIMESTAMP)),
        weigh(1, "COALESCE(#, DATE '2020-01-01')", Arbitraries.just("DT")),
        weigh(
            1,
            "(# # INTERVAL '1' #)",
            leaf,
            Arbitraries.of("+", "-"),
            Arbitraries.of("DAY", "MONTH", "YEAR")),
        weigh(1, "FLOOR(# TO #)", leaf, Arbitraries.of("MONTH", "YEAR")),
        weigh(1, Arbitraries.just("CAST(TS AS DATE)")));
  }

  Arbitrary<String> bool(int depth) {
    Arbitrary<String> column = joined ? Arbitraries.of("B", "B", "B", "F") : Arbitraries.just("B");
    Arbitrary<String> number = number(Math.max(0, depth - 1));
    Arbitrary<String> text = text(Math.max(0, depth - 1));
    Arbitrary<String> comparison = Arbitraries.of("=", "<", ">=", "<>");
    Arbitrary<String> leaf =
        choice(
            weigh(1, column),
            weigh(2, "# # #", number, comparison, Arbitraries.of("1", "0", "5", "2.5", "-1")),
            weigh(1, "# # #", number, comparison, numberColumn()),
            weigh(1, "# = #", text, Arbitraries.of("'a'", "'A'", "'a '", "''", "'x'")),
            weigh(1, "# IS NULL", choice(weigh(1, number), weigh(1, text))),
            weigh(1, "# IS NOT NULL", choice(weigh(1, number), weigh(1, text))));
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<String> a = bool(depth - 1);
    return choice(
        weigh(6, leaf),
        weigh(4, hostile(ValueKind.BOOLEAN)),
        weigh(1, "(# # #)", a, Arbitraries.of("AND", "OR"), a),
        weigh(1, "NOT (#)", a),
        weigh(1, "(#) IS #", a, Arbitraries.of("TRUE", "NOT TRUE", "FALSE", "NOT FALSE")),
        weigh(1, "# BETWEEN # AND #", numberColumn(), Arbitraries.of("0", "-1"), number),
        weigh(1, "# IN (1, 2, 5)", numberColumn()),
        weigh(1, "# NOT IN ('a', 'x')", text),
        weigh(1, "# LIKE #", text, Arbitraries.of("'a%'", "'%a'", "'_'")),
        weigh(1, "# # DATE '2024-02-29'", date(depth - 1), comparison),
        weigh(1, "# IS # DISTINCT FROM #", numberColumn(), Arbitraries.of("", "NOT"), number));
  }
}
