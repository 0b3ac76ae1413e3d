package org.dpjdbc.sql.parse;

import org.apache.calcite.sql.SqlHint;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.dpjdbc.sql.dialect.common.ParserSettings;
import org.dpjdbc.sql.grammar.SqlExplainPrivacy;

/**
 * Reads one SQL statement with an extension of Calcite's grammar.
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
 * The new keywords can still be used as names. A trailing semicolon is allowed, a second statement
 * is not.
 *
 * <p>Limits, so that neither the parser nor a later stage overflows its stack or hangs: {@value
 * CharacterCheck#MAX_LENGTH} characters, {@value TokenCheck#MAX_TOKENS} words and signs, {@value
 * TokenCheck#MAX_NESTING} levels of brackets and CASE, {@value TokenCheck#MAX_CHAIN} operators and
 * keywords between two commas, {@value TokenCheck#MAX_PATTERNS} BETWEEN, LIKE and the like, {@value
 * TreeCheck#MAX_DEPTH} levels of the tree (a chain {@code a OR b OR c} has a level for each
 * operator), {@value TreeCheck#MAX_WIDTH} elements of a list (the list of IN is bounded by the
 * words alone).
 */
public final class DpParser {
  private DpParser() {}

  /**
   * Parses one statement of any kind; that it is a query is for the caller to check.
   *
   * @param text the statement
   * @param settings the lexical settings of the database
   * @return the parse tree, at most {@value TreeCheck#MAX_DEPTH} levels deep
   * @throws SqlParseException if the text is not SQL; its {@code getPos()} is not null
   * @throws SqlSyntaxException if the text is refused for its size, depth, characters, prefixed
   *     literals (charset, {@code N}, {@code U&}, {@code E}) or a second statement
   */
  public static SqlNode parse(String text, ParserSettings settings)
      throws SqlParseException, SqlSyntaxException {
    try {
      CharacterCheck.check(text);
      SqlParser.Config config = settings.toCalcite();
      TokenCheck.check(text, config);
      SqlNode statement = parseOne(text, config);
      TreeCheck.check(statement);
      ExpansionCheck.check(statement);
      return statement;
    } catch (StackOverflowError e) {
      // The limits leave room on any usual stack; a caller may have used most of his own already.
      throw tooDeep();
    }
  }

  private static SqlSyntaxException tooDeep() {
    return new SqlSyntaxException("nested too deeply for the stack of this thread", 1, 1);
  }

  private static SqlNode parseOne(String text, SqlParser.Config config)
      throws SqlParseException, SqlSyntaxException {
    try {
      SqlNodeList statements = SqlParser.create(text, config).parseStmtList();
      return statements.get(0);
    } catch (SqlParseException e) {
      if (e.getCause() instanceof StackOverflowError) {
        throw tooDeep();
      }
      if (e.getPos() == null) {
        throw new SqlSyntaxException("not understood: " + e.getMessage(), 1, 1);
      }
      throw e;
    }
  }
}
