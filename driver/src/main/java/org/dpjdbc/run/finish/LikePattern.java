package org.dpjdbc.run.finish;

import java.util.ArrayList;
import java.util.List;
import org.dpjdbc.sql.Messages;

/**
 * The pattern of a LIKE: {@code %} for any text, {@code _} for any character. Matching takes time
 * proportional to text times pattern at most, whatever the wildcards.
 */
final class LikePattern {
  private static final int ANY_TEXT = -1;
  private static final int ANY_CHARACTER = -2;

  private final List<Integer> elements;

  private LikePattern(List<Integer> elements) {
    this.elements = elements;
  }

  /**
   * Reads a pattern.
   *
   * @param escape one character, or none
   */
  static LikePattern of(String pattern, String escape) {
    if (escape.length() > 1) {
      throw Messages.badArgument("LIKE");
    }
    List<Integer> elements = new ArrayList<>();
    for (int i = 0; i < pattern.length(); i++) {
      char character = pattern.charAt(i);
      if (!escape.isEmpty() && character == escape.charAt(0)) {
        i++;
        if (i == pattern.length()) {
          throw Messages.badArgument("LIKE");
        }
        elements.add((int) pattern.charAt(i));
      } else {
        elements.add(
            switch (character) {
              case '%' -> ANY_TEXT;
              case '_' -> ANY_CHARACTER;
              default -> (int) character;
            });
      }
    }
    return new LikePattern(elements);
  }

  /** Whether the whole text matches; goes back no further than the last {@code %}. */
  boolean matches(String text) {
    int element = 0;
    int at = 0;
    int lastAny = -1;
    int lastAt = 0;
    while (at < text.length()) {
      int wanted = element < elements.size() ? elements.get(element) : Integer.MIN_VALUE;
      if (wanted == ANY_TEXT) {
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
    while (element < elements.size() && elements.get(element) == ANY_TEXT) {
      element++;
    }
    return element == elements.size();
  }
}
