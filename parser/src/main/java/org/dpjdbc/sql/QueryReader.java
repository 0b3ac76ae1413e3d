package org.dpjdbc.sql;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlHint;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;

/** From text to a parsed query; anything but a query is refused here. */
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

  private final ParserSettings settings;

  /**
   * Creates a reader.
   *
   * @param settings the database's spelling
   */
  public QueryReader(ParserSettings settings) {
    this.settings = settings;
  }

  /**
   * Reads one statement.
   *
   * @throws RefusedException if the text is not SQL, no query, or out of bounds
   */
  public ParsedQuery read(String text) {
    SqlNode statement = parse(text);
    boolean explain = statement instanceof SqlExplainPrivacy;
    SqlNode query = statement instanceof SqlExplainPrivacy e ? e.query() : statement;
    if (!query.isA(SqlKind.QUERY)) {
      throw Messages.notAQuery(query.getKind().sql).at(Position.of(query.getParserPosition()));
    }
    Optional<SqlHint> hint = Hints.find(query);
    return new ParsedQuery(
        JdbcFunctions.upper(Hints.remove(query)),
        explain,
        hint.map(Hints::options).orElse(DpOptions.NONE),
        hint.map(SqlHint::getParserPosition).map(Position::of));
  }

  private SqlNode parse(String text) {
    try {
      return DpParser.parse(text, settings);
    } catch (SqlTextException e) {
      throw Messages.textRefused(String.valueOf(e.getMessage()))
          .at(new Position(e.line(), e.column(), e.line(), e.column()));
    } catch (SqlParseException e) {
      if (STATEMENTS.contains(firstWord(text))) {
        throw Messages.notAQuery(firstWord(text))
            .at(new Position(1, 1, 1, firstWord(text).length()));
      }
      throw Messages.syntax(String.valueOf(e.getMessage())).at(Position.of(e.getPos()));
    }
  }

  private static String firstWord(String text) {
    String[] words = text.strip().split("[^A-Za-z]", 2);
    return words[0].toUpperCase(Locale.ROOT);
  }
}
