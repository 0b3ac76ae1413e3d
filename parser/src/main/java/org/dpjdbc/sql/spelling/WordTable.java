package org.dpjdbc.sql.spelling;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.sql.grammar.Bitwise;
import org.dpjdbc.sql.grammar.Quotient;
import org.dpjdbc.sql.grammar.WholePart;

/** The words of each database, with the rules that rewrite them. */
final class WordTable {
  private static final Set<String> H2 = Set.of("H2");
  private static final Set<String> POSTGRES = Set.of("PostgreSQL");
  private static final Set<String> DUCKDB = Set.of("DuckDB");
  private static final Set<String> MYSQL = Set.of("MariaDB", "MySQL");
  private static final Set<String> TRINO = Set.of("Trino");
  private static final Set<String> SPARK = Set.of("Spark SQL");
  private static final Set<String> H2_DUCKDB_MYSQL = Set.of("H2", "DuckDB", "MariaDB", "MySQL");
  private static final Set<String> H2_MYSQL = Set.of("H2", "MariaDB", "MySQL");
  private static final Set<String> H2_TRINO = Set.of("H2", "Trino");
  private static final Set<String> H2_POSTGRES_DUCKDB = Set.of("H2", "PostgreSQL", "DuckDB");
  private static final Set<String> POSTGRES_DUCKDB = Set.of("PostgreSQL", "DuckDB");

  /**
   * A rule, and the databases whose word means what it says.
   *
   * @param operators that the planner meets instead of the word, by their names in messages
   */
  record Word(Set<String> products, Spelling rule, Set<String> operators) {}

  /** What a difference of dates, and a shifted date, is computed with. */
  private static final Set<String> DIFFERENCE =
      Set.of("TIMESTAMPDIFF", "MINUS_DATE", "FLOOR", "CAST");

  private static final Set<String> SHIFT =
      Set.of("TIMESTAMPADD", "DATETIME_PLUS", "MINUS_DATE", "CAST", "+", "-");

  private static final Set<String> MADE =
      Set.of("DATETIME_PLUS", "TIMESTAMPADD", "EXTRACT", "CASE", "CAST", "+", "-", "*");

  private static final Set<String> FORMAT =
      Set.of("EXTRACT", "CAST", "CASE", "LPAD", "||", "CONCAT", "FLOOR", "SUBSTRING");

  private static final String[] PIECES = {
    "SUBSTRING", "||", "POSITION", "CHAR_LENGTH", "CASE", "COALESCE", "CAST", "+", "-"
  };

  /** The databases that the build runs, and MySQL. */
  private static final Set<String> RUN =
      Set.of("H2", "PostgreSQL", "DuckDB", "MariaDB", "MySQL", "Trino", "Spark SQL");

  /** What the whole units between two moments are computed with. */
  private static final Set<String> PASSED =
      Set.of("TIMESTAMPDIFF", "MINUS_DATE", "EXTRACT", "CASE", "CAST", "MOD", "+", "-", "*", "/");

  private static final Set<String> PASSED_DAYS =
      Stream.concat(PASSED.stream(), Stream.of("FLOOR", "DATETIME_PLUS"))
          .collect(Collectors.toUnmodifiableSet());

  private static final Set<String> QUOTIENT = Set.of("WHOLE_QUOTIENT", "CASE", "CAST", "*");

  private static final Set<String> BITS = Set.of("MOD", "CAST", "WHOLE_QUOTIENT", "+", "-", "*");

  /** Databases that divide natural logarithms for those to another base. */
  private static final Set<String> NATURAL = Set.of("MariaDB", "MySQL", "Trino", "Spark SQL");

  /** Databases that have centuries, decades and millennia. */
  static final Set<String> OF_YEARS = H2_POSTGRES_DUCKDB;

  /** What EXTRACT reads. */
  static final List<Word> PARTS =
      List.of(
          new Word(H2_TRINO, DateWords::namedPart, Set.of("EXTRACT")),
          new Word(POSTGRES_DUCKDB, DateWords::pluralPart, Set.of("EXTRACT")),
          new Word(POSTGRES, PassedUnits.partOfAge(SqlTypeName.DECIMAL), PASSED),
          new Word(DUCKDB, PassedUnits.partOfAge(SqlTypeName.BIGINT), PASSED));

