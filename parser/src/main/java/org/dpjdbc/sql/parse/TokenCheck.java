package org.dpjdbc.sql.parse;

import java.math.BigInteger;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl.LexicalState;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.util.SourceStringReader;
import org.dpjdbc.sql.grammar.impl.DpSqlParserImpl;
import org.dpjdbc.sql.grammar.impl.DpSqlParserImplConstants;
import org.dpjdbc.sql.grammar.impl.Token;
import org.dpjdbc.sql.grammar.impl.TokenMgrError;

/**
 * Reads a statement's tokens once, with the parser's own lexer, and refuses statements that the
 * parser must not see: nesting that would overflow its stack, chains that it reduces in quadratic
 * time, a second statement, literals with a character set of their own.
 */
final class TokenCheck implements DpSqlParserImplConstants {
  /** The most tokens in a statement. */
  static final int MAX_TOKENS = 100_000;

  /** The deepest nesting of brackets and CASE: the parser takes up to 4 KiB of stack for each. */
  static final int MAX_NESTING = 100;

  /**
   * The most operators, keywords and dots between two commas or set operations at one level of
   * nesting, and the most set operations of a statement. The parser reduces such a chain in
   * quadratic time, in cubic time where it holds pattern operators.
   */
  static final int MAX_CHAIN = 500;

  /**
   * The most BETWEEN, LIKE and the like in a statement: up to 1 ms each in a chain full of them.
   */
  static final int MAX_PATTERNS = 1_000;

  /**
   * The longest literal, in characters as written: numbers, intervals and bytes are read in
   * quadratic time, half a minute for a million digits.
   */
  static final int MAX_LITERAL = 10_000;

  /** The longest name. Databases take fewer; Calcite's refusal of a longer one would repeat it. */
  static final int MAX_NAME = 128;

  /**
   * The largest exponent of a number, up or down: those of double precision end at 324, and exact
   * arithmetic writes out what it is given.
   */
  static final int MAX_EXPONENT = 400;

  /**
   * Operators and keywords since the last comma or set operation, for each open level; level 0 is
   * the outermost.
   */
  private final int[] chains = new int[MAX_NESTING + 1];

  private int level;
  private int setOperations;
  private int patterns;
  private int previousKind = EOF;
  private boolean ended;

  private TokenCheck() {}

  static void check(String text, SqlParser.Config config)
      throws SqlSyntaxException, SqlParseException {
    DpSqlParserImpl lexer =
        (DpSqlParserImpl) DpSqlParserImpl.FACTORY.getParser(new SourceStringReader(text));
    lexer.setTabSize(1);
    lexer.switchTo(LexicalState.forConfig(config));
    TokenCheck check = new TokenCheck();
    int count = 0;
    try {
      for (Token t = lexer.getNextToken(); t.kind != EOF; t = lexer.getNextToken()) {
        if (++count > MAX_TOKENS) {
          throw refuse(t, "statement of more than " + MAX_TOKENS + " words and signs");
        }
        check.accept(t);
      }
    } catch (TokenMgrError e) {
      throw lexer.normalizeException(e);
    }
    if (count == 0) {
      throw new SqlSyntaxException("empty statement", 1, 1);
    }
  }

  private void accept(Token token) throws SqlSyntaxException {
    if (ended && token.kind != SEMICOLON) {
      throw refuse(token, "only one statement at a time; a second one begins here");
    }
    switch (token.kind) {
      case SEMICOLON -> ended = true;
      case LPAREN, LBRACE, LBRACE_D, LBRACE_T, LBRACE_TS, LBRACE_FN, CASE -> open(token);
      case LBRACKET -> {
        chain(token);
        open(token);
      }
      case RPAREN, RBRACKET, RBRACE, END -> level = Math.max(0, level - 1);
      case COMMA -> chains[level] = 0;
      case UNION, INTERSECT, EXCEPT, SET_MINUS -> setOperation(token);
      case PREFIXED_STRING_LITERAL,
          UNICODE_STRING_LITERAL,
          C_STYLE_ESCAPED_STRING_LITERAL,
          UNICODE_QUOTED_IDENTIFIER ->
          throw refuse(token, "prefixed literal " + prefix(token) + "'...'; write it as '...'");
      case UNSIGNED_INTEGER_LITERAL,
          DECIMAL_NUMERIC_LITERAL,
          APPROX_NUMERIC_LITERAL,
          QUOTED_STRING,
          BINARY_STRING_LITERAL ->
          literal(token);
      case IDENTIFIER, QUOTED_IDENTIFIER, BACK_QUOTED_IDENTIFIER -> name(token);
      case HOOK -> {
        // A parameter is an operand, as literals and names are.
      }
      case QUOTE, DOUBLE_QUOTE ->
          throw refuse(token, "a quote that is never closed, or an empty quoted name");
      case BETWEEN, LIKE, ILIKE, RLIKE, SIMILAR -> {
        if (++patterns > MAX_PATTERNS) {
          throw refuse(token, "more than " + MAX_PATTERNS + " BETWEEN, LIKE and the like");
        }
        chain(token);
      }
      case LT -> {
        if (previousKind == MAP) {
          throw refuse(token, "the type MAP is not supported");
        }
        chain(token);
      }
      default -> chain(token);
    }
    previousKind = token.kind;
  }

  private static void literal(Token token) throws SqlSyntaxException {
    if (token.image.length() > MAX_LITERAL) {
      throw refuse(token, "literal of more than " + MAX_LITERAL + " characters");
    }
    if (token.kind == APPROX_NUMERIC_LITERAL) {
      int e = Math.max(token.image.indexOf('e'), token.image.indexOf('E'));
      BigInteger exponent = new BigInteger(token.image.substring(e + 1));
      if (exponent.abs().compareTo(BigInteger.valueOf(MAX_EXPONENT)) > 0) {
        throw refuse(token, "number with an exponent beyond " + MAX_EXPONENT);
      }
    }
  }

  private static void name(Token token) throws SqlSyntaxException {
    // Quotes, and those doubled within, do not count as the name's own.
    if (token.image.replace("\"\"", "\"").length() > MAX_NAME + 2) {
      throw refuse(token, "name of more than " + MAX_NAME + " characters");
    }
  }

  private void open(Token token) throws SqlSyntaxException {
    if (level == MAX_NESTING) {
      throw refuse(token, "more than " + MAX_NESTING + " levels of brackets and CASE");
    }
    level++;
    chains[level] = 0;
  }

  private void chain(Token token) throws SqlSyntaxException {
    if (++chains[level] > MAX_CHAIN) {
      throw refuse(token, "more than " + MAX_CHAIN + " operators and keywords in a row");
    }
  }

  /** What follows a set operation is a query of its own, and a chain of its own. */
  private void setOperation(Token token) throws SqlSyntaxException {
    if (previousKind == MULTISET) {
      chain(token);
      return;
    }
    if (++setOperations > MAX_CHAIN) {
      throw refuse(token, "more than " + MAX_CHAIN + " set operations");
    }
    chains[level] = 0;
  }

  private static String prefix(Token token) {
    int quote = 0;
    while (Character.isLetterOrDigit(token.image.charAt(quote))
        || "_&-.:".indexOf(token.image.charAt(quote)) >= 0) {
      quote++;
    }
    return token.image.substring(0, quote);
  }

  private static SqlSyntaxException refuse(Token token, String message) {
    return new SqlSyntaxException(message, token.beginLine, token.beginColumn);
  }
}
