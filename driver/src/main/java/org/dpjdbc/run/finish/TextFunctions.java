package org.dpjdbc.run.finish;

import java.util.Locale;
import java.util.Optional;
import org.dpjdbc.run.finish.StrictCall.Function;

/** Functions of texts. */
final class TextFunctions {
  private TextFunctions() {}

  /** Functions by their name, for a first operand that is a text. */
  static Optional<Function> named(String name, int operands) {
    if (operands == 1) {
      return switch (name) {
        case "UPPER" -> Optional.of(values -> text(values.get(0)).toUpperCase(Locale.ROOT));
        case "LOWER" -> Optional.of(values -> text(values.get(0)).toLowerCase(Locale.ROOT));
        case "CHAR_LENGTH", "CHARACTER_LENGTH" -> Optional.of(values -> text(values.get(0)).length());
        default -> Optional.empty();
      };
    }
    if (operands == 2 && name.equals("||")) {
      return Optional.of(values -> text(values.get(0)) + text(values.get(1)));
    }
    return Optional.empty();
  }

  private static String text(Object value) {
    return (String) value;
  }
}
