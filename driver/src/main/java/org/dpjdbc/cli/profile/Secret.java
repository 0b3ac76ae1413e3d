package org.dpjdbc.cli.profile;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A password, which is not read before it is used and is never shown. */
public final class Secret {
  /** Where a password comes from. */
  @FunctionalInterface
  private interface Source {
    String read() throws ProfileException;
  }

  private final Source source;

  private Secret(Source source) {
    this.source = source;
  }

  static Secret of(String text) {
    return new Secret(() -> text);
  }

  /** The value of a variable of the environment; an unset one is a problem of the profile. */
  static Secret ofVariable(String place, String variable, UnaryOperator<@Nullable String> lookup) {
    return new Secret(
        () -> {
          String value = lookup.apply(variable);
          if (value == null) {
            throw new ProfileException(
                "%s: the environment variable %s is not set; set it, or ask for the password with"
                        .formatted(place, variable)
                    + " --password");
          }
          return value;
        });
  }

  /** The first line of a file that its owner alone can read. */
  static Secret ofFile(String place, ProfileFile file) {
    return new Secret(() -> file.firstLine(place));
  }

  /**
   * The password.
   *
   * @throws ProfileException if it is not where the profile says
   */
  public String read() throws ProfileException {
    return source.read();
  }

  @Override
  public String toString() {
    return "(a password)";
  }
}
