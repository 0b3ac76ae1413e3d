package org.dpjdbc.budget;

/** Makes any string storable in any database; strings that already are remain unchanged. */
final class StorableString {
  private static final char REPLACEMENT = '\uFFFD';

  private StorableString() {}

  /** NUL and unpaired surrogates, which databases refuse or change, become U+FFFD. */
  static String clean(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> c == 0 || Character.getType(c) == Character.SURROGATE ? REPLACEMENT : c)
        .forEach(out::appendCodePoint);
    return out.toString();
  }

  /** At most {@code length} UTF-16 units, marked with an ellipsis where something was cut. */
  static String cut(String text, int length) {
    if (text.length() <= length) {
      return text;
    }
    int end = length - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }
}