  /** The functions, each with its rules; the first that fits is taken. */
  static final Map<String, List<Word>> FUNCTIONS =
      Map.ofEntries(
          Map.entry(
              "CAST",
              List.of(
                  new Word(POSTGRES_DUCKDB, ShortCasts::zoned, Set.of("CAST")),
                  new Word(H2_POSTGRES_DUCKDB, ShortCasts::named, Set.of()),
                  new Word(H2, ShortCasts::ofLong, Set.of()))),
          word("NVL", Set.of("H2", "MariaDB", "Spark SQL"), Choices::coalesce, "COALESCE", "CASE"),
          word(
              "IFNULL",
              Set.of("H2", "DuckDB", "MariaDB", "MySQL", "Spark SQL"),
              Choices::coalesce,
              "COALESCE",
              "CASE"),
          word("DECODE", H2, Choices::decode, "CASE", "IS NOT DISTINCT FROM"),
          word(
              "IF",
              Set.of("DuckDB", "MariaDB", "MySQL", "Trino", "Spark SQL"),
              Choices::condition,
              "CASE"),
          word("CASEWHEN", H2, Choices::condition, "CASE"),
          word("NVL2", Set.of("H2", "MariaDB"), Choices::known, "CASE"),
          renamed(
              "LENGTH",
              Set.of("H2", "PostgreSQL", "DuckDB", "Trino", "Spark SQL"),
              SqlStdOperatorTable.CHAR_LENGTH,
              1,
              1),
          renamed("SUBSTR", RUN, SqlStdOperatorTable.SUBSTRING, 2, 3),
          renamed("LCASE", H2_MYSQL, SqlStdOperatorTable.LOWER, 1, 1),
          renamed("UCASE", H2_MYSQL, SqlStdOperatorTable.UPPER, 1, 1),
          word("RIGHT", RUN, TextWords::right, PIECES),
          word(
              "STARTS_WITH",
              Set.of("PostgreSQL", "DuckDB", "Trino"),
              TextWords::beginning,
              "SUBSTRING",
              "=",
              "CHAR_LENGTH"),
          word("STARTSWITH", SPARK, TextWords::beginning, "SUBSTRING", "=", "CHAR_LENGTH"),
          word("LPAD", RUN, TextWords::filledLeft, PIECES),
          word("RPAD", RUN, TextWords::filledRight, PIECES),
          word("CONCAT_WS", RUN, TextWords::joinedBy, PIECES),
          word("SPLIT_PART", Set.of("PostgreSQL", "DuckDB", "Spark SQL"), TextWords::piece, PIECES),
          Map.entry(
              "CONCAT",
              List.of(
                  new Word(H2_POSTGRES_DUCKDB, TextWords::joined, Set.of(PIECES)),
                  new Word(RUN, TextWords::joinedIfKnown, Set.of(PIECES)))),
          Map.entry("BITAND", List.of(renaming(H2, Bitwise.AND, 2, 2))),
          Map.entry("BITOR", List.of(renaming(H2, Bitwise.OR, 2, 2))),
          Map.entry("BITXOR", List.of(renaming(H2, Bitwise.XOR, 2, 2))),
          Map.entry("XOR", List.of(renaming(DUCKDB, Bitwise.XOR, 2, 2))),
          Map.entry("LSHIFT", List.of(renaming(H2, Bitwise.LEFT, 2, 2))),
          Map.entry("RSHIFT", List.of(renaming(H2, Bitwise.RIGHT, 2, 2))),
          Map.entry("SHIFTLEFT", List.of(renaming(SPARK, Bitwise.LEFT, 2, 2))),
          Map.entry("SHIFTRIGHT", List.of(renaming(SPARK, Bitwise.RIGHT, 2, 2))),
          word("BITNOT", H2, WordTable::complement, "-"),
          Map.entry("DIV", List.of(renaming(POSTGRES, Quotient.NUMERIC, 2, 2))),
          Map.entry(
              "TRUNC",
              List.of(
                  renaming(Set.of("H2", "PostgreSQL"), SqlStdOperatorTable.TRUNCATE, 1, 2),
                  new Word(DUCKDB, WordTable::truncated, Set.of("TRUNCATE", "CAST")))),
          renamed(
              "POW",
              Set.of("PostgreSQL", "DuckDB", "MariaDB", "MySQL", "Trino", "Spark SQL"),
              SqlStdOperatorTable.POWER,
              2,
              2),
          Map.entry(
              "LOG",
              List.of(
                  renaming(
                      Set.of("H2", "MariaDB", "MySQL", "Spark SQL"), SqlStdOperatorTable.LN, 1, 1),
                  renaming(POSTGRES_DUCKDB, SqlStdOperatorTable.LOG10, 1, 1),
                  new Word(H2, Logarithms::ofH2, Set.of("LN", "LOG10", "/")),
                  new Word(NATURAL, Logarithms::byNatural, Set.of("LN", "/")),
                  new Word(DUCKDB, Logarithms::byDecimal, Set.of("LOG10", "/")),
                  new Word(POSTGRES, Logarithms::inDecimals, Set.of()))),
          word("LOG2", NATURAL, Logarithms::ofTwo, "LN", "/"),
          renamed("STD", MYSQL, SqlStdOperatorTable.STDDEV_POP, 1, 1),
          renamed("STDDEV", MYSQL, SqlStdOperatorTable.STDDEV_POP, 1, 1),
          renamed("VARIANCE", MYSQL, SqlStdOperatorTable.VAR_POP, 1, 1),
          word(
              "COUNT_IF",
              Set.of("DuckDB", "Trino", "Spark SQL"),
              Choices::countIf,
              "COUNT",
              "CASE"),
          word("COUNTIF", DUCKDB, Choices::countIf, "COUNT", "CASE"),
          word(
              "APPROX_COUNT_DISTINCT",
              Set.of("DuckDB", "Spark SQL"),
              Choices::countDistinct,
              "COUNT"),
          word("APPROX_DISTINCT", TRINO, Choices::countDistinct, "COUNT"),
          Map.entry(
              "DATEDIFF",
              List.of(
                  new Word(H2, DateWords::differenceButOfWeeks, DIFFERENCE),
                  new Word(DUCKDB, DateWords::difference, DIFFERENCE),
                  new Word(SPARK, PassedUnits::differenceOfDays, PASSED_DAYS),
                  new Word(
                      Set.of("MariaDB", "MySQL", "Spark SQL"),
                      DateWords::daysBetween,
                      DIFFERENCE))),
          Map.entry(
              "TIMESTAMPDIFF",
              List.of(
                  new Word(MYSQL, PassedUnits::difference, PASSED),
                  new Word(SPARK, PassedUnits::differenceOfDays, PASSED_DAYS))),
          Map.entry("DATE_DIFF", List.of(new Word(DUCKDB, DateWords::difference, DIFFERENCE))),
          Map.entry("DATEADD", List.of(new Word(H2, DateWords::addition, SHIFT))),
          Map.entry(
              "DATE_ADD",
              List.of(
                  new Word(MYSQL, DateWords::plusInterval, SHIFT),
                  new Word(TRINO, DateWords::addition, SHIFT))),
          Map.entry("DATE_SUB", List.of(new Word(MYSQL, DateWords::minusInterval, SHIFT))),
          Map.entry(
              "LAST_DAY",
              List.of(
                  new Word(
                      Set.of("DuckDB", "MariaDB", "MySQL", "Spark SQL"),
                      DateWords::lastDay,
                      Set.of("FLOOR", "DATETIME_PLUS", "MINUS_DATE", "CAST")))),
          Map.entry(
              "DATE_PART",
              List.of(
                  new Word(DUCKDB, PassedUnits.partOfAge(SqlTypeName.BIGINT), PASSED),
                  new Word(POSTGRES, PassedUnits.partOfAge(SqlTypeName.DOUBLE), PASSED),
                  new Word(DUCKDB, DateWords::part, Set.of("EXTRACT")),
                  new Word(POSTGRES, DateWords::floatingPart, Set.of("EXTRACT", "CAST")))),
          word("DATEPART", DUCKDB, DateWords::part, "EXTRACT"),
          word("DAY_OF_WEEK", H2_TRINO, DateWords.partOf(TimeUnit.DOW), "EXTRACT"),
          word("DOW", TRINO, DateWords.partOf(TimeUnit.DOW), "EXTRACT"),
          word("ISO_DAY_OF_WEEK", H2, DateWords.partOf(TimeUnit.ISODOW), "EXTRACT"),
          word("DAY_OF_MONTH", H2_TRINO, DateWords.partOf(TimeUnit.DAY), "EXTRACT"),
          word("DAY_OF_YEAR", H2_TRINO, DateWords.partOf(TimeUnit.DOY), "EXTRACT"),
          word("DOY", TRINO, DateWords.partOf(TimeUnit.DOY), "EXTRACT"),
          word("WEEK_OF_YEAR", TRINO, DateWords.partOf(TimeUnit.WEEK), "EXTRACT"),
          word("YEAR_OF_WEEK", TRINO, DateWords.partOf(TimeUnit.ISOYEAR), "EXTRACT"),
          word("YOW", TRINO, DateWords.partOf(TimeUnit.ISOYEAR), "EXTRACT"),
          word("ISO_YEAR", H2, DateWords.partOf(TimeUnit.ISOYEAR), "EXTRACT"),
          word("ISODOW", DUCKDB, DateWords.partOf(TimeUnit.ISODOW), "EXTRACT"),
          word("ISOYEAR", DUCKDB, DateWords.partOf(TimeUnit.ISOYEAR), "EXTRACT"),
          word("DECADE", DUCKDB, DateWords.partOf(TimeUnit.DECADE), "EXTRACT"),
          word("CENTURY", DUCKDB, DateWords.partOf(TimeUnit.CENTURY), "EXTRACT"),
          word("MILLENNIUM", DUCKDB, DateWords.partOf(TimeUnit.MILLENNIUM), "EXTRACT"),
          word("WEEKOFYEAR", DUCKDB, DateWords.partOf(TimeUnit.WEEK), "EXTRACT"),
          Map.entry(
              "WEEKDAY",
              List.of(
                  new Word(MYSQL, DateWords::daysSinceMonday, Set.of("EXTRACT", "-")),
                  new Word(DUCKDB, DateWords.partOf(TimeUnit.DOW), Set.of("EXTRACT")))),
          word("DATE", Set.of("PostgreSQL", "MariaDB", "MySQL"), DateWords::date, "CAST"),
          word("TIMEZONE", POSTGRES_DUCKDB, TimeZones::function, "CAST"),
          word("TO_TIMESTAMP", POSTGRES, ConstantMoments::toTimestamp),
          word("TO_DATE", POSTGRES, ConstantMoments::toDate),
          word("STRPTIME", DUCKDB, ConstantMoments::strptime),
          word("STR_TO_DATE", MYSQL, ConstantMoments::strToDate),
          Map.entry(
              "MAKE_DATE",
              List.of(
                  new Word(POSTGRES_DUCKDB, ConstantMoments::makeDate, Set.of()),
                  new Word(POSTGRES_DUCKDB, MadeDates::of, MADE))),
          word("DAYNAME", H2_DUCKDB_MYSQL, DateFormats::dayName, "EXTRACT", "CASE"),
          word("MONTHNAME", H2_DUCKDB_MYSQL, DateFormats::monthName, "EXTRACT", "CASE"),
          Map.entry("TO_CHAR", List.of(new Word(POSTGRES, DateFormats::toChar, FORMAT))),
          Map.entry("FORMATDATETIME", List.of(new Word(H2, DateFormats::formatDateTime, FORMAT))),
          Map.entry("FORMAT_DATETIME", List.of(new Word(TRINO, DateFormats::joda, FORMAT))),
          Map.entry("STRFTIME", List.of(new Word(DUCKDB, DateFormats::strftime, FORMAT))),
          Map.entry(
              "DATE_FORMAT",
              List.of(
                  new Word(Set.of("MariaDB", "MySQL", "Trino"), DateFormats::dateFormat, FORMAT),
                  new Word(SPARK, DateFormats::formatDateTime, FORMAT))));

