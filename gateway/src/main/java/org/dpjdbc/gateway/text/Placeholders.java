package org.dpjdbc.gateway.text;

import java.util.ArrayList;
import java.util.List;

/**
 * A statement with JDBC's placeholders instead of PostgreSQL's.
 *
 * @param sql the text, in which every token stands where it stood: {@code $12} becomes a question
 *     mark and two blanks
 * @param numbers the number of the parameter at each question mark, from 1
 * @param places where each question mark stands
 * @param hasOthers whether there are question marks that are no placeholders
 */
public record Placeholders(
    String sql, List<Integer> numbers, List<Integer> places, boolean hasOthers) {
  private static final int MOST_DIGITS = 5;

  /** Finds them, outside of texts and comments. */
  public static Placeholders of(String text, boolean backslashes) {
    List<Token> tokens = Tokens.of(text, backslashes);
    StringBuilder sql = new StringBuilder(text);
    List<Integer> numbers = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    boolean others = false;
    for (Token token : tokens) {
      others |= token.isOther('?');
      int end = token.end();
      while (end < text.length()
          && end - token.end() < MOST_DIGITS
          && text.charAt(end) >= '0'
          && text.charAt(end) <= '9') {
        end++;
      }
      if (token.isOther('$') && end > token.end()) {
        numbers.add(Integer.valueOf(text.substring(token.end(), end)));
        places.add(token.start());
        sql.setCharAt(token.start(), '?');
        for (int i = token.start() + 1; i < end; i++) {
          sql.setCharAt(i, ' '); // replace() would move all that follows
        }
      }
    }
    return new Placeholders(sql.toString(), List.copyOf(numbers), List.copyOf(places), others);
  }
}
