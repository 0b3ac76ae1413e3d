package org.dpjdbc.jdbc;

import java.util.Locale;
import java.util.Map;

/**
 * JDBC's escape clauses. The grammar knows {@code {d …}}, {@code {t …}}, {@code {ts …}} and {@code
 * {fn …}}; of {@code {oj …}}, {@code {escape …}} and {@code {limit …}} the braces are blanked out
 * here, which leaves standard SQL and every position where it was.
 */
public final class Escapes {
  /**
   * For each clause, how much of its beginning is blanked: the brace, and a word that is no SQL.
   */
  private static final Map<String, Integer> BLANKED =
      Map.of("oj", "{oj".length(), "escape", 1, "limit", 1);

  private final StringBuilder text;
  private int at;

  private Escapes(String sql) {
    this.text = new StringBuilder(sql);
  }

  /** The SQL for the parser, of the same length as the given SQL. */
  public static String blank(String sql) {
    if (sql.indexOf('{') < 0) {
      return sql;
    }
    Escapes escapes = new Escapes(sql);
    escapes.blank();
    return escapes.text.toString();
  }

  private void blank() {
    // For each open brace, the innermost last: whether it is one of ours.
    StringBuilder open = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\'' || c == '"' || c == '`') {
        skipPast(String.valueOf(c), at + 1);
      } else if (startsWith("--")) {
        skipPast("\n", at);
      } else if (startsWith("/*")) {
        skipPast("*/", at + 2);
      } else if (c == '{') {
        int blanks = BLANKED.getOrDefault(word(at + 1), 0);
        clear(at, blanks);
        open.append(blanks > 0 ? 'y' : 'n');
        at++;
      } else if (c == '}' && open.length() > 0) {
        int innermost = open.length() - 1;
        clear(at, open.charAt(innermost) == 'y' ? 1 : 0);
        open.setLength(innermost);
        at++;
      } else {
        at++;
      }
    }
  }

  private boolean startsWith(String token) {
    return at + token.length() <= text.length()
        && text.substring(at, at + token.length()).equals(token);
  }

  private void skipPast(String end, int from) {
    int found = text.indexOf(end, from);
    at = found < 0 ? text.length() : found + end.length();
  }

  private String word(int from) {
    int end = from;
    while (end < text.length() && Character.isLetter(text.charAt(end))) {
      end++;
    }
    return text.substring(from, end).toLowerCase(Locale.ROOT);
  }

  private void clear(int from, int length) {
    for (int i = from; i < from + length; i++) {
      text.setCharAt(i, ' ');
    }
  }
}
