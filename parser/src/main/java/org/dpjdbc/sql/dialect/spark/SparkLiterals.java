package org.dpjdbc.sql.dialect.spark;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.dpjdbc.sql.dialect.common.BackendTypes;
import org.jspecify.annotations.Nullable;

/**
 * Values as Spark reads them in the text of a statement, when {@code
 * spark.sql.parser.escapedStringLiterals} and {@code spark.sql.variable.substitute} are off. Each
 * quote and backslash in a string is escaped with a backslash; every other character is literal.
 */
final class SparkLiterals {
  private SparkLiterals() {}

  /**
   * The statement with a value in the place of each question mark that is neither in a string
   * literal nor in an identifier.
   *
   * @param sql as {@link SparkPrinter} prints it
   * @throws IllegalArgumentException if there are not as many question marks as values, or a value
   *     has no literal
   */
  static String written(String sql, List<? extends @Nullable Object> values) {
    StringBuilder text = new StringBuilder(sql.length());
    int next = 0;
    int i = 0;
    while (i < sql.length()) {
      char c = sql.charAt(i);
      int end = i + 1;
      if (c == '`' || c == '\'' || c == '"') {
        end = endOfQuoted(sql, i);
        text.append(sql, i, end);
      } else if (c == '?') {
        if (next == values.size()) {
          throw new IllegalArgumentException("more parameters than values");
        }
        text.append(literal(values.get(next)));
        next++;
      } else {
        text.append(c);
      }
      i = end;
    }
    if (next != values.size()) {
      throw new IllegalArgumentException("more values than parameters");
    }
    return text.toString();
  }

  /** Behind the quote that ends what begins with one; a doubled one begins what follows at once. */
  private static int endOfQuoted(String sql, int start) {
    char quote = sql.charAt(start);
    int i = start + 1;
    while (i < sql.length() && sql.charAt(i) != quote) {
      i += quote != '`' && sql.charAt(i) == '\\' ? 2 : 1;
    }
    if (i >= sql.length()) {
      throw new IllegalArgumentException("a quote is not closed");
    }
    return i + 1;
  }

  private static String literal(@Nullable Object value) {
    if (value == null) {
      return "NULL";
    } else if (value instanceof Boolean bool) {
      return bool ? "TRUE" : "FALSE";
    } else if (value instanceof BigDecimal number) {
      // A literal with more digits than the type has would be rejected, but a cast from a string is
      // not.
      return number.precision() > BackendTypes.MAX_DIGITS || number.scale() > 0
          ? text(number.toPlainString())
          : number.toPlainString();
    } else if (value instanceof String || value instanceof Number || value instanceof LocalDate) {
      // Each but the first stands within a cast.
      return text(value.toString());
    }
    throw new IllegalArgumentException("no literal of " + value.getClass());
  }

  /** A string literal. */
  static String text(String value) {
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
