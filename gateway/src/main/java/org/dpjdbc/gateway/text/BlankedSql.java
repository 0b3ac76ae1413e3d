package org.dpjdbc.gateway.text;

/**
 * Takes a part of a text and leaves blanks before it, so that what is said about a place in the
 * part is right for the whole.
 */
final class BlankedSql {
  private BlankedSql() {}

  /**
   * A part of a text.
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