  static final Word INFIX_CAST = new Word(H2_POSTGRES_DUCKDB, ShortCasts::infix, Set.of("CAST"));

  static final Word AT_TIME_ZONE = new Word(POSTGRES_DUCKDB, TimeZones::at, Set.of("CAST"));

  static final Word TRUNCATED_IN_ZONE =
      new Word(POSTGRES, TimeZones::truncated, Set.of("FLOOR", "CAST"));

  /** {@code AGE(born) > INTERVAL '65 years'}. */
  static final List<Word> AGES =
      List.of(
          new Word(
              POSTGRES_DUCKDB,
              AgeComparisons::rewrite,
              Set.of("<", ">=", "<>", "=", "NOT", "AND", "OR")));

  static final Word SLASHES = new Word(DUCKDB, Optional::of, QUOTIENT);

  static final Word DIV = new Word(Set.of("MariaDB", "MySQL", "Spark SQL"), Optional::of, QUOTIENT);

  /** Operators of bits, which bind in another order on MariaDB, MySQL and Spark. */
  private static final Map<String, List<Word>> BITWISE =
      Map.of(
          "&",
          List.of(
              new Word(POSTGRES_DUCKDB, Optional::of, BITS),
              new Word(Set.of("MariaDB", "MySQL", "Spark SQL"), BitWords::ordered, BITS)),
          "|",
          List.of(
              new Word(POSTGRES_DUCKDB, Optional::of, BITS),
              new Word(SPARK, BitWords::ordered, BITS),
              new Word(MYSQL, BitWords::unsigned, unsigned("|"))),
          "<<",
          List.of(
              new Word(POSTGRES_DUCKDB, Optional::of, BITS),
              new Word(MYSQL, BitWords::unsigned, unsigned("<<"))),
          ">>",
          List.of(
              new Word(POSTGRES_DUCKDB, Optional::of, BITS),
              new Word(MYSQL, BitWords::unsigned, unsigned(">>"))),
          "#",
          List.of(new Word(POSTGRES, Optional::of, BITS)));

