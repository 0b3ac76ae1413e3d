package org.dpjdbc.run.hostile;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A form of an operator. Its holes: {@code {N}} is a number, {@code {X}} an exact one, {@code {T}}
 * a text, {@code {D}} a date, {@code {M}} a timestamp, {@code {B}} a boolean.
 *
 * @param operator what it is there for
 * @param kind of its value
 */
public record Template(String operator, ValueKind kind, boolean exact, String text) {
  private static final Pattern HOLE = Pattern.compile("\\{([NXTDMB])}");

  /** Gives what stands in a hole. */
  interface Filler {
    String fill(ValueKind kind, boolean exact, int hole);
  }

  /** With every hole filled. */
  String filled(Filler filler) {
    Matcher holes = HOLE.matcher(text);
    StringBuilder filled = new StringBuilder();
    for (int hole = 0; holes.find(); hole++) {
      String with = filler.fill(kind(holes.group(1)), holes.group(1).equals("X"), hole);
      holes.appendReplacement(filled, Matcher.quoteReplacement(with));
    }
    return holes.appendTail(filled).toString();
  }

  /** Whether all of its holes are for values of one kind. */
  boolean takesOnly(ValueKind one) {
    return HOLE.matcher(text).results().allMatch(hole -> kind(hole.group(1)) == one);
  }

  private static ValueKind kind(String hole) {
    return switch (hole) {
      case "N", "X" -> ValueKind.NUMBER;
      case "T" -> ValueKind.TEXT;
      case "D" -> ValueKind.DATE;
      case "M" -> ValueKind.TIMESTAMP;
      default -> ValueKind.BOOLEAN;
    };
  }
}
