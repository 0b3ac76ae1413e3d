package org.dpjdbc.sql.spelling;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlShuttle;
import org.dpjdbc.sql.grammar.TextInterval;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;
import org.dpjdbc.sql.refusal.RefusedException;
import org.jspecify.annotations.Nullable;

/** A query whose words are a database's own, rewritten in those that the planner knows. */
public final class Spellings extends SqlShuttle {
  /** By how many nodes a query may grow: an argument that is repeated may hold another. */
  static final int MAX_GROWTH = 20_000;

  /** As deep as the parser lets a query be. */
  static final int MAX_DEPTH = 250;

  private static final Set<String> H2 = Set.of("H2");
  private static final Set<String> POSTGRES = Set.of("PostgreSQL");
  private static final Set<String> DUCKDB = Set.of("DuckDB");
  private static final Set<String> MYSQL = Set.of("MariaDB", "MySQL");
  private static final Set<String> H2_MYSQL = Set.of("H2", "MariaDB", "MySQL");
  private static final Set<String> H2_POSTGRES_DUCKDB = Set.of("H2", "PostgreSQL", "DuckDB");
  private static final Set<String> POSTGRES_DUCKDB = Set.of("PostgreSQL", "DuckDB");

  /**
   * A rule, and the databases whose word means what it says.
   *
   * @param operators that the planner meets instead of the word, by their names in messages
   */
  private record Word(Set<String> products, Spelling rule, Set<String> operators) {}

  /** What a difference of dates, and a shifted date, is computed with. */
  private static final Set<String> DIFFERENCE =
      Set.of("TIMESTAMPDIFF", "MINUS_DATE", "FLOOR", "CAST");

  private static final Set<String> SHIFT =
      Set.of("TIMESTAMPADD", "DATETIME_PLUS", "MINUS_DATE", "CAST", "+", "-");

  private static final Set<String> FORMAT =
      Set.of("EXTRACT", "CAST", "CASE", "LPAD", "||", "CONCAT", "FLOOR", "SUBSTRING");

  /** The functions, each with its rules; the first that fits is taken. */
  private static final Map<String, List<Word>> FUNCTIONS =
      Map.ofEntries(
          word("NVL", Set.of("H2", "MariaDB"), Choices::coalesce, "COALESCE", "CASE"),
          word(
              "IFNULL",
              Set.of("H2", "DuckDB", "MariaDB", "MySQL"),
              Choices::coalesce,
              "COALESCE",
              "CASE"),
          word("DECODE", H2, Choices::decode, "CASE", "IS NOT DISTINCT FROM"),
          word("IF", Set.of("DuckDB", "MariaDB", "MySQL"), Choices::condition, "CASE"),
          word("CASEWHEN", H2, Choices::condition, "CASE"),
          word("NVL2", Set.of("H2", "MariaDB"), Choices::known, "CASE"),
          renamed("LENGTH", H2_POSTGRES_DUCKDB, SqlStdOperatorTable.CHAR_LENGTH, 1, 1),
          renamed(
              "SUBSTR",
              Set.of("H2", "PostgreSQL", "DuckDB", "MariaDB", "MySQL"),
              SqlStdOperatorTable.SUBSTRING,
              2,
              3),
          renamed("LCASE", H2_MYSQL, SqlStdOperatorTable.LOWER, 1, 1),
          renamed("UCASE", H2_MYSQL, SqlStdOperatorTable.UPPER, 1, 1),
          renamed("TRUNC", Set.of("H2", "PostgreSQL"), SqlStdOperatorTable.TRUNCATE, 1, 2),
          Map.entry(
              "LOG",
              List.of(
                  renaming(H2_MYSQL, SqlStdOperatorTable.LN, 1, 1),
                  renaming(POSTGRES_DUCKDB, SqlStdOperatorTable.LOG10, 1, 1))),
          renamed("STD", MYSQL, SqlStdOperatorTable.STDDEV_POP, 1, 1),
          renamed("STDDEV", MYSQL, SqlStdOperatorTable.STDDEV_POP, 1, 1),
          renamed("VARIANCE", MYSQL, SqlStdOperatorTable.VAR_POP, 1, 1),
          word("COUNT_IF", DUCKDB, Choices::countIf, "COUNT", "CASE"),
          word("COUNTIF", DUCKDB, Choices::countIf, "COUNT", "CASE"),
          word("APPROX_COUNT_DISTINCT", DUCKDB, Choices::countDistinct, "COUNT"),
          Map.entry(
              "DATEDIFF",
              List.of(
                  new Word(H2, DateWords::differenceButOfWeeks, DIFFERENCE),
                  new Word(DUCKDB, DateWords::difference, DIFFERENCE),
                  new Word(MYSQL, DateWords::daysBetween, DIFFERENCE))),
          Map.entry("DATE_DIFF", List.of(new Word(DUCKDB, DateWords::difference, DIFFERENCE))),
          Map.entry("DATEADD", List.of(new Word(H2, DateWords::addition, SHIFT))),
          Map.entry("DATE_ADD", List.of(new Word(MYSQL, DateWords::plusInterval, SHIFT))),
          Map.entry("DATE_SUB", List.of(new Word(MYSQL, DateWords::minusInterval, SHIFT))),
          Map.entry(
              "DATE_PART",
              List.of(
                  new Word(DUCKDB, DateWords::part, Set.of("EXTRACT")),
                  new Word(POSTGRES, DateWords::floatingPart, Set.of("EXTRACT", "CAST")))),
          word("DATEPART", DUCKDB, DateWords::part, "EXTRACT"),
          word("DATE", Set.of("PostgreSQL", "MariaDB", "MySQL"), DateWords::date, "CAST"),
          Map.entry("TO_CHAR", List.of(new Word(POSTGRES, DateFormats::toChar, FORMAT))),
          Map.entry("FORMATDATETIME", List.of(new Word(H2, DateFormats::formatDateTime, FORMAT))),
          Map.entry("STRFTIME", List.of(new Word(DUCKDB, DateFormats::strftime, FORMAT))),
          Map.entry("DATE_FORMAT", List.of(new Word(MYSQL, DateFormats::dateFormat, FORMAT))));

