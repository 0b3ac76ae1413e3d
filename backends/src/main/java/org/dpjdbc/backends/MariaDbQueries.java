package org.dpjdbc.backends;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How MariaDB spells what a query says in H2's words. */
final class MariaDbQueries {
  private static final String WHERE = " FILTER (WHERE ";
  private static final Pattern NAMED =
      Pattern.compile("\\s+(AS\\b|(?!WHERE|GROUP|ORDER|LIMIT|JOIN|LEFT|UNION|ON)\\w)");
  private static final Pattern DERIVED = Pattern.compile("\\b(FROM|JOIN|,)\\s*\\(\\s*SELECT\\b");

  private MariaDbQueries() {}

  static String spell(String sql) {
    String text =
        sql.replaceAll("CAST\\(NULL AS (VARCHAR(\\(\\d+\\))?|BOOLEAN|INTEGER)\\)", "NULL")
            .replaceAll(" AS VARCHAR(\\(\\d+\\))?\\)", " AS CHAR) COLLATE utf8mb4_nopad_bin")
            .replaceAll(" AS (TINYINT|SMALLINT|INTEGER|BIGINT|BOOLEAN)\\)", " AS SIGNED)")
            .replaceAll(" AS (DOUBLE PRECISION|REAL)\\)", " AS DOUBLE)")
            .replaceAll(" AS NUMERIC\\)", " AS DECIMAL(38))")
            .replace(" AS NUMERIC(", " AS DECIMAL(")
            .replaceAll("([\\w.]+) IS DISTINCT FROM ('[^']*'|\\w+)", "NOT ($1 <=> $2)")
            .replaceAll("([\\w.]+) IS NOT DISTINCT FROM ('[^']*'|\\w+)", "($1 <=> $2)")
            // NULL is smallest.
            .replaceAll(" NULLS FIRST|(?<=DESC) NULLS LAST", "")
            .replaceAll("\\b(before|change)\\b", "`$1`");
    return named(filtered(text));
  }

  /** {@code f(x) FILTER (WHERE c)} as an aggregate of what is NULL elsewhere. */
  private static String filtered(String sql) {
    String text = sql;
    for (int at = text.indexOf(WHERE); at >= 0; at = text.indexOf(WHERE)) {
      int from = opening(text, at - 1);
      int end = closing(text, at + " FILTER ".length());
      String condition = text.substring(at + WHERE.length(), end);
      String argument = text.substring(from + 1, at - 1).strip();
      boolean distinct = argument.startsWith("DISTINCT ");
      String value = argument.equals("*") ? "1" : argument.replaceFirst("^DISTINCT ", "");
      text =
          "%s(%sCASE WHEN %s THEN %s END)%s"
              .formatted(
                  text.substring(0, from),
                  distinct ? "DISTINCT " : "",
                  condition,
                  value,
                  text.substring(end + 1));
    }
    return text;
  }

  /** Every query in FROM has a name. */
  private static String named(String sql) {
    StringBuilder text = new StringBuilder(sql);
    int names = 0;
    int from = 0;
    for (Matcher derived = DERIVED.matcher(text);
        derived.find(from);
        derived = DERIVED.matcher(text)) {
      int end = closing(text, text.indexOf("(", derived.start()));
      if (!NAMED.matcher(text).region(end + 1, text.length()).lookingAt()) {
        text.insert(end + 1, " AS derived" + names++);
      }
      from = derived.end();
    }
    return text.toString();
  }

  private static int closing(CharSequence text, int open) {
    int depth = 0;
    for (int i = open; i < text.length(); i++) {
      depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    throw new IllegalArgumentException(text.toString());
  }

  private static int opening(CharSequence text, int close) {
    int depth = 0;
    for (int i = close; i >= 0; i--) {
      depth += text.charAt(i) == ')' ? 1 : text.charAt(i) == '(' ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    throw new IllegalArgumentException(text.toString());
  }
}
