package org.dpjdbc.gateway.config;

import java.util.regex.Pattern;

/** Names of users, which are names of roles in the shadow. */
public final class UserNames {
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}._@+-]{1,63}");

  private UserNames() {}

  /**
   * Checks one.
   *
   * @param at where it stands
   * @throws ConfigException if it cannot be a user's
   */
  public static void check(String name, String at) throws ConfigException {
    if (!NAME.matcher(name).matches()
        || name.getBytes(java.nio.charset.StandardCharsets.UTF_8).length > 63) {
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