  private static final Word INFIX_CAST = new Word(H2_POSTGRES_DUCKDB, Casts::infix, Set.of("CAST"));

  private static final Word TEXT_INTERVAL = new Word(POSTGRES_DUCKDB, Intervals::ofText, Set.of());

  private static final Word ILIKE =
      new Word(H2_POSTGRES_DUCKDB, Patterns::like, Set.of("LOWER", "LIKE"));

  private static final Word RATIO = new Word(H2, Shares::ofTotal, Set.of("SUM", "CAST", "/"));

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

  private final String product;
  private boolean changed;

  private Spellings(String product) {
    this.product = product;
  }

  private static Map.Entry<String, List<Word>> word(
      String name, Set<String> products, Spelling rule, String... operators) {
    return Map.entry(name, List.of(new Word(products, rule, Set.of(operators))));
  }

  /** Another name of a function, with a number of arguments between the two. */
  private static Map.Entry<String, List<Word>> renamed(
      String name, Set<String> products, SqlOperator known, int min, int max) {
    return Map.entry(name, List.of(renaming(products, known, min, max)));
  }

  private static Word renaming(Set<String> products, SqlOperator known, int min, int max) {
    return new Word(
        products,
        call ->
            call.operandCount() >= min && call.operandCount() <= max
                ? Optional.of(known.createCall(call.getParserPosition(), call.getOperandList()))
                : Optional.empty(),
        Set.of(known.getName()));
  }

