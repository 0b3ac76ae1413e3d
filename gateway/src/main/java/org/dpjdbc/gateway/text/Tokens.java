package org.dpjdbc.gateway.text;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Splits SQL into tokens by PostgreSQL's lexical rules (PostgreSQL documentation, "Lexical
 * Structure"), one at a time, because a long statement has many. Security does not depend on it:
 * what it finds to be one statement is parsed by the shadow, which refuses two.
 */
final class Tokens implements Iterator<Token> {
  private final String text;
  private final boolean backslashes;
  private int at;

  /** The one that comes next; none at the end. */
  private @Nullable Token found;

  private Tokens(String text, int start, boolean backslashes) {
    this.text = text;
    this.at = start;
    this.backslashes = backslashes;
    find();
  }

  /**
   * Splits it.
   *
   * @param backslashes whether a backslash is literal in strings without the prefix E
   */
  static Iterable<Token> of(String text, boolean backslashes) {
    return () -> from(text, 0, backslashes);
  }

  /** The remaining tokens. */
  static Tokens from(String text, int start, boolean backslashes) {
    return new Tokens(text, start, backslashes);
  }

  /** Another reader, of what this one has not read. */
  Tokens rest() {
    return from(text, hasNext() ? peek().start() : text.length(), backslashes);
  }

  @Override
  public boolean hasNext() {
    return found != null;
  }

  /** The next one, which stays. */
  Token peek() {
    Token next = found;
    if (next == null) {
      throw new NoSuchElementException();
    }
    return next;
  }

  @Override
  public Token next() {
    Token next = peek();
    find();
    return next;
  }

  private void find() {
    found = null;
    while (found == null && at < text.length()) {
      read();
    }
  }

  private void read() {
    char c = text.charAt(at);
    if (Character.isWhitespace(c)) {
      at++;
    } else if (text.startsWith("--", at)) {
      while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
        at++;
      }
    } else if (text.startsWith("/*", at)) {
      comment();
    } else if (c == '\'') {
      string(at, !backslashes);
    } else if (c == '"') {
      quoted(at, Token.Kind.QUOTED);
    } else if (c == '$') {
      dollar();
    } else if (isLetter(c)) {
      word();
    } else {
      add(Token.Kind.OTHER, at, at + 1);
    }
  }

  private void add(Token.Kind kind, int start, int end) {
    found = new Token(kind, text, start, end);
    at = end;
  }

  private void comment() {
    int depth = 0;
    do {
      if (text.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (text.startsWith("*/", at)) {
        depth--;
        at += 2;
      } else {
        at++;
      }
    } while (depth > 0 && at < text.length());
    at = Math.min(at, text.length());
  }

  private void string(int start, boolean escapes) {
    int end = text.indexOf('\'', start) + 1;
    while (end < text.length()) {
      char c = text.charAt(end);
      if (escapes && c == '\\') {
        end += 2;
      } else if (c != '\'') {
        end++;
      } else if (text.startsWith("''", end)) {
        end += 2;
      } else if (continuation(end + 1) > 0) {
        end = continuation(end + 1);
      } else {
        add(Token.Kind.STRING, start, end + 1);
        return;
      }
    }
    add(Token.Kind.STRING, start, text.length());
  }

  /**
   * A string goes on if there is nothing but white space and comments up to the next quote, and a
   * new line among them.
   *
   * @return where its next part begins, behind the quote; -1 if the string has come to its end
   */
  private int continuation(int from) {
    boolean isNewLine = false;
    int next = from;
    while (next < text.length() && " \t\n\r\f\u000b-".indexOf(text.charAt(next)) >= 0) {
      if (text.startsWith("--", next)) {
        while (next < text.length() && "\n\r".indexOf(text.charAt(next)) < 0) {
          next++;
        }
      } else if (text.charAt(next) == '-') {
        return -1;
      } else {
        isNewLine |= "\n\r".indexOf(text.charAt(next)) >= 0;
        next++;
      }
    }
    return isNewLine && next < text.length() && text.charAt(next) == '\'' ? next + 1 : -1;
  }

  private void quoted(int start, Token.Kind kind) {
    int end = text.indexOf('"', start) + 1;
    while (end < text.length()) {
      if (text.charAt(end) != '"') {
        end++;
      } else if (text.startsWith("\"\"", end)) {
        end += 2;
      } else {
        add(kind, start, end + 1);
        return;
      }
    }
    add(Token.Kind.OTHER, start, text.length());
  }

  private void dollar() {
    int end = at + 1;
    while (end < text.length() && isTag(text.charAt(end), end == at + 1)) {
      end++;
    }
    if (end == text.length() || text.charAt(end) != '$') {
      add(Token.Kind.OTHER, at, at + 1);
      return;
    }
    String tag = text.substring(at, end + 1);
    int close = text.indexOf(tag, end + 1);
    add(Token.Kind.STRING, at, close < 0 ? text.length() : close + tag.length());
  }

  private static boolean isTag(char c, boolean first) {
    return isLetter(c) || (!first && c >= '0' && c <= '9');
  }

  private void word() {
    int end = at;
    while (end < text.length() && isPart(text.charAt(end))) {
      end++;
    }
    char letter = end == at + 1 ? Character.toLowerCase(text.charAt(at)) : ' ';
    if (end < text.length() && text.charAt(end) == '\'' && "ebxn".indexOf(letter) >= 0) {
      string(at, letter == 'e' || !backslashes);
    } else if (letter == 'u' && text.startsWith("&'", end)) {
      string(at, false);
    } else if (letter == 'u' && text.startsWith("&\"", end)) {
      quoted(at, Token.Kind.OTHER);
    } else {
      add(Token.Kind.WORD, at, end);
    }
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= '\u0080';
  }

  private static boolean isPart(char c) {
    return isLetter(c) || (c >= '0' && c <= '9') || c == '$';
  }
}
