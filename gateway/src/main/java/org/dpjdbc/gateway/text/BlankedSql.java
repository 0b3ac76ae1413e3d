package org.dpjdbc.gateway.text;

/**
 * Takes a part of a statement and leaves blanks before it, so that positions in the part are valid
 * in the whole.
 */
final class BlankedSql {
  private BlankedSql() {}

  /**
   * A part of a statement.
   *
   * @param start where it begins
   * @param end where it ends
   */
  static String before(String text, int start, int end) {
    StringBuilder part = new StringBuilder(end);
    for (int i = 0; i < start; i++) {
      part.append(text.charAt(i) == '\n' ? '\n' : ' ');
    }
    return part.append(text, start, end).toString();
  }
}
