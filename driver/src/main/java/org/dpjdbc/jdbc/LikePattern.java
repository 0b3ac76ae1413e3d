package org.dpjdbc.jdbc;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A search pattern of metadata methods: {@code %} is any text, {@code _} any character, {@code \}
 * takes the next one as it is, and no pattern at all matches everything. Case counts.
 */
final class LikePattern {
  /** What escapes a wildcard. */
  static final String ESCAPE = "\\";

  private final @Nullable Pattern pattern;

  LikePattern(@Nullable String like) {
    this.pattern = like == null ? null : Pattern.compile(regex(like), Pattern.DOTALL);
  }

  private static String regex(String like) {
    StringBuilder regex = new StringBuilder();
    int[] codes = like.codePoints().toArray();
    for (int i = 0; i < codes.length; i++) {
      if (codes[i] == '%') {
        // Several in a row mean no more than one, and would make matching slow.
        if (!regex.toString().endsWith(".*")) {
          regex.append(".*");
        }
      } else if (codes[i] == '_') {
        regex.append('.');
      } else {
        if (codes[i] == ESCAPE.charAt(0) && i + 1 < codes.length) {
          i++;
        }
        regex.append(Pattern.quote(Character.toString(codes[i])));
      }
    }
    return regex.toString();
  }

  boolean matches(String name) {
    return pattern == null || pattern.matcher(name).matches();
  }
}
