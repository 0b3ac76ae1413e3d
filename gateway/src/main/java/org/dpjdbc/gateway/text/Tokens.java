package org.dpjdbc.gateway.text;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a text into tokens by PostgreSQL's lexical rules (PostgreSQL documentation, "Lexical
 * Structure"). Nothing of safety depends on it: what it finds to be one statement is parsed by the
 * shadow, which refuses two.
 */
final class Tokens {
  private final String text;
  private final boolean backslashes;
  private final List<Token> found = new ArrayList<>();
  private int at;

  private Tokens(String text, boolean backslashes) {
    this.text = text;
    this.backslashes = backslashes;
  }

  /**
   * Cuts it.
   *
   * @param backslashes whether a backslash is one in texts without an E before them
   */
  static List<Token> of(String text, boolean backslashes) {
    Tokens tokens = new Tokens(text, backslashes);
    while (tokens.at < text.length()) {
      tokens.next();
    }
    return tokens.found;
  }

  private void next() {
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
    found.add(new Token(kind, text.substring(start, end), start));
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
    String word = text.substring(at, end);
    if (end < text.length() && text.charAt(end) == '\'' && isPrefix(word)) {
      string(at, word.equalsIgnoreCase("e") || (!backslashes && !word.equalsIgnoreCase("u")));
    } else if (word.equalsIgnoreCase("u") && text.startsWith("&'", end)) {
      string(at, false);
    } else if (word.equalsIgnoreCase("u") && text.startsWith("&\"", end)) {
      quoted(at, Token.Kind.OTHER);
    } else {
      add(Token.Kind.WORD, at, end);
    }
  }

  private static boolean isPrefix(String word) {
    return word.length() == 1 && "eEbBxXnN".contains(word);
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= '\u0080';
  }

  private static boolean isPart(char c) {
    return isLetter(c) || (c >= '0' && c <= '9') || c == '$';
  }
}
