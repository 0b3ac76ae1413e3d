package org.dpjdbc.cli.profile;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.DriverPropertyInfo;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.dpjdbc.jdbc.Connector;
import org.dpjdbc.policy.PolicyException;
import org.dpjdbc.policy.StrictYaml;

/**
 * Reads a profile. Everything that is wrong in it is reported at once, with its line, and without
 * the value, which may be a password. Relative paths are in the profile's folder.
 */
public final class ProfileReader {
  private static final List<String> SECRET = List.of("env", "file");

  /** The settings that have keys of their own. */
  private static final Map<String, String> ELSEWHERE =
      Map.of(
          "dp.policy", "policy",
          "dp.analyst", "analyst",
          "dp.ledger", "ledger",
          "dp.ledger.user", "ledger_user",
          "dp.ledger.password", "ledger_password");

  private static final String EXAMPLE =
      "write, for example, 'connections: {clinic: {url: \"jdbc:postgresql://localhost/clinic\","
          + " policy: clinic.yaml}}'";

  private static final String CLASSPATH = "classpath:";
  private static final String HOME = "~/";

  /** A password among the parameters of a URL, or before its host. */
  private static final Pattern SECRET_IN_URL =
      Pattern.compile(
          "(?i)[;?&][^=;?&]*(pass|pwd|secret|token)[^=;?&]*=|//[^/?#;@]*:[^/?#;@]*@|:[^:/@]+/[^@/]+@");

  private final Path path;
  private final boolean mayHoldPasswords;

  private ProfileReader(Path path) {
    this.path = path;
    this.mayHoldPasswords = new ProfileFile(path).isOfItsOwnerAlone();
  }

  /**
   * Reads a profile.
   *
   * @param path the file
   * @throws ProfileException listing every problem
   */
  public static Profile read(Path path) throws ProfileException {
    ProfileFile file = new ProfileFile(path);
    String text = file.text();
    file.requireUnchangedByOthers();
    try {
      StrictYaml yaml = StrictYaml.parse(path.toString(), text, "the profile is empty; " + EXAMPLE);
      Profile profile = new ProfileReader(path).profile(yaml);
      yaml.throwIfAny();
      return profile;
    } catch (PolicyException e) {
      throw new ProfileException(e);
    }
  }

  private Profile profile(StrictYaml yaml) {
    Map<String, StrictYaml> root = yaml.mapping("the profile", ProfileKey.rewrites(false));
    Map<String, NamedConnection> connections = new LinkedHashMap<>();
    at(root, "connections")
        .map(named -> named.names("connections"))
        .orElse(Map.of())
        .forEach((name, connection) -> connections.put(name, connection(name, connection)));
    if (connections.isEmpty()) {
      yaml.problem("the profile names no connections; " + EXAMPLE);
    }
    Optional<String> preferred = text(root, "default");
    if (preferred.isPresent() && !connections.containsKey(preferred.get())) {
      at(root, "default")
          .ifPresent(
              name ->
                  name.problem(
                      "'default' must be one of the connections: "
                          + String.join(", ", connections.keySet())));
    }
    return new Profile(path.toString(), preferred, paths(root, "sqlline_jar"), connections);
  }

  private NamedConnection connection(String name, StrictYaml yaml) {
    Map<String, StrictYaml> keys =
        yaml.mapping("the connection '" + name + "'", ProfileKey.rewrites(true));
    Map<String, String> settings = new LinkedHashMap<>();
    at(keys, "settings").ifPresent(given -> settings.putAll(settings(given)));
    text(keys, "analyst").ifPresent(analyst -> settings.put("dp.analyst", analyst));
    return new NamedConnection(
        name,
        path.toString(),
        yaml.location().line(),
        url(name, yaml, keys),
        at(keys, "policy").flatMap(this::policy),
        paths(keys, "driver_jar"),
        text(keys, "user"),
        secret(keys, "password"),
        new NamedConnection.LedgerLogin(
            text(keys, "ledger"), text(keys, "ledger_user"), secret(keys, "ledger_password")),
        settings);
  }

