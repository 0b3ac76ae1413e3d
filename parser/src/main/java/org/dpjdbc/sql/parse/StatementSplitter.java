package org.dpjdbc.sql.parse;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl.LexicalState;
import org.apache.calcite.util.SourceStringReader;
import org.dpjdbc.sql.dialect.common.ParserSettings;
import org.dpjdbc.sql.grammar.impl.DpSqlParserImpl;
import org.dpjdbc.sql.grammar.impl.DpSqlParserImplConstants;
import org.dpjdbc.sql.grammar.impl.Token;
import org.dpjdbc.sql.grammar.impl.TokenMgrError;

/**
 * Splits a script at its semicolons, with the parser's own lexer: those in literals, quoted names
 * and comments do not count. What is between two of them and holds nothing but comments is no
 * statement.
 */
public final class StatementSplitter implements DpSqlParserImplConstants {
  /**
   * A statement of a script.
   *
   * @param text from its first word to its last, without the semicolon
   * @param line where it begins, from 1
   * @param column where it begins in that line, in UTF-16 code units, from 1
   */
  public record ScriptStatement(String text, int line, int column) {}

  private final String text;

  /** Where each line begins. */
  private final List<Integer> lines = new ArrayList<>();

  private final List<ScriptStatement> statements = new ArrayList<>();

  private StatementSplitter(String text) {
    this.text = text;
    lines.add(0);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      // As the lexer counts: CR, LF and CR LF each end a line.
      if (c == '\n' || (c == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n'))) {
        lines.add(i + 1);
      }
    }
  }

  /**
   * Splits a script.
   *
   * @param script any number of statements
   * @param settings the lexical settings of the database
   * @throws SqlSyntaxException if a quote or a comment is never closed, or a character is not of
   *     SQL: where the statements end is not known then
   */
  public static List<ScriptStatement> split(String script, ParserSettings settings)
      throws SqlSyntaxException {
    if (script.isEmpty()) {
      return List.of();
    }
    CharacterCheck.check(script);
    StatementSplitter splitter = new StatementSplitter(script);
    splitter.read(settings);
    return List.copyOf(splitter.statements);
  }

  private void read(ParserSettings settings) throws SqlSyntaxException {
    DpSqlParserImpl lexer =
        (DpSqlParserImpl) DpSqlParserImpl.FACTORY.getParser(new SourceStringReader(text));
    lexer.setTabSize(1);
    lexer.switchTo(LexicalState.forConfig(settings.toCalcite()));
    int begin = -1;
    int end = 0;
    Token token = next(lexer, 1, 1);
    while (token.kind != EOF) {
      if (token.kind == QUOTE || token.kind == DOUBLE_QUOTE) {
        throw new SqlSyntaxException(
            "a quote that is never closed, or an empty quoted name",
            token.beginLine,
            token.beginColumn);
      }
      if (token.kind == SEMICOLON) {
        add(begin, end);
        begin = -1;
      } else {
        begin = begin < 0 ? offset(token.beginLine, token.beginColumn) : begin;
        end = offset(token.endLine, token.endColumn) + 1;
      }
      token = next(lexer, token.endLine, token.endColumn);
    }
    add(begin, end);
  }

  private Token next(DpSqlParserImpl lexer, int line, int column) throws SqlSyntaxException {
    try {
      return lexer.getNextToken();
    } catch (TokenMgrError e) {
      throw new SqlSyntaxException(
          "what follows here is a comment that is never closed, or not a character of SQL",
          line,
          column);
    }
  }

  private void add(int begin, int end) {
    if (begin < 0) {
      return;
    }
    int found = Collections.binarySearch(lines, begin);
    int line = found < 0 ? -found - 2 : found;
    statements.add(
        new ScriptStatement(text.substring(begin, end), line + 1, begin - lines.get(line) + 1));
  }

  private int offset(int line, int column) {
    return lines.get(line - 1) + column - 1;
  }
}
