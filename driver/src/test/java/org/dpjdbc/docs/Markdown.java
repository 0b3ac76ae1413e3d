package org.dpjdbc.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tables as Markdown has them. */
final class Markdown {
  private static final Pattern DEFAULT = Pattern.compile(" ?Default: (.*?)\\.(?= [A-Z]|$)");

  private Markdown() {}

  /** A table whose cells are ready: bars within them are escaped here. */
  static String table(List<String> head, List<List<String>> rows) {
    List<String> lines = new ArrayList<>();
    lines.add(line(head));
    lines.add("|" + "---|".repeat(head.size()));
    rows.forEach(row -> lines.add(line(row)));
    return String.join("\n", lines);
  }

  private static String line(List<String> cells) {
    StringBuilder line = new StringBuilder("|");
    cells.forEach(
        cell ->
            line.append(cell.isEmpty() ? " " : " " + cell.replace("|", "\\|") + " ").append('|'));
    return line.toString();
  }

  static String code(String text) {
    return "`" + text + "`";
  }

  /** A text in a block of its own. */
  static String block(String language, String text) {
    return "```" + language + "\n" + text.stripTrailing() + "\n```";
  }

  /** What a description says of the default; empty if it says nothing. */
  static String defaultOf(String description) {
    Matcher found = DEFAULT.matcher(description);
    return found.find() ? found.group(1) : "";
  }

  /** The description without what it says of the default. */
  static String withoutDefault(String description) {
    return DEFAULT.matcher(description).replaceAll("").strip();
  }
}