  private static Map<String, Set<String>> words() {
    Map<String, Set<String>> words = new TreeMap<>();
    FUNCTIONS.forEach((name, rules) -> rules.forEach(rule -> put(words, rule, name)));
    put(words, INFIX_CAST, "::");
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
  public static Set<String> readAs(String operator) {
    return WORDS.getOrDefault(operator.toUpperCase(Locale.ROOT), Set.of());
  }

  /**
   * The query in known words; the given tree is left as it is.
   *
   * @param product the database's name
   * @throws RefusedException for a word in a form that is not offered, and for a query that grows
   *     too large
   */
  public static SqlNode standard(SqlNode query, String product) {
    Spellings spellings = new Spellings(product);
    SqlNode result = Objects.requireNonNull(query.accept(spellings), "a query");
    if (!spellings.changed) {
      return query;
    }
    check(result, size(query, Integer.MAX_VALUE - MAX_GROWTH - 1) + MAX_GROWTH);
    return copy(result);
  }

  /** A node like the given one that shares no part with it that validation changes. */
  public static SqlNode copy(SqlNode node) {
    return Objects.requireNonNull(node.accept(new Copy()), "a node");
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    SqlNode visited = super.visit(call);
    Optional<SqlNode> known =
        visited instanceof SqlCall inner ? rewritten(inner) : Optional.<SqlNode>empty();
    changed |= known.isPresent();
    return known.orElse(visited);
  }

  private Optional<SqlNode> rewritten(SqlCall call) {
    if (call.getOperator().equals(SqlLibraryOperators.INFIX_CAST)) {
      return Optional.of(only(INFIX_CAST, "::", Casts.infix(call), call));
    } else if (TextInterval.is(call)) {
      return Optional.of(only(TEXT_INTERVAL, "INTERVAL", Intervals.known(call), call));
    } else if (call.getOperator().equals(SqlLibraryOperators.ILIKE)
        || call.getOperator().equals(SqlLibraryOperators.NOT_ILIKE)) {
      return apply(ILIKE, call);
    } else if (call.getKind() == SqlKind.INTERVAL) {
      return Intervals.ofNumber(call);
    } else if (call.getKind() == SqlKind.OVER) {
      return apply(RATIO, call);
    } else if (call.getOperator() instanceof SqlFunction function
        && call.getFunctionQuantifier() == null) {
      String name = function.getName().toUpperCase(Locale.ROOT);
      Optional<SqlNode> clamp = Choices.clamp(call);
      return clamp.isPresent()
          ? clamp
          : FUNCTIONS.getOrDefault(name, List.of()).stream()
              .flatMap(word -> apply(word, call).stream())
              .findFirst();
    }
    return Optional.empty();
  }

  private Optional<SqlNode> apply(Word word, SqlCall call) {
    return word.products().contains(product) ? word.rule().rewrite(call) : Optional.empty();
  }

  /**
   * What the grammar reads on all databases, and not all have.
   *
   * @param standard what it is read as where it is offered
   */
  private SqlNode only(Word word, String name, Optional<SqlNode> standard, SqlCall call) {
    return apply(word, call)
        .orElseThrow(
            () ->
                ParseMessages.spellingNotOffered(name, standard.flatMap(WrittenNodes::text))
                    .at(Position.of(call.getParserPosition())));
  }

  private record Place(SqlNode node, int depth) {}

  private static void check(SqlNode root, int limit) {
    if (size(root, limit) > limit) {
      throw ParseMessages.growsTooLarge().at(Position.of(root.getParserPosition()));
    }
  }

  /** How many nodes there are, or more than the limit; {@code limit + 1} where it is too deep. */
  private static int size(SqlNode root, int limit) {
    Deque<Place> open = new ArrayDeque<>();
    open.push(new Place(root, 1));
    int count = 0;
    while (!open.isEmpty() && count <= limit) {
      Place place = open.pop();
      if (place.depth > MAX_DEPTH) {
        return limit + 1;
      }
      count++;
      List<? extends @Nullable SqlNode> children =
          place.node instanceof SqlCall call
              ? call.getOperandList()
              : place.node instanceof SqlNodeList list ? list.getList() : List.of();
      for (SqlNode child : children) {
        if (child != null) {
          open.push(new Place(child, place.depth + 1));
        }
      }
    }
    return count;
  }

  /** Validation changes names and calls in place, so none may stand in two places. */
  private static final class Copy extends SqlShuttle {
    @Override
    public @Nullable SqlNode visit(SqlCall call) {
      CallCopyingArgHandler copies = new CallCopyingArgHandler(call, /* alwaysCopy= */ true);
      call.getOperator().acceptCall(this, call, false, copies);
      return copies.result();
    }

    @Override
    public SqlNode visit(SqlIdentifier identifier) {
      return identifier.clone(identifier.getParserPosition());
    }
  }
}
