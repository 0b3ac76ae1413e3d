package org.dpjdbc.sql.rewrite;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.grammar.Bitwise;
import org.dpjdbc.sql.grammar.IntegerPart;
import org.dpjdbc.sql.grammar.Quotient;

/**
 * The meanings that databases' own functions and operators have. The {@link DialectSyntax} of each
 * database says which names it has for them.
 */
public final class FunctionAliases {
  /** What a difference of dates, and a shifted date, is computed with. */
  private static final String[] DIFFERENCE = {"TIMESTAMPDIFF", "MINUS_DATE", "FLOOR", "CAST"};

  private static final String[] SHIFT = {
    "TIMESTAMPADD", "DATETIME_PLUS", "MINUS_DATE", "CAST", "+", "-"
  };

  private static final String[] FORMAT = {
    "EXTRACT", "CAST", "CASE", "LPAD", "||", "CONCAT", "FLOOR", "SUBSTRING"
  };

  private static final String[] PIECES = {
    "SUBSTRING", "||", "POSITION", "CHAR_LENGTH", "CASE", "COALESCE", "CAST", "+", "-"
  };

  /** The context for counting complete units between two timestamps. */
  private static final String[] PASSED = {
    "TIMESTAMPDIFF", "MINUS_DATE", "EXTRACT", "CASE", "CAST", "MOD", "+", "-", "*", "/"
  };

  private static final String[] PASSED_DAYS = and(PASSED, "FLOOR", "DATETIME_PLUS");

  private static final String[] BITS = {"MOD", "CAST", "WHOLE_QUOTIENT", "+", "-", "*"};

  public static final FunctionAlias CAST_TO_ZONED = alias(ShortCasts::zoned, "CAST");

  public static final FunctionAlias CAST_TO_SHORT_NAME = alias(ShortCasts::named);

  public static final FunctionAlias CAST_TO_LONG = alias(ShortCasts::ofLong);

  public static final FunctionAlias COALESCE =
      alias(ConditionalRewrites::coalesce, "COALESCE", "CASE");

  public static final FunctionAlias DECODE =
      alias(ConditionalRewrites::decode, "CASE", "IS NOT DISTINCT FROM");

  public static final FunctionAlias IF = alias(ConditionalRewrites::condition, "CASE");

  public static final FunctionAlias IF_NOT_NULL = alias(ConditionalRewrites::known, "CASE");

  public static final FunctionAlias COUNT_IF = alias(ConditionalRewrites::countIf, "COUNT", "CASE");

  public static final FunctionAlias COUNT_DISTINCT =
      alias(ConditionalRewrites::countDistinct, "COUNT");

  public static final FunctionAlias CHAR_LENGTH = renamed(SqlStdOperatorTable.CHAR_LENGTH, 1, 1);

  public static final FunctionAlias SUBSTRING = renamed(SqlStdOperatorTable.SUBSTRING, 2, 3);

  public static final FunctionAlias LOWER = renamed(SqlStdOperatorTable.LOWER, 1, 1);

  public static final FunctionAlias UPPER = renamed(SqlStdOperatorTable.UPPER, 1, 1);

  public static final FunctionAlias RIGHT = alias(StringRewrites::right, PIECES);

  public static final FunctionAlias STARTS_WITH =
      alias(StringRewrites::beginning, "SUBSTRING", "=", "CHAR_LENGTH");

  public static final FunctionAlias POSITION = alias(StringRewrites::positionIn, "POSITION");

  /** {@code LOCATE('abc', x)}. */
  public static final FunctionAlias LOCATE = renamed(SqlStdOperatorTable.POSITION, 2, 2);

  public static final FunctionAlias CONTAINS = alias(StringRewrites::contains, "POSITION", ">");

  public static final FunctionAlias ENDS_WITH =
      alias(StringRewrites::end, "SUBSTRING", "=", "CHAR_LENGTH", "+", "-", "GREATEST");

  public static final FunctionAlias LTRIM =
      alias(StringRewrites.trimmed(SqlTrimFunction.Flag.LEADING), "TRIM");

  public static final FunctionAlias RTRIM =
      alias(StringRewrites.trimmed(SqlTrimFunction.Flag.TRAILING), "TRIM");

  public static final FunctionAlias BTRIM =
      alias(StringRewrites.trimmed(SqlTrimFunction.Flag.BOTH), "TRIM");

  public static final FunctionAlias LPAD = alias(StringRewrites::filledLeft, PIECES);

  public static final FunctionAlias RPAD = alias(StringRewrites::filledRight, PIECES);

  public static final FunctionAlias CONCAT = alias(StringRewrites::joined, PIECES);

  public static final FunctionAlias CONCAT_UNLESS_NULL =
      alias(StringRewrites::joinedIfKnown, PIECES);

  public static final FunctionAlias CONCAT_WS = alias(StringRewrites::joinedBy, PIECES);

  public static final FunctionAlias SPLIT_PART = alias(StringRewrites::piece, PIECES);

  public static final FunctionAlias BIT_AND = renamed(Bitwise.AND, 2, 2);

