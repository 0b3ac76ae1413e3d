package org.dpjdbc.sql.parse;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlHint;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.dpjdbc.sql.dialect.common.ParserSettings;
import org.dpjdbc.sql.grammar.SqlCreateRelease;
import org.dpjdbc.sql.grammar.SqlExplainPrivacy;
import org.dpjdbc.sql.refusal.AnalysisSteps;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.rewrite.GoogleAggregates;
import org.jspecify.annotations.Nullable;

/** Parses SQL to a query; anything but a query is refused here. */
public final class QueryReader {
  private static final Set<String> STATEMENTS =
      Set.of(
          "ALTER",
          "ANALYZE",
          "BEGIN",
          "CALL",
          "COMMENT",
          "COMMIT",
          "COPY",
          "CREATE",
          "DELETE",
          "DO",
          "DROP",
          "EXEC",
          "EXECUTE",
          "GRANT",
          "INSERT",
          "KILL",
          "LOAD",
          "LOCK",
          "MERGE",
          "RENAME",
          "REPLACE",
          "RESET",
          "REVOKE",
          "ROLLBACK",
          "RUNSCRIPT",
          "SAVEPOINT",
          "SCRIPT",
          "SET",
          "SHUTDOWN",
          "START",
          "TRUNCATE",
          "UPDATE",
          "UPSERT",
          "USE",
          "VACUUM");

  /** Keywords that are keywords wherever they stand: they are never meant as names. */
  private static final Set<String> OF_CLAUSES =
      Set.of(
          """
          ALL AND AS ASC BETWEEN BY CASE CAST CROSS DESC DISTINCT ELSE END EXCEPT EXISTS EXTRACT
          FALSE FETCH FILTER FROM FULL GROUP HAVING IN INNER INTERSECT IS JOIN LEFT LIKE LIMIT
          MINUS NATURAL NOT NULL OFFSET ON OR ORDER OVER PARTITION QUALIFY RIGHT SELECT TABLESAMPLE
          THEN TRUE UNION USING WHEN WHERE WINDOW WITH WITHIN
          """
              .strip()
              .split("\\s+"));

  private static final Pattern BEGINNING = Pattern.compile("^[A-Za-z]\\w*");
  private static final Pattern END = Pattern.compile("[A-Za-z]\\w*+(?=\\s*+$)");

  /** What may stand before a statement: tools put comments there. */
  private static final Pattern FIRST = Pattern.compile("\\A(?:\\s|--[^\\n]*+|/\\*(?s:.*?)\\*/)*+");

  private final ParserSettings settings;
  private final boolean releases;

  /**
   * Creates a reader of queries alone.
   *
   * @param settings the lexical settings of the database
   */
  public QueryReader(ParserSettings settings) {
    this(settings, /* releases= */ false);
  }

  /**
   * Creates a reader.
   *
   * @param settings the lexical settings of the database
   * @param releases whether answers may be kept: {@code CREATE TABLE name AS query}
   */
  public QueryReader(ParserSettings settings, boolean releases) {
    this.settings = settings;
    this.releases = releases;
  }

  /**
   * Reads one statement.
   *
   * @throws RefusedException if the text is not SQL, no query, or out of bounds
   */
  public ParsedQuery read(String text) {
    AnalysisSteps.pass(AnalysisSteps.Pass.PARSE);
    SqlNode statement = parse(text);
    Optional<SqlExplainPrivacy.Form> explain =
        statement instanceof SqlExplainPrivacy e ? Optional.of(offered(e)) : Optional.empty();
    if (statement instanceof SqlCreateRelease && !releases) {
      throw ParseMessages.notAQuery(firstKeyword(text)).at(atFirstKeyword(text));
    }
    SqlNode written =
        statement instanceof SqlExplainPrivacy e
            ? e.query()
            : statement instanceof SqlCreateRelease release ? release.query() : statement;
    if (!written.isA(SqlKind.QUERY)) {
      String word = firstKeyword(text);
      throw ParseMessages.notAQuery(word.isEmpty() ? written.getKind().sql : word)
          .at(Position.of(written.getParserPosition()));
    }
    SqlNode query = selected(written);
    List<SqlHint> hints = Hints.find(query);
    boolean several = hints.size() > 1;
    List<DpClause> clauses = several ? DpClause.of(hints) : List.of();
    DpOptions options =
        several
            ? DpClause.total(clauses)
            : hints.stream().map(Hints::options).findFirst().orElse(DpOptions.NONE);
    SqlNode bounded =
        GoogleAggregates.bounded(Hints.remove(query, several ? places(hints) : Map.of()));
    return new ParsedQuery(
        JdbcFunctions.upper(bounded),
        explain,
        options,
        clauses,
        hints.stream().map(hint -> Position.of(hint.getParserPosition())).findFirst(),
        statement instanceof SqlCreateRelease release
            ? Optional.of(ReleaseTarget.of(release.name()))
            : Optional.empty());
  }

