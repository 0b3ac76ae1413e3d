package org.dpjdbc.plan;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lays a printed statement out for people: a clause a line, subselects indented. */
final class SqlLayout {
  private static final Pattern WORD =
      Pattern.compile(
          "\"(?:[^\"]|\"\")*\"|'(?:[^']|'')*'|\\(|\\)|[^\\s()\"']+(?:\\s+(?:BY|JOIN|ALL)\\b)?|\\s+");

  private SqlLayout() {}

  static String of(String sql) {
    StringBuilder text = new StringBuilder();
    Deque<Boolean> brackets = new ArrayDeque<>();
    int depth = 0;
    Matcher words = WORD.matcher(sql);
    boolean opened = false;
    while (words.find()) {
      String word = words.group();
      if (word.isBlank()) {
        continue;
      }
      boolean select = word.equals("SELECT");
      if (opened) {
        brackets.push(select);
        depth += select ? 1 : 0;
      }
      boolean closes = word.equals(")") && brackets.pop();
      depth -= closes ? 1 : 0;
      boolean clause = brackets.isEmpty() || brackets.peek();
      if ((opened && select) || closes || (clause && startsLine(word) && text.length() > 0)) {
        text.append('\n').append("  ".repeat(depth));
      } else if (needsSpace(text, word)) {
        text.append(' ');
      }
      text.append(word);
      opened = word.equals("(");
    }
    return text.toString();
  }

  private static boolean startsLine(String word) {
    return switch (word.split("\\s+", 2)[0]) {
      case "SELECT",
          "FROM",
          "WHERE",
          "GROUP",
          "HAVING",
          "UNION",
          "INTERSECT",
          "EXCEPT",
          "INNER",
          "LEFT" ->
          !word.equals("LEFT") && !word.equals("GROUP");
      default -> false;
    };
  }

  private static boolean needsSpace(StringBuilder text, String word) {
    if (text.isEmpty() || word.equals(")") || word.startsWith(",") || word.startsWith(".")) {
      return false;
    }
    char last = text.charAt(text.length() - 1);
    boolean call = word.equals("(") && Character.isLetter(last) && !endsWithKeyword(text);
    return last != '(' && last != '.' && !call;
  }

  private static boolean endsWithKeyword(StringBuilder text) {
    String tail = text.substring(Math.max(0, text.length() - 8));
    return tail.matches(
        "(?s).*\\b(?:FROM|JOIN|IN|AND|OR|NOT|OVER|WHEN|THEN|ELSE|ON|WHERE|SELECT|CASE)");
  }
}
