package org.dpjdbc.plan.bounds;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.dpjdbc.plan.algebra.DpOperators;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.validate.BackendOperators;
import org.dpjdbc.sql.validate.IntegerDivision;

/**
 * The operators that may be applied to the rows of a private table: exactly these, with the
 * operands that their rules admit. All are deterministic, total in the form that the rule gives
 * them, and their cost hardly depends on the data.
 */
final class AllowList {
  private static final Map<SqlOperator, Entry> ENTRIES = entries();

  private AllowList() {}

  /**
   * An operator that is allowed.
   *
   * @param signature the operands that the rule admits, for people
   * @param rule gives the total form
   */
  record Entry(String signature, Rule rule) {}

  static Rule rule(SqlOperator operator) {
    Entry entry = ENTRIES.get(operator);
    if (entry == null) {
      throw ExpressionMessages.functionNotOffered(operator.getName());
    }
    return entry.rule();
  }

  static Set<SqlOperator> operators() {
    return Collections.unmodifiableSet(ENTRIES.keySet());
  }

  static String signature(SqlOperator operator) {
    Entry entry = ENTRIES.get(operator);
    return entry == null ? "" : entry.signature();
  }

  private static Map<SqlOperator, Entry> entries() {
    // By identity: Calcite's operators are equal by name, and a namesake may mean something else.
    IdentityHashMap<SqlOperator, Entry> all = new IdentityHashMap<>();
    addLogic(all);
    addNumbers(all);
    addStrings(all);
    addTemporal(all);
    BackendOperators.partial()
        .forEach(
            (calcite, ours) -> {
              Entry entry = all.get(calcite);
              if (entry != null) {
                all.put(ours, entry);
              }
            });
    return Collections.unmodifiableMap(all);
  }

  private static void addLogic(IdentityHashMap<SqlOperator, Entry> all) {
    Entry bool = new Entry("booleans", Logic::connective);
    all.put(SqlStdOperatorTable.AND, bool);
    all.put(SqlStdOperatorTable.OR, bool);
    all.put(SqlStdOperatorTable.NOT, bool);
    all.put(SqlStdOperatorTable.IS_TRUE, bool);
    all.put(SqlStdOperatorTable.IS_NOT_TRUE, bool);
    all.put(SqlStdOperatorTable.IS_FALSE, bool);
    all.put(SqlStdOperatorTable.IS_NOT_FALSE, bool);
    Entry any = new Entry("anything", Logic::nullTest);
    all.put(SqlStdOperatorTable.IS_NULL, any);
    all.put(SqlStdOperatorTable.IS_NOT_NULL, any);
    all.put(SqlStdOperatorTable.IS_UNKNOWN, any);
    all.put(SqlStdOperatorTable.IS_NOT_UNKNOWN, any);
    Entry pair = new Entry("two of one family of types", Comparisons::compare);
    all.put(SqlStdOperatorTable.EQUALS, pair);
    all.put(SqlStdOperatorTable.NOT_EQUALS, pair);
    all.put(SqlStdOperatorTable.LESS_THAN, pair);
    all.put(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, pair);
    all.put(SqlStdOperatorTable.GREATER_THAN, pair);
    all.put(SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, pair);
    all.put(SqlStdOperatorTable.IS_DISTINCT_FROM, pair);
    all.put(SqlStdOperatorTable.IS_NOT_DISTINCT_FROM, pair);
    all.put(
        SqlStdOperatorTable.SEARCH,
        new Entry("a value and literals of one family of types", Comparisons::search));
    all.put(
        SqlStdOperatorTable.CASE,
        new Entry("conditions, values of one family of types", ConditionalFunctions::choose));
    Entry rewritten = new Entry("values of one family of types", ConditionalFunctions::rewritten);
    all.put(SqlStdOperatorTable.COALESCE, rewritten);
    all.put(SqlStdOperatorTable.NULLIF, rewritten);
    all.put(SqlLibraryOperators.GREATEST, rewritten);
    all.put(SqlLibraryOperators.LEAST, rewritten);
    all.put(SqlStdOperatorTable.CAST, new Entry("see the rules of casts", Casts::cast));
  }

