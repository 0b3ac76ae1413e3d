package org.dpjdbc.gateway.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.dpjdbc.gateway.login.DecoyVerifiers;
import org.dpjdbc.gateway.resource.Resources;
import org.dpjdbc.gateway.resource.UserResources;
import org.dpjdbc.gateway.shadow.ShadowAddress;

/**
 * What the files say, checked and complete.
 *
 * @param folder that of the file
 * @param databases by name
 * @param usersFile where the users stand
 * @param users by name
 * @param decoy what users get who are none
 * @param audit the file of the audit log
 * @param web where the web page is; empty if there is none
 */
public record Settings(
    Path folder,
    String address,
    int port,
    boolean tlsRequired,
    Path certificate,
    Path key,
    Optional<ShadowAddress> shadow,
    Map<String, Database> databases,
    UserStore usersFile,
    Map<String, User> users,
    DecoyVerifiers decoy,
    Limits limits,
    Path audit,
    Optional<Metrics> metrics,
    Optional<Web> web) {

  /** Where the web page is. */
  public record Web(String address, int port) {}

  /** Where counts are offered. */
  public record Metrics(String address, int port) {}

  /**
   * A database.
   *
   * @param url of the driver, with {@code jdbc:dp:}
   * @param properties of its connections, without the analyst, and with the policy as it was read
   * @param policy its file
   */
  public record Database(String name, String url, Properties properties, Path policy) {}

  /**
   * What clients may do.
   *
   * @param connections of all clients
   * @param userConnections of one user
   * @param statementBytes of a message
   * @param statementTime of a statement
   * @param statements prepared in one session
   * @param ofUser what else one user may hold and use
   */
  public record Limits(
      int connections,
      int userConnections,
      int statementBytes,
      Duration statementTime,
      int statements,
      UserResources.Limits ofUser) {
    /**
     * Those of users' resources.
     *
     * @param most connections that there can be
     */
    public Resources.Limits resources(int most) {
      return new Resources.Limits(Math.min(connections, most), userConnections, ofUser);
    }
  }

  /**
   * The same for those users who may still log in by what other files say, and for what they may
   * still do: who is new, or may do more, waits until all of those files can be used.
   */
  public Settings restrictedBy(Settings other) {
    Map<String, User> left = new LinkedHashMap<>();
    other.users.forEach(
        (name, user) ->
            Optional.ofNullable(users.get(name))
                .ifPresent(before -> left.put(name, user.restrictedBy(before))));
    return withUsers(other.usersFile, left, other.decoy);
  }

  /** The same with other users. */
  Settings withUsers(UserStore file, Map<String, User> all, DecoyVerifiers strangers) {
    return new Settings(
        folder,
        address,
        port,
        tlsRequired,
        certificate,
        key,
        shadow,
        databases,
        file,
        all,
        strangers,
        limits,
        audit,
        metrics,
        web);
  }

  /** The same, but that it listens at a port that is free. */
  public Settings atAnyPort() {
    return new Settings(
        folder,
        address,
        0,
        tlsRequired,
        certificate,
        key,
        shadow,
        databases,
        usersFile,
        users,
        decoy,
        limits,
        audit,
        metrics,
        web.map(page -> new Web(page.address(), 0)));
  }
}
