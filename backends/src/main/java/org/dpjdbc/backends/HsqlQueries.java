package org.dpjdbc.backends;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How HSQLDB spells what a query says in H2's words. */
final class HsqlQueries {
  private static final Pattern MEAN = Pattern.compile("\\bAVG\\(");
  private static final Pattern START = Pattern.compile("(?i)\\bDATE_TRUNC\\('(\\w+)', ");

  private static final Pattern LITERAL = Pattern.compile("\\b(THEN|ELSE|SELECT) ('[^']*')");

  private HsqlQueries() {}

  /**
   * A mean has the type of its argument, and the shorter of two literals is padded; FILTER and the
   * start of a unit are written otherwise.
   */
  static String spell(String sql) {
    String text = starts(MariaDbQueries.filtered(sql));
    text = LITERAL.matcher(text).replaceAll("$1 CAST($2 AS VARCHAR(100))");
    int from = 0;
    for (Matcher mean = MEAN.matcher(text); mean.find(from); mean = MEAN.matcher(text)) {
      int end = MariaDbQueries.closing(text, mean.end() - 1);
      String argument = text.substring(mean.end(), end);
      String distinct = argument.startsWith("DISTINCT ") ? "DISTINCT " : "";
      text =
          text.substring(0, mean.start())
              + "AVG(%sCAST(%s AS DOUBLE))"
                  .formatted(distinct, argument.substring(distinct.length()))
              + text.substring(end + 1);
      from = mean.end();
    }
    return text;
  }

  private static String starts(String sql) {
    String text = sql;
    for (Matcher start = START.matcher(text); start.find(); start = START.matcher(text)) {
      int end = MariaDbQueries.closing(text, text.indexOf('(', start.start()));
      String of = text.substring(start.end(), end);
      text = text.substring(0, start.start()) + start(start.group(1), of) + text.substring(end + 1);
    }
    return text;
  }

  private static String start(String unit, String of) {
    String format =
        switch (unit.toUpperCase(Locale.ROOT)) {
          case "YEAR" -> "YYYY";
          case "MONTH" -> "MM";
          case "WEEK" -> "IW";
          case "DAY" -> "DD";
          case "HOUR" -> "HH24";
          case "MINUTE" -> "MI";
          case "SECOND" -> "SS";
          case "QUARTER" -> "Q";
          default -> throw new IllegalArgumentException(unit);
        };
    return format.equals("Q")
        ? "(TRUNC(%1$s, 'YYYY') + (3 * (EXTRACT(QUARTER FROM %1$s) - 1)) MONTH)".formatted(of)
        : "TRUNC(%s, '%s')".formatted(of, format);
  }
}
