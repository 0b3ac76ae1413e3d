package org.dpjdbc.gateway.text;

import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.gateway.wire.ServerError;

/**
 * A statement with JDBC's placeholders instead of PostgreSQL's.
 *
 * @param sql the SQL, in which every token keeps its position: {@code $12} becomes a query mark and
 *     two blanks
 * @param numbers the number of the parameter at each question mark, from 1
 * @param places where each question mark stands
 * @param hasOthers whether there are question marks that are no placeholders
 */
public record Placeholders(
    String sql, List<Integer> numbers, List<Integer> places, boolean hasOthers) {
  private static final int MOST_DIGITS = 5;

  /** As many as a statement may have parameters in PostgreSQL. */
  private static final int MOST = 65_535;

  /**
   * Finds them, outside of string literals and comments.
   *
   * @throws ServerError if there are too many
   */
  public static Placeholders of(String text, boolean backslashes) throws ServerError {
    StringBuilder sql = new StringBuilder(text);
    List<Integer> numbers = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    boolean others = false;
    for (Token token : Tokens.of(text, backslashes)) {
      others |= token.isOther('?');
      int end = token.end();
      while (end < text.length()
          && end - token.end() < MOST_DIGITS
          && text.charAt(end) >= '0'
          && text.charAt(end) <= '9') {
        end++;
      }
      if (token.isOther('$') && end > token.end()) {
        if (numbers.size() == MOST) {
          throw ServerError.of("54000", "a statement may have up to " + MOST + " placeholders");
        }
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
