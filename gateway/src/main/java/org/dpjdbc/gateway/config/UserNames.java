package org.dpjdbc.gateway.config;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Names of users, which are names of roles in the shadow. */
public final class UserNames {
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}._@+-]{1,63}");

  /** In bytes. */
  private static final int LONGEST = 63;

  private UserNames() {}

  /** Whether a name is no longer than PostgreSQL has them, and so may belong to a user. */
  public static boolean fits(String name) {
    return name.length() <= LONGEST && name.getBytes(StandardCharsets.UTF_8).length <= LONGEST;
  }

  /**
   * Checks one.
   *
   * @param at where it stands
   * @throws ConfigException if it cannot be a user's
   */
  public static void check(String name, String at) throws ConfigException {
    if (!NAME.matcher(name).matches() || !fits(name)) {
      throw new ConfigException(at + ": a name has 1 to 63 letters, digits and . _ @ + -");
    }
    if (name.startsWith("pg_")
        || name.equals("postgres")
        || name.equals("public")
        || name.equals("none")) {
      throw new ConfigException(at + ": this name is PostgreSQL's own");
    }
  }
}
