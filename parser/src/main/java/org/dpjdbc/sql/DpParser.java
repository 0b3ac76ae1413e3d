package org.dpjdbc.sql;

import org.apache.calcite.sql.SqlHint;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;

/**
 * Reads one SQL statement: Calcite's grammar, extended.
 *
 * <ul>
 *   <li>{@code SELECT WITH DIFFERENTIAL_PRIVACY [OPTIONS (name = value, ...)] ...} puts an {@link
 *       SqlHint} named {@code DP} into the {@link SqlSelect}'s hints, exactly as {@code SELECT /*+
 *       DP(name = value) *}{@code / ...} does. A value is a string, a name, a number, a boolean or
 *       NULL; {@link SqlHint#getOptionKVPairs()} gives each as it was written.
 *   <li>{@code EXPLAIN PRIVACY FOR query} gives an {@link SqlExplainPrivacy}.
 *   <li>{@code SELECT [DISTINCT] TOP n ...} is read as {@code FETCH FIRST n ROWS ONLY}.
 * </ul>
 *
 * The new words stay usable as names. A trailing semicolon is allowed, a second statement is not.
 *
 * <p>Limits: {@value CharacterCheck#MAX_LENGTH} characters, {@value TokenCheck#MAX_TOKENS} words
 * and signs, {@value TokenCheck#MAX_NESTING} levels of brackets and CASE, {@value
 * TokenCheck#MAX_CHAIN} operators in a row, {@value TreeCheck#MAX_DEPTH} levels of the tree. Within
 * them neither the parser nor a recursive walk over its result overflows the stack.
 */
public final class DpParser {
  private DpParser() {}

  /**
   * Parses one statement of any kind; that it is a query is for the caller to check.
   *
   * @param text the statement
   * @param settings the database's spelling
   * @return the parse tree, at most {@value TreeCheck#MAX_DEPTH} levels deep
   * @throws SqlParseException if the text is not SQL; its {@code getPos()} is not null
   * @throws SqlTextException if the text is refused for its size, depth, characters, prefixed
   *     literals (charset, {@code N}, {@code U&}, {@code E}) or a second statement
   */
  public static SqlNode parse(String text, ParserSettings settings)
      throws SqlParseException, SqlTextException {
    CharacterCheck.check(text);
    SqlParser.Config config = settings.toCalcite();
    TokenCheck.check(text, config);
    SqlNode statement = parseOne(text, config);
    TreeCheck.check(statement);
    return statement;
  }

  private static SqlNode parseOne(String text, SqlParser.Config config)
      throws SqlParseException, SqlTextException {
    try {
      SqlNodeList statements = SqlParser.create(text, config).parseStmtList();
      return statements.get(0);
    } catch (SqlParseException e) {
      // The limits leave room on any usual stack; a caller may have used most of his own already.
      if (e.getCause() instanceof StackOverflowError) {
        throw new SqlTextException("nested too deeply for this thread's stack", 1, 1);
      }
      if (e.getPos() == null) {
        throw new SqlTextException("not understood: " + e.getMessage(), 1, 1);
      }
      throw e;
    }
  }
}
