package org.dpjdbc.it;

import java.io.IOException;
import java.util.List;
import org.dpjdbc.backends.TestBackend;

/**
 * A text that an attacker sends.
 *
 * @param verdict the code that refuses it; or {@code ANSWERED} with noise, {@code KEYS}, answered
 *     with noise that also decides which rows there are, {@code FREE}, answered exactly for nothing
 * @param sql the text
 */
record Attack(String verdict, String sql) {
  /**
   * The whole corpus; a line that begins with {@code @NAME} or {@code @NAME,NAME} is for those
   * databases alone, with {@code @!NAME} for all others.
   */
  static List<Attack> all(TestBackend backend) throws IOException {
    String product = backend.product();
    return Clinic.text("attacks.txt")
        .lines()
        .filter(line -> !line.startsWith("#") && !line.isBlank())
        .filter(line -> isHere(line, product))
        .map(line -> line.startsWith("@") ? line.substring(line.indexOf(' ') + 1) : line)
        .map(line -> line.split(" ", 2))
        .map(parts -> new Attack(parts[0], backend.quoted(parts[1])))
        .toList();
  }

  private static boolean isHere(String line, String product) {
    if (!line.startsWith("@")) {
      return true;
    }
    boolean others = line.startsWith("@!");
    String names = line.substring(others ? 2 : 1, line.indexOf(' '));
    return others != List.of(names.split(",")).contains(product);
  }

  boolean isAnswered() {
    return !verdict.startsWith("DP-");
  }

  /** Whether an analyst sees private rows through noise alone, in values and in which there are. */
  boolean isNoisy() {
    return verdict.equals("ANSWERED") || verdict.equals("KEYS");
  }
}