  private String url(String name, StrictYaml connection, Map<String, StrictYaml> keys) {
    Optional<StrictYaml> given = at(keys, "url");
    if (given.isEmpty()) {
      connection.problem(
          "the connection '%s' has no url; write 'url:' and the database's own JDBC URL"
              .formatted(name));
      return "";
    }
    StrictYaml yaml = given.get();
    String url = yaml.text("url").orElse("jdbc:");
    if (!url.startsWith("jdbc:") || url.startsWith("jdbc:dp:")) {
      yaml.problem("'url' must be the database's own URL, which begins with jdbc: and has no dp:");
    } else if (SECRET_IN_URL.matcher(url).find()) {
      refuseClearText(yaml, "password");
    }
    return url;
  }

  private static Map<String, String> settings(StrictYaml yaml) {
    Map<String, String> settings = new LinkedHashMap<>();
    List<String> known =
        Arrays.stream(Connector.describe(null, null))
            .map((DriverPropertyInfo property) -> property.name)
            .toList();
    yaml.mapping("settings", known)
        .forEach(
            (key, value) -> {
              String elsewhere = ELSEWHERE.get(key);
              if (elsewhere != null) {
                value.problem("write '%s' as '%s:' of the connection".formatted(key, elsewhere));
              } else if (known.contains(key)) {
                value.text(key).ifPresent(text -> settings.put(key, text));
              }
            });
    return settings;
  }

  private Optional<Secret> secret(Map<String, StrictYaml> keys, String key) {
    return at(keys, key).flatMap(yaml -> secret(yaml, key));
  }

  private Optional<Secret> secret(StrictYaml yaml, String key) {
    if (!yaml.isMapping()) {
      refuseClearText(yaml, key);
      return yaml.text(key).map(Secret::of);
    }
    Map<String, StrictYaml> source = yaml.mapping(key, SECRET);
    if (source.size() != 1) {
      yaml.problem("'%s' must be {env: VARIABLE} or {file: FILE}".formatted(key));
      return Optional.empty();
    }
    String place = yaml.location().toString();
    return text(source, "env")
        .map(name -> Secret.ofVariable(place, name, System::getenv))
        .or(
            () ->
                paths(source, "file").stream()
                    .findFirst()
                    .map(file -> Secret.ofFile(place, new ProfileFile(file))));
  }

  private void refuseClearText(StrictYaml yaml, String key) {
    if (!mayHoldPasswords) {
      yaml.problem(
          "a password is in this file, which others can read: write '%s: {env: VARIABLE}' or"
                  .formatted(key)
              + " '%s: {file: FILE}', or run chmod 600 %s".formatted(key, path));
    }
  }

  private Optional<String> policy(StrictYaml yaml) {
    Optional<String> policy = yaml.text("policy");
    return policy.filter(text -> text.startsWith(CLASSPATH)).isPresent()
        ? policy
        : policy.flatMap(text -> resolved(yaml, text)).map(Path::toString);
  }

  private List<Path> paths(Map<String, StrictYaml> keys, String key) {
    return at(keys, key).stream()
        .flatMap(yaml -> yaml.strings(key).stream().flatMap(text -> resolved(yaml, text).stream()))
        .toList();
  }

  /** A path in the profile's folder, unless it is absolute or in the user's home. */
  private Optional<Path> resolved(StrictYaml yaml, String text) {
    try {
      return Optional.of(
          text.startsWith(HOME)
              ? Path.of(System.getProperty("user.home", ""), text.substring(HOME.length()))
              : path.resolveSibling(text));
    } catch (InvalidPathException e) {
      yaml.problem("this is not the name of a file");
      return Optional.empty();
    }
  }

  private static Optional<String> text(Map<String, StrictYaml> keys, String key) {
    return at(keys, key).flatMap(yaml -> yaml.text(key));
  }

  private static Optional<StrictYaml> at(Map<String, StrictYaml> keys, String key) {
    return Optional.ofNullable(keys.get(key));
  }
}