  /** {@code TABLE t} is {@code SELECT * FROM t}. */
  private static SqlNode selected(SqlNode query) {
    SqlNode selected =
        query.accept(
            new SqlShuttle() {
              @Override
              public @Nullable SqlNode visit(SqlCall call) {
                return call.getKind() == SqlKind.EXPLICIT_TABLE ? all(call) : super.visit(call);
              }
            });
    return Objects.requireNonNull(selected, "a query");
  }

  private static SqlSelect all(SqlCall table) {
    SqlParserPos at = table.operand(0).getParserPosition();
    SqlNodeList star = new SqlNodeList(List.of(SqlIdentifier.star(at)), at);
    return new SqlSelect(
        at,
        null,
        star,
        table.operand(0),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        SqlNodeList.EMPTY);
  }

  private static SqlExplainPrivacy.Form offered(SqlExplainPrivacy explain) {
    return switch (explain.form()) {
      case ANALYZE -> throw ParseMessages.explainAnalyze().at(position(explain));
      case OTHER -> throw ParseMessages.explainFormat().at(position(explain));
      default -> explain.form();
    };
  }

  private static Position position(SqlExplainPrivacy explain) {
    Position at = Position.of(explain.getParserPosition());
    return new Position(at.line(), at.column(), at.line(), at.column() + "EXPLAIN".length() - 1);
  }

  private static Map<SqlParserPos, Integer> places(List<SqlHint> hints) {
    Map<SqlParserPos, Integer> places = new HashMap<>();
    hints.forEach(hint -> places.put(hint.getParserPosition(), places.size()));
    return places;
  }

  private SqlNode parse(String text) {
    try {
      return DpParser.parse(text, settings);
    } catch (SqlSyntaxException e) {
      throw ParseMessages.statementRefused(String.valueOf(e.getMessage()))
          .at(new Position(e.line(), e.column(), e.line(), e.column()));
    } catch (SqlParseException e) {
      String word = firstKeyword(text);
      if (releases && (word.equals("CREATE") || word.equals("DROP"))) {
        throw ParseMessages.releaseForm(word).at(atFirstKeyword(text));
      } else if (STATEMENTS.contains(word)) {
        throw ParseMessages.notAQuery(word).at(atFirstKeyword(text));
      }
      Position at = Position.of(e.getPos());
      String before = before(text, at);
      throw ParseMessages.syntax(
              String.valueOf(e.getMessage()),
              before,
              keyword(before, text.substring(before.length())))
          .at(at);
    } catch (CalciteException | ArithmeticException | IllegalArgumentException e) {
      // Of a literal, as the parser reads it.
      throw ParseMessages.syntax("a word or literal is not understood").at(atFirstKeyword(text));
    }
  }

  /** A hint to quote the keyword at the error or before it, unless it begins a clause. */
  private Optional<String> keyword(String before, String rest) {
    SqlAbstractParserImpl.Metadata words = SqlParser.create("", settings.toCalcite()).getMetadata();
    return Stream.of(BEGINNING.matcher(rest), END.matcher(before))
        .filter(Matcher::find)
        .map(Matcher::group)
        .filter(word -> words.isReservedWord(word.toUpperCase(Locale.ROOT)))
        .filter(word -> !OF_CLAUSES.contains(word.toUpperCase(Locale.ROOT)))
        .findFirst()
        .map(word -> ParseMessages.keyword(word, settings.quoted(word)));
  }

  private static String before(String text, Position at) {
    int start =
        text.lines().limit(at.line() - 1L).mapToInt(line -> line.length() + 1).sum()
            + at.column()
            - 1;
    return text.substring(0, Math.min(Math.max(start, 0), text.length()));
  }

  private static Position atFirstKeyword(String text) {
    int start = FIRST.matcher(text).results().mapToInt(MatchResult::end).findFirst().orElse(0);
    int line = (int) text.substring(0, start).chars().filter(c -> c == '\n').count() + 1;
    int column = start - text.lastIndexOf('\n', start - 1);
    return new Position(line, column, line, column + firstKeyword(text).length() - 1);
  }

  private static String firstKeyword(String text) {
    String[] words = FIRST.matcher(text).replaceFirst("").split("[^A-Za-z]", 2);
    return words[0].toUpperCase(Locale.ROOT);
  }
}
