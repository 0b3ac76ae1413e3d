package org.dpjdbc.sql.refusal;

import java.util.regex.Pattern;

/** The parts of a query that a message repeats, in terms its reader knows. */
final class Refusals {
  /**
   * The maximum length of a message: the parts of the query that it repeats may have any length.
   */
  private static final int MAX_TEXT = 1_000;

  /** Calcite's names for columns of a SELECT list that have none, counted from 0. */
  private static final Pattern UNNAMED = Pattern.compile("\\bEXPR\\$(\\d{1,4})\\b");

  /** What no name has, and Calcite writes for words of many databases. */
  private static final Pattern EXPANDED = Pattern.compile("\\$|\\b(CASE|CAST|EXTRACT)\\b");

  private Refusals() {}

  /** With names for unnamed columns, and not too long. */
  static String readable(String text) {
    return shortened(named(text));
  }

  /** What is aggregated, under its name; what Calcite wrote for it is not shown. */
  static String aggregated(String name) {
    return EXPANDED.matcher(name).find() ? "an aggregated expression" : name;
  }

  /** With columns that have no name called by their place. */
  private static String named(String text) {
    return UNNAMED
        .matcher(text)
        .replaceAll(place -> "unnamed column " + (Integer.parseInt(place.group(1)) + 1));
  }

  private static String shortened(String text) {
    if (text.length() <= MAX_TEXT) {
      return text;
    }
    int half = MAX_TEXT / 2;
    String end = text.substring(text.length() - half);
    // No half of a surrogate pair is left at the cut.
    return text.substring(0, half - (Character.isHighSurrogate(text.charAt(half - 1)) ? 1 : 0))
        + " ... "
        + (Character.isLowSurrogate(end.charAt(0)) ? end.substring(1) : end);
  }
}
