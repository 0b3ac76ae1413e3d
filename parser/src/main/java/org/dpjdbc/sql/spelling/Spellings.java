package org.dpjdbc.sql.spelling;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.avatica.util.TimeUnit;
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
  private static final Set<String> TRINO = Set.of("Trino");
  private static final Set<String> SPARK = Set.of("Spark SQL");
  private static final Set<String> H2_DUCKDB_MYSQL = Set.of("H2", "DuckDB", "MariaDB", "MySQL");
  private static final Set<String> H2_MYSQL = Set.of("H2", "MariaDB", "MySQL");
  private static final Set<String> H2_POSTGRES_DUCKDB = Set.of("H2", "PostgreSQL", "DuckDB");
  private static final Set<String> POSTGRES_DUCKDB = Set.of("PostgreSQL", "DuckDB");

  /** A rule, and the databases whose word means what it says. */
  private record Word(Set<String> products, Spelling rule) {}

  /** The functions, each with its rules; the first that fits is taken. */
  private static final Map<String, List<Word>> FUNCTIONS =
      Map.ofEntries(
          word("NVL", Set.of("H2", "MariaDB", "Spark SQL"), Choices::coalesce),
          word(
              "IFNULL", Set.of("H2", "DuckDB", "MariaDB", "MySQL", "Spark SQL"), Choices::coalesce),
          word("DECODE", H2, Choices::decode),
          word(
              "IF", Set.of("DuckDB", "MariaDB", "MySQL", "Trino", "Spark SQL"), Choices::condition),
          word("IIF", Set.of("Microsoft SQL Server", "SQLite"), Choices::condition),
          word("CASEWHEN", H2, Choices::condition),
          word("NVL2", Set.of("H2", "MariaDB"), Choices::known),
          word(
              "LENGTH",
              Set.of("H2", "PostgreSQL", "DuckDB", "Trino", "Spark SQL"),
              renamed(SqlStdOperatorTable.CHAR_LENGTH, 1, 1)),
          word(
              "SUBSTR",
              Set.of("H2", "PostgreSQL", "DuckDB", "MariaDB", "MySQL", "Trino", "Spark SQL"),
              renamed(SqlStdOperatorTable.SUBSTRING, 2, 3)),
          word("LCASE", H2_MYSQL, renamed(SqlStdOperatorTable.LOWER, 1, 1)),
          word("UCASE", H2_MYSQL, renamed(SqlStdOperatorTable.UPPER, 1, 1)),
          word("TRUNC", Set.of("H2", "PostgreSQL"), renamed(SqlStdOperatorTable.TRUNCATE, 1, 2)),
          Map.entry(
              "LOG",
              List.of(
                  new Word(H2_MYSQL, renamed(SqlStdOperatorTable.LN, 1, 1)),
                  new Word(POSTGRES_DUCKDB, renamed(SqlStdOperatorTable.LOG10, 1, 1)))),
          word("STD", MYSQL, renamed(SqlStdOperatorTable.STDDEV_POP, 1, 1)),
          word("STDDEV", MYSQL, renamed(SqlStdOperatorTable.STDDEV_POP, 1, 1)),
          word("VARIANCE", MYSQL, renamed(SqlStdOperatorTable.VAR_POP, 1, 1)),
          word("COUNT_IF", Set.of("DuckDB", "Trino", "Spark SQL"), Choices::countIf),
          word("COUNTIF", DUCKDB, Choices::countIf),
          word("APPROX_COUNT_DISTINCT", Set.of("DuckDB", "Spark SQL"), Choices::countDistinct),
          word("APPROX_DISTINCT", TRINO, Choices::countDistinct),
          word(
              "RIGHT",
              Set.of("H2", "PostgreSQL", "DuckDB", "MariaDB", "MySQL", "Spark SQL"),
              TextWords::right),
          word(
              "LPAD",
              Set.of("H2", "PostgreSQL", "DuckDB", "MariaDB", "MySQL", "Trino", "Spark SQL"),
              TextWords::filledLeft),
          word(
              "RPAD",
              Set.of("H2", "PostgreSQL", "DuckDB", "MariaDB", "MySQL", "Trino", "Spark SQL"),
              TextWords::filledRight),
          Map.entry(
              "CONCAT",
              List.of(
                  new Word(H2_POSTGRES_DUCKDB, TextWords::joined),
                  new Word(
                      Set.of("MariaDB", "MySQL", "Trino", "Spark SQL"), TextWords::joinedIfKnown))),
          word(
              "CONCAT_WS",
              Set.of("H2", "PostgreSQL", "DuckDB", "MariaDB", "MySQL", "Trino", "Spark SQL"),
              TextWords::joinedBy),
          word("SPLIT_PART", Set.of("PostgreSQL", "DuckDB", "Spark SQL"), TextWords::piece),
          word(
              "POW",
              Set.of("PostgreSQL", "DuckDB", "MariaDB", "MySQL", "Trino", "Spark SQL"),
              renamed(SqlStdOperatorTable.POWER, 2, 2)),
          Map.entry(
              "DATEDIFF",
              List.of(
                  new Word(H2, DateWords::differenceButOfWeeks),
                  new Word(DUCKDB, DateWords::difference),
                  new Word(MYSQL, DateWords::daysBetween),
                  new Word(SPARK, DateWords::daysBetween))),
          Map.entry("DATE_DIFF", List.of(new Word(DUCKDB, DateWords::difference))),
          word("DATEADD", H2, DateWords::addition),
          Map.entry(
              "DATE_ADD",
              List.of(
                  new Word(MYSQL, DateWords::plusInterval), new Word(TRINO, DateWords::addition))),
          Map.entry("DATE_SUB", List.of(new Word(MYSQL, DateWords::minusInterval))),
          word("DAYNAME", H2_DUCKDB_MYSQL, DateFormats::dayName),
          word("MONTHNAME", H2_DUCKDB_MYSQL, DateFormats::monthName),
          word("DAY_OF_WEEK", H2, DateWords.partOf(TimeUnit.DOW)),
          word("ISO_DAY_OF_WEEK", H2, DateWords.partOf(TimeUnit.ISODOW)),
          word("DAY_OF_MONTH", H2, DateWords.partOf(TimeUnit.DAY)),
          word("DAY_OF_YEAR", H2, DateWords.partOf(TimeUnit.DOY)),
          word("ISO_YEAR", H2, DateWords.partOf(TimeUnit.ISOYEAR)),
          word("ISODOW", DUCKDB, DateWords.partOf(TimeUnit.ISODOW)),
          word("ISOYEAR", DUCKDB, DateWords.partOf(TimeUnit.ISOYEAR)),
          word("WEEKOFYEAR", DUCKDB, DateWords.partOf(TimeUnit.WEEK)),
          Map.entry(
              "WEEKDAY",
              List.of(
                  new Word(MYSQL, DateWords::daysSinceMonday),
                  new Word(DUCKDB, DateWords.partOf(TimeUnit.DOW)))),
          word("LAST_DAY", Set.of("DuckDB", "MariaDB", "MySQL", "Spark SQL"), DateWords::lastDay),
          word("TO_TIMESTAMP", POSTGRES, ConstantMoments::toTimestamp),
          word("TO_DATE", POSTGRES, ConstantMoments::toDate),
          word("STRPTIME", DUCKDB, ConstantMoments::strptime),
          word("STR_TO_DATE", MYSQL, ConstantMoments::strToDate),
          word("MAKE_DATE", POSTGRES_DUCKDB, ConstantMoments::makeDate),
          Map.entry(
              "DATE_PART",
              List.of(
                  new Word(DUCKDB, DateWords::part), new Word(POSTGRES, DateWords::floatingPart))),
          word("DATEPART", DUCKDB, DateWords::part),
          word("DATE", Set.of("PostgreSQL", "MariaDB", "MySQL"), DateWords::date),
          word("TO_CHAR", POSTGRES, DateFormats::toChar),
          word("FORMATDATETIME", H2, DateFormats::formatDateTime),
          word("STRFTIME", DUCKDB, DateFormats::strftime),
          Map.entry(
              "DATE_FORMAT",
              List.of(
                  new Word(Set.of("MariaDB", "MySQL", "Trino"), DateFormats::dateFormat),
                  new Word(SPARK, DateFormats::formatDateTime))));

  private final String product;
  private boolean changed;

  private Spellings(String product) {
    this.product = product;
  }

  private static Map.Entry<String, List<Word>> word(
      String name, Set<String> products, Spelling rule) {
    return Map.entry(name, List.of(new Word(products, rule)));
  }

  /** Another name of a function, with a number of arguments between the two. */
  private static Spelling renamed(SqlOperator known, int min, int max) {
    return call ->
        call.operandCount() >= min && call.operandCount() <= max
            ? Optional.of(known.createCall(call.getParserPosition(), call.getOperandList()))
            : Optional.empty();
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
      return Optional.of(only(H2_POSTGRES_DUCKDB, "::", Casts::infix, call));
    } else if (TextInterval.is(call)) {
      return Optional.of(only(POSTGRES_DUCKDB, "INTERVAL", Intervals::ofText, call));
    } else if (call.getOperator().equals(SqlLibraryOperators.ILIKE)
        || call.getOperator().equals(SqlLibraryOperators.NOT_ILIKE)) {
      return apply(new Word(H2_POSTGRES_DUCKDB, Patterns::like), call);
    } else if (call.getKind() == SqlKind.INTERVAL) {
      return Intervals.ofNumber(call);
    } else if (call.getKind() == SqlKind.EXTRACT) {
      return apply(new Word(H2, DateWords::namedPart), call);
    } else if (call.getKind() == SqlKind.OVER) {
      return apply(new Word(H2, Shares::ofTotal), call);
    } else if (call.getOperator() instanceof SqlFunction function
        && call.getFunctionQuantifier() == null) {
      String name = function.getName().toUpperCase(Locale.ROOT);
      return FUNCTIONS.getOrDefault(name, List.of()).stream()
          .flatMap(word -> apply(word, call).stream())
          .findFirst();
    }
    return Optional.empty();
  }

  private Optional<SqlNode> apply(Word word, SqlCall call) {
    return word.products().contains(product) ? word.rule().rewrite(call) : Optional.empty();
  }

  /** What the grammar reads on all databases, and not all have. */
  private SqlNode only(Set<String> products, String word, Spelling rule, SqlCall call) {
    return apply(new Word(products, rule), call)
        .orElseThrow(
            () -> ParseMessages.spellingNotOffered(word).at(Position.of(call.getParserPosition())));
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