  private static void addNumbers(IdentityHashMap<SqlOperator, Entry> all) {
    all.put(SqlStdOperatorTable.PLUS, new Entry("numbers", Arithmetic::plus));
    all.put(SqlStdOperatorTable.MINUS, new Entry("numbers", Arithmetic::minus));
    all.put(SqlStdOperatorTable.MULTIPLY, new Entry("numbers", Arithmetic::times));
    all.put(SqlStdOperatorTable.DIVIDE, new Entry("numbers", Division::divide));
    all.put(SqlStdOperatorTable.MOD, new Entry("exact numbers", Division::modulo));
    all.put(SqlStdOperatorTable.PERCENT_REMAINDER, new Entry("exact numbers", Division::modulo));
    all.put(SqlStdOperatorTable.UNARY_MINUS, new Entry("number", Arithmetic::negate));
    all.put(SqlStdOperatorTable.UNARY_PLUS, new Entry("number", Arithmetic::same));
    all.put(SqlStdOperatorTable.ABS, new Entry("number", Arithmetic::abs));
    all.put(SqlStdOperatorTable.SIGN, new Entry("number", Arithmetic::sign));
    Entry digits = new Entry("number [, literal digits]", Rounding::round);
    all.put(SqlStdOperatorTable.ROUND, digits);
    all.put(SqlStdOperatorTable.TRUNCATE, digits);
    Entry steps = new Entry("number | date TO unit", Rounding::step);
    all.put(SqlStdOperatorTable.FLOOR, steps);
    all.put(SqlStdOperatorTable.CEIL, steps);
    all.put(SqlStdOperatorTable.SQRT, new Entry("number", Powers::root));
    all.put(SqlStdOperatorTable.CBRT, new Entry("number", Powers::cubeRoot));
    all.put(SqlStdOperatorTable.POWER, new Entry("number, literal exponent", Powers::power));
    all.put(SqlStdOperatorTable.EXP, new Entry("number", Powers::exponential));
    all.put(SqlStdOperatorTable.LN, new Entry("number", Powers::logarithm));
    all.put(SqlStdOperatorTable.LOG10, new Entry("number", Powers::logarithm));
    all.put(SqlLibraryOperators.LOG2, new Entry("number", Powers::logarithm));
    all.put(IntegerDivision.OPERATOR, new Entry("integers", TruncatedDivision::again));
    all.put(DpOperators.BLURRED, new Entry("number, literal", NearZero::again));
    all.put(DpOperators.IS_NAN, new Entry("number", Comparisons::notANumber));
  }

  private static void addStrings(IdentityHashMap<SqlOperator, Entry> all) {
    Entry text = new Entry("string", StringFunctionRules::same);
    all.put(SqlStdOperatorTable.UPPER, text);
    all.put(SqlStdOperatorTable.LOWER, text);
    all.put(SqlStdOperatorTable.CONCAT, new Entry("strings", StringFunctionRules::same));
    all.put(
        SqlStdOperatorTable.TRIM,
        new Entry("literal character, string", StringFunctionRules::trim));
    Entry length = new Entry("string", StringFunctionRules::length);
    all.put(BackendOperators.CHAR_LENGTH, length);
    all.put(BackendOperators.CHARACTER_LENGTH, length);
    all.put(SqlStdOperatorTable.CHAR_LENGTH, length); // of {fn LENGTH(x)}
    all.put(
        SqlStdOperatorTable.POSITION,
        new Entry("literal string, string", StringFunctionRules::position));
    all.put(
        SqlStdOperatorTable.SUBSTRING,
        new Entry("string, literal positions | string, position", StringFunctionRules::substring));
    all.put(
        SqlStdOperatorTable.REPLACE,
        new Entry("string, literal piece, literal string", StringFunctionRules::replace));
    all.put(
        SqlLibraryOperators.LEFT, new Entry("string, literal length", StringFunctionRules::left));
    all.put(SqlStdOperatorTable.LIKE, new Entry("string, literal pattern", LikeRule::like));
  }

  private static void addTemporal(IdentityHashMap<SqlOperator, Entry> all) {
    Entry extract = new Entry("unit, date", DateParts::extract);
    all.put(BackendOperators.EXTRACT, extract);
    all.put(SqlStdOperatorTable.EXTRACT, extract); // of {fn YEAR(x)}
    all.put(DpOperators.DATE_TRUNC, new Entry("unit, date", DateParts::truncate));
    Entry shift =
        new Entry(
            "date, interval: a constant, an integer times one, or a choice of such",
            DateShifts::shift);
    all.put(SqlStdOperatorTable.DATETIME_PLUS, shift);
    all.put(SqlStdOperatorTable.MINUS_DATE, shift);
    Entry distance = new Entry("the form that TIMESTAMPDIFF takes", DateDistances::translated);
    all.put(SqlStdOperatorTable.REINTERPRET, distance);
    all.put(SqlStdOperatorTable.DIVIDE_INTEGER, distance);
    all.put(DpOperators.DATE_DIFF, new Entry("unit, date, date", DateDistances::distance));
  }
}
