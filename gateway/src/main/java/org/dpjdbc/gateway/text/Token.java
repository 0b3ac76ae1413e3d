package org.dpjdbc.gateway.text;

import java.util.Locale;

/**
 * A token of a statement. It is a range of positions: its characters are copied only on request.
 *
 * @param kind its kind
 * @param source the whole statement
 * @param start where it begins
 * @param end where it ends
 */
record Token(Kind kind, String source, int start, int end) {
  /** What a token is; white space and comments are none. */
  enum Kind {
    WORD,
    QUOTED,
    STRING,
    OTHER
  }

  /** As it is written. */
  String text() {
    return source.substring(start, end);
  }

  int length() {
    return end - start;
  }

  /** Whether it is written like that, in small letters or capitals. */
  boolean is(String text) {
    return length() == text.length() && source.regionMatches(true, start, text, 0, text.length());
  }

  boolean isWord(String word) {
    return kind == Kind.WORD && is(word);
  }

  boolean isOther(char symbol) {
    return kind == Kind.OTHER && source.charAt(start) == symbol;
  }

  boolean isDigit() {
    return kind == Kind.OTHER && Character.isDigit(source.charAt(start));
  }

  /** Whether it can be a name. */
  boolean isName() {
    return kind == Kind.WORD || kind == Kind.QUOTED;
  }

  /** The name that it is: small letters unless it is in quotes. */
  String name() {
    return kind == Kind.QUOTED
        ? source.substring(start + 1, end - 1).replace("\"\"", "\"")
        : text().toLowerCase(Locale.ROOT);
  }
}
