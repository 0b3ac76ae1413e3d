package org.dpjdbc.gateway.text;

/** Counts the joins of a statement. */
public final class Joins {
  private Joins() {}

  /**
   * How many times the word stands there.
   *
   * @param backslashes whether a backslash is one in texts without an E before them
   */
  public static long in(String text, boolean backslashes) {
    long joins = 0;
    for (Token token : Tokens.of(text, backslashes)) {
      joins += token.isWord("join") ? 1 : 0;
    }
    return joins;
  }
}
