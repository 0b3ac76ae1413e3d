package org.dpjdbc.cli.profile;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A connection of a profile.
 *
 * @param name what the profile calls it
 * @param file the profile, as messages call it
 * @param line where it stands there
 * @param url the database's own JDBC URL
 * @param policy the policy file, or {@code classpath:} and the name of a resource
 * @param driverJars the jars of the database's own driver
 * @param user the database user
 * @param password the user's password
 * @param ledger what is said of the ledger
 * @param settings the other {@code dp.} parameters of the connection, by key
 */
public record NamedConnection(
    String name,
    String file,
    int line,
    String url,
    Optional<String> policy,
    List<Path> driverJars,
    Optional<String> user,
    Optional<Secret> password,
    LedgerLogin ledger,
    Map<String, String> settings) {

  /**
   * The ledger of a connection.
   *
   * @param url its JDBC URL; without it, it is the file beside the policy
   * @param user the user of its database
   * @param password the user's password
   */
  public record LedgerLogin(
      Optional<String> url, Optional<String> user, Optional<Secret> password) {}

  /** For messages: which it is. The URL is left out, because a password may be in it. */
  @Override
  public String toString() {
    return "connection '%s' of %s:%d".formatted(name, file, line);
  }
}
