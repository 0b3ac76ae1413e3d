package org.dpjdbc.gateway.text;

import java.util.Locale;

/**
 * A token of a statement.
 *
 * @param kind what it is
 * @param text as it is written
 * @param start where it begins in the text
 */
record Token(Kind kind, String text, int start) {
  /** What a token is; white space and comments are none. */
  enum Kind {
    WORD,
    QUOTED,
    STRING,
    OTHER
  }

  int end() {
    return start + text.length();
  }

  boolean isWord(String word) {
    return kind == Kind.WORD && text.equalsIgnoreCase(word);
  }

  boolean isOther(char symbol) {
    return kind == Kind.OTHER && text.charAt(0) == symbol;
  }

  /** Whether it can be a name. */
  boolean isName() {
    return kind == Kind.WORD || kind == Kind.QUOTED;
  }

  /** The name that it is: small letters unless it is in quotes. */
  String name() {
    return kind == Kind.QUOTED
        ? text.substring(1, text.length() - 1).replace("\"\"", "\"")
        : text.toLowerCase(Locale.ROOT);
  }
}