  public static final FunctionAlias BIT_OR = renamed(Bitwise.OR, 2, 2);

  public static final FunctionAlias BIT_XOR = renamed(Bitwise.XOR, 2, 2);

  public static final FunctionAlias SHIFT_LEFT = renamed(Bitwise.LEFT, 2, 2);

  public static final FunctionAlias SHIFT_RIGHT = renamed(Bitwise.RIGHT, 2, 2);

  public static final FunctionAlias BIT_NOT = alias(FunctionAliases::complement, "-");

  public static final FunctionAlias NUMERIC_QUOTIENT = renamed(Quotient.NUMERIC, 2, 2);

  public static final FunctionAlias TRUNCATE = renamed(SqlStdOperatorTable.TRUNCATE, 1, 2);

  public static final FunctionAlias WHOLE_PART =
      alias(FunctionAliases::truncated, "TRUNCATE", "CAST");

  public static final FunctionAlias POWER = renamed(SqlStdOperatorTable.POWER, 2, 2);

  public static final FunctionAlias LN = renamed(SqlStdOperatorTable.LN, 1, 1);

  public static final FunctionAlias LOG10 = renamed(SqlStdOperatorTable.LOG10, 1, 1);

  /** A logarithm as a quotient of natural ones, or the decimal one where the base is 10. */
  public static final FunctionAlias LOG_BY_LN_OR_LOG10 =
      alias(Logarithms::byNaturalOrDecimal, "LN", "LOG10", "/");

  public static final FunctionAlias LOG_BY_LN = alias(Logarithms::byNatural, "LN", "/");

  public static final FunctionAlias LOG_BY_LOG10 = alias(Logarithms::byDecimal, "LOG10", "/");

  /** A logarithm that the database computes in decimals: it is refused. */
  public static final FunctionAlias LOG_OF_DECIMALS = alias(Logarithms::inDecimals);

  public static final FunctionAlias LOG2_BY_LN = alias(Logarithms::ofTwo, "LN", "/");

  public static final FunctionAlias STDDEV_POP = renamed(SqlStdOperatorTable.STDDEV_POP, 1, 1);

  public static final FunctionAlias VAR_POP = renamed(SqlStdOperatorTable.VAR_POP, 1, 1);

  public static final FunctionAlias BORDERS_BUT_OF_WEEKS =
      alias(DateRewrites::differenceButOfWeeks, DIFFERENCE);

  public static final FunctionAlias BORDERS_BETWEEN = alias(DateRewrites::difference, DIFFERENCE);

  public static final FunctionAlias DAYS_BETWEEN = alias(DateRewrites::daysBetween, DIFFERENCE);

  public static final FunctionAlias UNITS_PASSED = alias(ElapsedUnits::difference, PASSED);

  public static final FunctionAlias UNITS_PASSED_OF_DAYS =
      alias(ElapsedUnits::differenceOfDays, PASSED_DAYS);

  public static final FunctionAlias ADD_UNITS = alias(DateRewrites::addition, SHIFT);

  public static final FunctionAlias PLUS_INTERVAL = alias(DateRewrites::plusInterval, SHIFT);

  public static final FunctionAlias MINUS_INTERVAL = alias(DateRewrites::minusInterval, SHIFT);

  public static final FunctionAlias LAST_DAY =
      alias(DateRewrites::lastDay, "FLOOR", "DATETIME_PLUS", "MINUS_DATE", "CAST");

  public static final FunctionAlias DATE_PART = alias(DateRewrites::part, "EXTRACT");

  public static final FunctionAlias DATE_PART_AS_DOUBLE =
      alias(DateRewrites::floatingPart, "EXTRACT", "CAST");

  public static final FunctionAlias WEEKDAY_FROM_MONDAY =
      alias(DateRewrites::daysSinceMonday, "EXTRACT", "-");

  public static final FunctionAlias DATE = alias(DateRewrites::date, "CAST");

  public static final FunctionAlias IN_TIME_ZONE = alias(TimeZones::function, "CAST");

  public static final FunctionAlias TO_TIMESTAMP = alias(TemporalConstants::toTimestamp);

  public static final FunctionAlias TO_DATE = alias(TemporalConstants::toDate);

  public static final FunctionAlias STRPTIME = alias(TemporalConstants::strptime);

  public static final FunctionAlias STR_TO_DATE = alias(TemporalConstants::strToDate);

  public static final FunctionAlias MAKE_CONSTANT_DATE = alias(TemporalConstants::makeDate);

  public static final FunctionAlias MAKE_DATE =
      alias(
          MakeDate::of, "DATETIME_PLUS", "TIMESTAMPADD", "EXTRACT", "CASE", "CAST", "+", "-", "*");

  public static final FunctionAlias DAY_NAME = alias(DateFormats::dayName, "EXTRACT", "CASE");

  public static final FunctionAlias MONTH_NAME = alias(DateFormats::monthName, "EXTRACT", "CASE");

  public static final FunctionAlias TO_CHAR = alias(DateFormats::toChar, FORMAT);

  public static final FunctionAlias FORMAT_BY_JAVA = alias(DateFormats::formatDateTime, FORMAT);