  /** Functions that the planner knows by their own names, and not all databases have. */
  static final Map<String, Word> OWN =
      Map.of(
          "LOG2",
          new Word(DUCKDB, Optional::of, Set.of()),
          "CBRT",
          new Word(
              Set.of(
                  "PostgreSQL",
                  "DuckDB",
                  "Trino",
                  "Spark SQL"),
              Optional::of,
              Set.of()));

  static final Word TEXT_INTERVAL = new Word(POSTGRES_DUCKDB, WrittenIntervals::ofText, Set.of());

  static final Word ILIKE = new Word(H2_POSTGRES_DUCKDB, Patterns::like, Set.of("LOWER", "LIKE"));

  /** {@code x = ANY (ARRAY[a, b])}. */
  static final Word ANY = new Word(POSTGRES, WrittenLists::listed, Set.of());

  /** {@code GREATEST} and {@code LEAST} of those arguments that are not NULL. */
  static final Word EXTREME = new Word(POSTGRES, Extremes::known, Set.of());

  static final Word RATIO = new Word(H2, Shares::ofTotal, Set.of("SUM", "CAST", "/"));

  /** What is written as CASE on every database. */
  private static final Set<String> CHOICES = Set.of("LEAST", "GREATEST", "COALESCE", "NULLIF");

