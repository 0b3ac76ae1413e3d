package org.dpjdbc.jdbc;

import org.dpjdbc.run.finish.expression.LikePattern;
import org.jspecify.annotations.Nullable;

/**
 * A search pattern of metadata methods: {@code %} is any string, {@code _} any character, {@code \}
 * takes the next one as it is, and no pattern at all matches everything. Case counts. Matching
 * takes time proportional to name times pattern at most, whatever the wildcards.
 */
final class NamePattern {
  /** What escapes a wildcard. */
  static final String ESCAPE = "\\";

  private final @Nullable LikePattern pattern;

  NamePattern(@Nullable String like) {
    this.pattern = like == null ? null : LikePattern.of(whole(like), ESCAPE);
  }

  /** An escape with nothing after it stands for itself. */
  private static String whole(String like) {
    int from = like.length();
    while (from > 0 && like.charAt(from - 1) == ESCAPE.charAt(0)) {
      from--;
    }
    return (like.length() - from) % 2 == 0 ? like : like + ESCAPE;
  }

  boolean matches(String name) {
    return pattern == null || pattern.matches(name);
  }
}
