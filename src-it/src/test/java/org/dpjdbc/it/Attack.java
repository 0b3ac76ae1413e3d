package org.dpjdbc.it;

import java.io.IOException;
import java.util.List;

/**
 * A text that an attacker sends.
 *
 * @param verdict the code that refuses it; or {@code ANSWERED} with noise, {@code KEYS}, answered
 *     with noise that also decides which rows there are, {@code FREE}, answered exactly for nothing
 * @param sql the text
 */
record Attack(String verdict, String sql) {
  /**
   * The whole corpus; a line that begins with {@code @NAME} is for that database alone, with
   * {@code @!NAME} for all others.
   */
  static List<Attack> all(String product) throws IOException {
    return Clinic.text("attacks.txt")
        .lines()
        .filter(line -> !line.startsWith("#") && !line.isBlank())
        .filter(
            line ->
                !line.startsWith("@")
                    || line.startsWith("@" + product + " ")
                    || (line.startsWith("@!") && !line.startsWith("@!" + product + " ")))
        .map(line -> line.startsWith("@") ? line.substring(line.indexOf(' ') + 1) : line)
        .map(line -> line.split(" ", 2))
        .map(parts -> new Attack(parts[0], parts[1]))
        .toList();
  }

  boolean isAnswered() {
    return !verdict.startsWith("DP-");
  }

  /** Whether an analyst sees private rows through noise alone, in values and in which there are. */
  boolean isNoisy() {
    return verdict.equals("ANSWERED") || verdict.equals("KEYS");
  }
}