  private static final Set<String> QUANTILES =
      Set.of(
          "MEDIAN",
          "QUANTILE",
          "QUANTILE_CONT",
          "QUANTILE_DISC",
          "APPROX_QUANTILE",
          "APPROX_QUANTILES",
          "APPROX_PERCENTILE",
          "APPROX_PERCENTILE_CONT",
          "APPROX_PERCENTILE_DISC",
          "PERCENTILE_APPROX");

  /** What is read as other operators on every database, by validation and by Calcite. */
  private static final Map<String, Set<String>> READ_LATER =
      Map.of(
          "FLOOR",
          Set.of("DATE_TRUNC"),
          "EXTRACT",
          Set.of(
              "YEAR",
              "QUARTER",
              "MONTH",
              "WEEK",
              "DAYOFYEAR",
              "DAYOFMONTH",
              "DAYOFWEEK",
              "HOUR",
              "MINUTE",
              "SECOND"),
          "PERCENTILE_CONT",
          QUANTILES,
          "PERCENTILE_DISC",
          QUANTILES);

  /** The words that a call of an operator may have been read from. */
  private static final Map<String, Set<String>> WORDS = words();

  private WordTable() {}

  private static Map.Entry<String, List<Word>> word(
      String name, Set<String> products, Spelling rule, String... operators) {
    return Map.entry(name, List.of(new Word(products, rule, Set.of(operators))));
  }