  public static final FunctionAlias FORMAT_BY_JODA = alias(DateFormats::joda, FORMAT);

  public static final FunctionAlias STRFTIME = alias(DateFormats::strftime, FORMAT);

  public static final FunctionAlias DATE_FORMAT = alias(DateFormats::dateFormat, FORMAT);

  /** {@code x::type}. */
  public static final FunctionAlias INFIX_CAST = alias(ShortCasts::infix, "CAST");

  public static final FunctionAlias AT_TIME_ZONE = alias(TimeZones::at);

  /** {@code DATE_TRUNC('day', x, zone)}. */
  public static final FunctionAlias TRUNCATED_IN_ZONE = alias(TimeZones::truncated);

  /** {@code AGE(born) > INTERVAL '65 years'}. */
  public static final FunctionAlias COMPARED_AGE = alias(AgeComparisons::rewrite);

  /** {@code INTERVAL '1 day'}. */
  public static final FunctionAlias INTERVAL_OF_STRING = alias(IntervalLiterals::ofString);

  /** {@code EXTRACT} of a part that has a name of the database's own. */
  public static final FunctionAlias EXTRACT_NAMED_PART = alias(DateRewrites::namedPart);

  /** {@code EXTRACT(TIMEZONE_HOUR FROM x)}. */
  public static final FunctionAlias EXTRACT_TIME_ZONE =
      alias(DateRewrites::timeZonePart, "EXTRACT", "*");

  /** {@code EXTRACT(years FROM x)}. */
  public static final FunctionAlias EXTRACT_PLURAL_PART = alias(DateRewrites::pluralPart);

  /** {@code x = ANY (ARRAY[a, b])}. */
  public static final FunctionAlias ANY_OF_LIST = alias(ArrayComparisons::listed);

  /** {@code GREATEST} and {@code LEAST} of those arguments that are not NULL. */
  public static final FunctionAlias EXTREME_OF_KNOWN = alias(Extremes::known);

  public static final FunctionAlias ILIKE = alias(ILikeRewrite::like, "LOWER", "LIKE");

  public static final FunctionAlias RATIO_TO_REPORT =
      alias(RatioToReport::ofTotal, "SUM", "CAST", "/");

  /** A quotient of integers without its fraction. */
  public static final FunctionAlias QUOTIENT =
      alias(Optional::of, "WHOLE_QUOTIENT", "CASE", "CAST", "*");

  /** An operator between two integers' bits, which binds as it is parsed. */
  public static final FunctionAlias BITS_AS_PARSED = alias(Optional::of, BITS);

  /** One that binds in another order than it is parsed: what holds several needs parentheses. */
  public static final FunctionAlias BITS_IN_PARENTHESES = alias(BitwiseRewrites::ordered, BITS);

  private FunctionAliases() {}

  /** The same, of unsigned integers. */
  public static FunctionAlias unsignedBits(String sign) {
    return alias(BitwiseRewrites::unsigned, and(BITS, "UNSIGNED " + sign, "CASE"));
  }

  /** A part of a date. */
  public static FunctionAlias part(TimeUnit unit) {
    return alias(DateRewrites.partOf(unit), "EXTRACT");
  }

  /** {@code EXTRACT} or {@code DATE_PART} of an age, which is of a type of the database's own. */
  public static FunctionAlias partOfAge(SqlTypeName type) {
    return alias(ElapsedUnits.partOfAge(type), PASSED);
  }

  private static FunctionAlias alias(FunctionRewrite rule, String... operators) {
    return new FunctionAlias(rule, Set.of(operators));
  }

  private static String[] and(String[] operators, String... more) {
    return Stream.concat(Arrays.stream(operators), Arrays.stream(more)).toArray(String[]::new);
  }

  /** Another name of a function, with a number of arguments between the two. */
  private static FunctionAlias renamed(SqlOperator known, int min, int max) {
    return new FunctionAlias(
        call ->
            call.operandCount() >= min && call.operandCount() <= max
                ? Optional.of(known.createCall(call.getParserPosition(), call.getOperandList()))
                : Optional.empty(),
        known instanceof Bitwise
            ? Stream.concat(Stream.of(known.getName()), Arrays.stream(BITS))
                .collect(Collectors.toSet())
            : Set.of(known.getName()));
  }

  /** All bits inverted: the complement of two, less one. */
  private static Optional<SqlNode> complement(SqlCall call) {
    if (call.operandCount() != 1) {
      return Optional.empty();
    }
    SqlParserPos pos = call.getParserPosition();
    return Optional.of(
        SqlStdOperatorTable.MINUS.createCall(pos, SqlNodes.number(-1, pos), call.operand(0)));
  }

  /** Digits before the point are not cut off. */
  private static Optional<SqlNode> truncated(SqlCall call) {
    return call.operandCount() == 1
            || (call.operandCount() == 2
                && call.operand(1) instanceof SqlNumericLiteral digits
                && digits.isInteger())
        ? Optional.of(
            IntegerPart.FUNCTION.createCall(call.getParserPosition(), call.getOperandList()))
        : Optional.empty();
  }
}
