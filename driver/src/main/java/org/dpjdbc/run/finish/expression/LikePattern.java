package org.dpjdbc.run.finish.expression;

import java.util.Arrays;
import org.dpjdbc.sql.refusal.RunMessages;

/**
 * The pattern of a LIKE: {@code %} for any string, {@code _} for any character. Matching takes at
 * most time proportional to string length times pattern length, whatever the wildcards.
 */
public final class LikePattern {
  private static final int ANY_STRING = -1;
  private static final int ANY_CHARACTER = -2;

  private final int[] elements;

  private LikePattern(int[] elements) {
    this.elements = elements;
  }

  /**
   * Reads a pattern.
   *
   * @param escape one character, or none
   */
  public static LikePattern of(String pattern, String escape) {
    if (escape.length() > 1) {
      throw RunMessages.badArgument("LIKE");
    }
    int[] elements = new int[pattern.length()];
    int count = 0;
    for (int i = 0; i < pattern.length(); i++) {
      char character = pattern.charAt(i);
      if (!escape.isEmpty() && character == escape.charAt(0)) {
        i++;
        if (i == pattern.length()) {
          throw RunMessages.badArgument("LIKE");
        }
        elements[count++] = pattern.charAt(i);
      } else {
        elements[count++] =
            switch (character) {
              case '%' -> ANY_STRING;
              case '_' -> ANY_CHARACTER;
              default -> character;
            };
      }
    }
    return new LikePattern(Arrays.copyOf(elements, count));
  }

  /** Whether the whole string matches; backtracks no further than the last {@code %}. */
  public boolean matches(String text) {
    int element = 0;
    int at = 0;
    int lastAny = -1;
    int lastAt = 0;
    while (at < text.length()) {
      int wanted = element < elements.length ? elements[element] : Integer.MIN_VALUE;
      if (wanted == ANY_STRING) {
        lastAny = element++;
        lastAt = at;
      } else if (wanted == ANY_CHARACTER || wanted == text.charAt(at)) {
        element++;
        at++;
      } else if (lastAny >= 0) {
        element = lastAny + 1;
        at = ++lastAt;
      } else {
        return false;
      }
    }
    while (element < elements.length && elements[element] == ANY_STRING) {
      element++;
    }
    return element == elements.length;
  }
}