  /** Another name of a function, with a number of arguments between the two. */
  private static Map.Entry<String, List<Word>> renamed(
      String name, Set<String> products, SqlOperator known, int min, int max) {
    return Map.entry(name, List.of(renaming(products, known, min, max)));
  }

  /** The words of an operator between two integers. */
  static List<Word> bits(Bitwise operator) {
    return BITWISE.getOrDefault(operator.getName(), List.of());
  }

  private static Set<String> unsigned(String sign) {
    Set<String> all = new TreeSet<>(BITS);
    all.add("UNSIGNED " + sign);
    all.add("CASE");
    return Set.copyOf(all);
  }

  /** All bits inverted: the complement of two, less one. */
  private static Optional<SqlNode> complement(SqlCall call) {
    if (call.operandCount() != 1) {
      return Optional.empty();
    }
    SqlParserPos pos = call.getParserPosition();
    return Optional.of(
        SqlStdOperatorTable.MINUS.createCall(pos, Trees.number(-1, pos), call.operand(0)));
  }

  private static Word renaming(Set<String> products, SqlOperator known, int min, int max) {
    return new Word(
        products,
        call ->
            call.operandCount() >= min && call.operandCount() <= max
                ? Optional.of(known.createCall(call.getParserPosition(), call.getOperandList()))
                : Optional.empty(),
        writtenOut(known));
  }

  /** Digits before the point are not cut off. */
  private static Optional<SqlNode> truncated(SqlCall call) {
    return call.operandCount() == 1
            || (call.operandCount() == 2
                && call.operand(1) instanceof SqlNumericLiteral digits
                && digits.isInteger())
        ? Optional.of(
            WholePart.FUNCTION.createCall(call.getParserPosition(), call.getOperandList()))
        : Optional.empty();
  }

  /** What the planner meets. */
  private static Set<String> writtenOut(SqlOperator known) {
    return known instanceof Bitwise
        ? Set.of(known.getName(), "MOD", "CAST", "WHOLE_QUOTIENT", "+", "-", "*")
        : Set.of(known.getName());
  }

  private static Map<String, Set<String>> words() {
    Map<String, Set<String>> words = new TreeMap<>();
    FUNCTIONS.forEach((name, rules) -> rules.forEach(rule -> put(words, rule, name)));
    put(words, INFIX_CAST, "::");
    put(words, SLASHES, "//");
    put(words, DIV, "DIV");
    BITWISE.forEach((sign, rules) -> rules.forEach(rule -> put(words, rule, sign)));
    put(words, ILIKE, "ILIKE");
    put(words, ILIKE, "NOT ILIKE");
    put(words, RATIO, "RATIO_TO_REPORT");
    words.computeIfAbsent("CASE", o -> new TreeSet<>()).addAll(CHOICES);
    READ_LATER.forEach(
        (operator, names) -> words.computeIfAbsent(operator, o -> new TreeSet<>()).addAll(names));
    return words;
  }

  private static void put(Map<String, Set<String>> words, Word rule, String name) {
    rule.operators()
        .forEach(operator -> words.computeIfAbsent(operator, o -> new TreeSet<>()).add(name));
  }

  /** The words, in upper case, that a call of the operator may stand for. */
  static Set<String> readAs(String operator) {
    return WORDS.getOrDefault(operator.toUpperCase(Locale.ROOT), Set.of());
  }
}
