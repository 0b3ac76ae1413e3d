package org.dpjdbc.sql.parse;

/**
 * Refuses SQL for its length or its characters. One database reads a NUL or an unpaired surrogate
 * as the end of the statement, another as a replacement character.
 */
final class CharacterCheck {
  /** The maximum length of a statement, in UTF-16 code units. */
  static final int MAX_LENGTH = 1_000_000;

  private CharacterCheck() {}

  static void check(String text) throws SqlSyntaxException {
    if (text.isEmpty()) {
      throw new SqlSyntaxException("empty statement", 1, 1);
    }
    if (text.length() > MAX_LENGTH) {
      throw new SqlSyntaxException(
          "statement of " + text.length() + " characters; at most " + MAX_LENGTH + " are read",
          1,
          1);
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        throw at(text, i, "NUL character");
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        throw at(text, i, "half of a surrogate pair (not a character)");
      }
    }
  }

  /** Counts lines as the lexer does: CR, LF and CR LF each end one. */
  private static SqlSyntaxException at(String text, int index, String message) {
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < index; i++) {
      char c = text.charAt(i);
      if (c == '\n' || (c == '\r' && text.charAt(i + 1) != '\n')) {
        line++;
        lineStart = i + 1;
      }
    }
    return new SqlSyntaxException(message, line, index - lineStart + 1);
  }
}
