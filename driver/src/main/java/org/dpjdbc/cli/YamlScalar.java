package org.dpjdbc.cli;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.dpjdbc.policy.PolicyValue;
import org.dpjdbc.policy.ValueOrder;

/** Writes scalars so that every YAML parser, old or new, reads them the same way. */
final class YamlScalar {
  private static final Pattern WORD =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*");

  /** Words that some version of YAML takes for something else. */
  private static final Set<String> TAKEN =
      Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n", "row", "todo");

  private YamlScalar() {}

  /** A name or a string. */
  static String name(String text) {
    boolean plain = WORD.matcher(text).matches() && !TAKEN.contains(text.toLowerCase(Locale.ROOT));
    return plain ? text : quoted(text);
  }

  /** A value, quoted if and only if it is a string that needs to be. */
  static String value(PolicyValue value) {
    return value instanceof PolicyValue.Text text ? name(text.value()) : ValueOrder.text(value);
  }

  /** A string that cannot end the comment it stands in. */
  static String comment(String text) {
    return text.replaceAll("\\p{C}|\\p{Z}", " ");
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                out.append('\\').appendCodePoint(c);
              } else if ((c >= ' ' && c < 0x7F) || Character.isLetterOrDigit(c)) {
                out.appendCodePoint(c);
              } else {
                out.append("\\U%08x".formatted(c));
              }
            });
    return out.append('"').toString();
  }
}
