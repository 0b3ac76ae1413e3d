package org.dpjdbc.cli;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.dpjdbc.cli.profile.NamedConnection;
import org.dpjdbc.cli.profile.ProfileException;
import org.dpjdbc.cli.profile.ProfileOptions;
import org.dpjdbc.cli.profile.Secret;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options for connecting to the database, common to all commands, and the connection of a
 * profile that gives what they leave out.
 */
final class DatabaseOptions {
  @Mixin private ProfileOptions profile = new ProfileOptions();

  @Option(
      names = "--driver-jar",
      paramLabel = "FILE",
      description = "The jar of the database's own JDBC driver; may be repeated.")
  private List<Path> driverJars = new ArrayList<>();

  @Option(names = "--user", paramLabel = "NAME", description = "The database user.")
  private Optional<String> user = Optional.empty();

  @Option(
      names = "--password",
      interactive = true,
      description =
          "Ask for the password. Default: the profile's, or the variable DPJDBC_PASSWORD.")
  private char @Nullable [] password;

  /** User and password, after the user has entered them. */
  private final Properties known = new Properties();

  /** The environment variable of the password: a command line is visible to other users. */
  private static final String PASSWORD_VARIABLE = "DPJDBC_PASSWORD";

  /** Connects to the database itself, as its owner does. */
  Database open(Optional<String> url) throws SQLException, FailedException {
    String target = url(url);
    return Database.open(target, properties(url), jars());
  }

  /** Connects to the database through the driver, as an analyst does. */
  Database open(Optional<String> url, Properties own) throws SQLException, FailedException {
    String target = url(url);
    Properties properties = properties(url);
    properties.putAll(own);
    return Database.openPrivately(target, properties, jars());
  }

  /** The policy of the command line, or else of the profile's connection; asked before the URL. */
  String policy(Operands operands) throws FailedException {
    boolean complete = operands.policy().isPresent() && operands.url().isPresent();
    return policy(operands.policy(), connection(profile, !complete), profile);
  }

  /** The same for a command that needs no database. */
  static String policy(
      Optional<String> given, Optional<NamedConnection> connection, ProfileOptions profile)
      throws FailedException {
    return given
        .or(() -> connection.flatMap(NamedConnection::policy))
        .orElseThrow(
            () ->
                connection
                    .map(c -> c + " names no policy; write 'policy:' there, or give one")
                    .map(FailedException::notSupported)
                    .orElseGet(() -> missing("a policy", profile)));
  }

  private String url(Optional<String> given) throws FailedException {
    Optional<NamedConnection> connection = connection(profile, given.isEmpty());
    return given
        .or(() -> connection.map(NamedConnection::url))
        .orElseThrow(() -> missing("the database's URL", profile));
  }

  private static FailedException missing(String what, ProfileOptions profile) {
    return FailedException.notSupported(
        "give %s, or write it once in a profile: there is none in %s"
            .formatted(what, profile.places()));
  }

  /** The profile's connection, if it is named or anything that it gives is left out. */
  static Optional<NamedConnection> connection(ProfileOptions profile, boolean needed)
      throws FailedException {
    try {
      return profile.connection(needed);
    } catch (ProfileException e) {
      throw new FailedException(e);
    }
  }

  /** Whether the user was asked for the password. */
  boolean asked() {
    return password != null;
  }

  /** The profile that was read, if one was. */
  ProfileOptions profile() {
    return profile;
  }

  /**
   * The settings of the profile's connection. Its analyst is left out if another user is named:
   * otherwise queries would be charged to another analyst.
   */
  Map<String, String> settings() {
    Map<String, String> settings =
        new LinkedHashMap<>(profile.used().map(NamedConnection::settings).orElse(Map.of()));
    Optional<String> known = profile.used().flatMap(NamedConnection::user);
    if (known.isPresent() && user.isPresent() && !user.equals(known)) {
      settings.remove("dp.analyst");
    }
    return settings;
  }

  private List<Path> jars() {
    return driverJars.isEmpty()
        ? profile.used().map(NamedConnection::driverJars).orElse(List.of())
        : driverJars;
  }

  private Properties properties(Optional<String> url) throws FailedException {
    if (known.isEmpty()) {
      Optional<NamedConnection> connection = profile.used();
      user.or(() -> connection.flatMap(NamedConnection::user))
          .ifPresent(name -> known.setProperty("user", name));
      Optional<String> secret = password(connection.filter(c -> isOf(c, url)));
      secret.ifPresent(text -> known.setProperty("password", text));
    }
    Properties properties = new Properties();
    properties.putAll(known);
    return properties;
  }

  /** A password is for the user and the database that stand beside it, and is sent nowhere else. */
  private boolean isOf(NamedConnection connection, Optional<String> url) {
    return url.filter(given -> !given.equals(connection.url())).isEmpty()
        && (user.isEmpty() || user.equals(connection.user()));
  }

  private Optional<String> password(Optional<NamedConnection> connection) throws FailedException {
    if (password != null) {
      // Even an empty one: whoever was asked has answered.
      String secret = new String(password);
      Arrays.fill(password, '\0');
      return Optional.of(secret);
    }
    Optional<Secret> secret = connection.flatMap(NamedConnection::password);
    if (secret.isPresent()) {
      return Optional.of(read(secret.get()));
    }
    return Optional.ofNullable(System.getenv(PASSWORD_VARIABLE));
  }

  private static String read(Secret secret) throws FailedException {
    try {
      return secret.read();
    } catch (ProfileException e) {
      throw new FailedException(e);
    }
  }
}
