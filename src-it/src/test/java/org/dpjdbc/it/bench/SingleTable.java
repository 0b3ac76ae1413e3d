package org.dpjdbc.it.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Questions as dashboards ask them, of one table, from a file: a name after {@code --}, then one
 * clause after the other, each at the beginning of a line.
 */
final class SingleTable {
  private static final Pattern COLUMN = Pattern.compile("\\bl_[a-z]+\\b");

  /** The policy's bounds. */
  private static final Map<String, List<String>> BOUNDS =
      Map.of(
          "l_linenumber", List.of("1", "7"),
          "l_quantity", List.of("1", "50"),
          "l_extendedprice", List.of("900", "105000"),
          "l_discount", List.of("0", "0.1"),
          "l_tax", List.of("0", "0.08"));

  private SingleTable() {}

  /**
   * Reads questions.
   *
   * @param resource the file
   * @param source in {@code FROM} for SmartNoise, whose tables have the person's key in a column
   * @param unit that column
   * @param rows that count of a person
   */
  static List<Question> read(String resource, String source, String unit, int rows)
      throws IOException {
    Numbered numbered = new Numbered(COLUMN, BOUNDS, source, unit, rows);
    List<Question> questions = new ArrayList<>();
    for (String block : Resources.read(resource).strip().split("\n\n")) {
      String[] parts = block.strip().split("\n", 2);
      questions.add(
          new Question(
              parts[0].replaceFirst("^-- ", ""),
              parts[1],
              parts[1],
              Optional.of(numbered.of(parts[1]))));
    }
    return questions;
  }
}
