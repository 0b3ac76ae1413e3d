package org.dpjdbc.gateway.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.dpjdbc.gateway.login.DecoyVerifiers;
import org.dpjdbc.gateway.login.Verifier;
import org.dpjdbc.gateway.resource.UserResources;
import org.dpjdbc.gateway.shadow.ShadowAddress;

/** Reads the gateway's files, and checks what they say. */
public final class SettingsReader {
  private static final String HERE = "127.0.0.1";
  private static final int PORT = 5433;
  private static final int WEB_PORT = 8433;
  private static final int POSTGRES_PORT = 5432;
  private static final int LAST_PORT = 65535;
  private static final int CONNECTIONS = 200;
  private static final int USER_CONNECTIONS = 50;
  private static final int STATEMENT_BYTES = 4 << 20;
  private static final int STATEMENT_SECONDS = 60;
  private static final int STATEMENTS = 10_000;
  private static final int AT_ONCE = 4;
  private static final int PER_MINUTE = 60_000;
  private static final int ANSWER_BYTES = 256 << 20;
  private static final int POOL = 8;
  private static final String POOL_REUSE_SECONDS = "30";
  private static final int LONGEST_NAME = 63;
  private static final String SECRET_OF_PROCESS = DecoyVerifiers.secret(new SecureRandom());

  private final Path file;
  private final Path folder;
  private final Map<String, String> environment;

  private SettingsReader(Path file, Map<String, String> environment) {
    this.file = file;
    this.folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElseThrow();
    this.environment = environment;
  }

  /**
   * Reads them.
   *
   * @param file {@code gateway.yaml}
   * @param environment where passwords may stand
   * @throws ConfigException if anything is missing or wrong
   */
  public static Settings read(Path file, Map<String, String> environment) throws ConfigException {
    return new SettingsReader(file, environment).read();
  }

  /**
   * Reads the file of users alone.
   *
   * @param settings that stay for all the rest
   * @throws ConfigException if anything in that file is wrong
   */
  public static Settings readUsers(Settings settings) throws ConfigException {
    UserStore store = settings.usersFile();
    UsersFile people = store.read();
    Map<String, User> users = users(store, people);
    return settings.withUsers(store, users, decoy(store, people, users));
  }

  private Settings read() throws ConfigException {
    GatewayFile read = YamlFile.read(file, GatewayFile.class);
    if (read.version() != 1) {
      throw wrong("version: must be 1");
    }
    Optional<GatewayFile.Tls> tls = read.tls();
    Map<String, Settings.Database> databases = new LinkedHashMap<>();
    for (Map.Entry<String, GatewayFile.DatabaseEntry> each : read.databases().entrySet()) {
      databases.put(each.getKey(), database(each.getKey(), each.getValue()));
    }
    if (databases.isEmpty()) {
      throw wrong("databases: there is none");
    }
    Optional<GatewayFile.Listen> listen = read.listen();
    int port = listen.flatMap(GatewayFile.Listen::port).orElse(PORT);
    if (port < 0 || port > LAST_PORT) {
      throw wrong("listen.port: must be from 0 to 65535");
    }
    UserStore store = new UserStore(folder.resolve(read.users().orElse("users.yaml")));
    UsersFile people = store.read();
    Map<String, User> users = users(store, people);
    checkDatabases(store, users.values(), databases.keySet());
    Optional<ShadowAddress> shadow = shadow(read.shadow());
    if (shadow.isPresent() && users.containsKey(shadow.get().owner())) {
      throw wrong("shadow.user: is the name of a user of the gateway, too");
    }
    return new Settings(
        folder,
        listen.flatMap(GatewayFile.Listen::address).orElse(HERE),
        port,
        tls.flatMap(GatewayFile.Tls::required).orElse(true),
        folder.resolve(tls.flatMap(GatewayFile.Tls::certificate).orElse("gateway.crt")),
        folder.resolve(tls.flatMap(GatewayFile.Tls::key).orElse("gateway.key")),
        shadow,
        databases,
        store,
        users,
        decoy(store, people, users),
        limits(read.limits()),
        folder.resolve(read.audit().orElse("audit.jsonl")),
        read.metrics()
            .map(metrics -> new Settings.Metrics(metrics.address().orElse(HERE), metrics.port())),
        web(read.web()));
  }

  private Optional<Settings.Web> web(Optional<GatewayFile.Web> web) throws ConfigException {
    if (web.isEmpty() || !web.get().enabled().orElse(true)) {
      return Optional.empty();
    }
    int port = web.get().port().orElse(WEB_PORT);
    if (port < 0 || port > LAST_PORT) {
      throw wrong("web.port: must be from 0 to 65535");
    }
    return Optional.of(new Settings.Web(web.get().address().orElse(HERE), port));
  }

  private ConfigException wrong(String message) {
    return new ConfigException(file + ": " + message);
  }

  private Settings.Database database(String name, GatewayFile.DatabaseEntry entry)
      throws ConfigException {
    String at = "databases." + name;
    if (name.isEmpty() || name.length() > LONGEST_NAME) {
      throw wrong(at + ": a name has 1 to 63 characters");
    }
    if (!entry.url().startsWith("jdbc:") || entry.url().startsWith("jdbc:dp:")) {
      throw wrong(at + ".url: must be the database's own URL, which begins with jdbc:");
    }
    Path policy = folder.resolve(entry.policy());
    if (!Files.isRegularFile(policy)) {
      throw wrong(at + ".policy: there is no file " + policy);
    }
    Properties properties = new Properties();
    entry.properties().ifPresent(properties::putAll);
    String text;
    try {
      text = Files.readString(policy, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw wrong(at + ".policy: the file " + policy + " cannot be read");
    }
    properties.setProperty("dp.policy", policy.toString());
    // Sessions that begin later have the same, whatever becomes of the file.
    properties.setProperty("dp.policy_text", text);
    // What clients of PostgreSQL write, and what its parser has read before.
    properties.setProperty("dp.dialect", "PostgreSQL");
    properties.setProperty("dp.pool", String.valueOf(entry.connections().orElse(POOL)));
    // A session of the gateway's is the same to the database as another.
    properties.putIfAbsent("dp.pool_reuse", POOL_REUSE_SECONDS);
    entry.user().ifPresent(user -> properties.setProperty("user", user));
    if (entry.password().isPresent()) {
      properties.setProperty("password", secret(at + ".password", entry.password().get()));
    }
    if (entry.ledger().isPresent()) {
      GatewayFile.Ledger ledger = entry.ledger().get();
      properties.setProperty("dp.ledger", ledger.url());
      ledger.user().ifPresent(user -> properties.setProperty("dp.ledger.user", user));
      if (ledger.password().isPresent()) {
        properties.setProperty(
            "dp.ledger.password", secret(at + ".ledger.password", ledger.password().get()));
      }
    }
    return new Settings.Database(
        name, "jdbc:dp:" + entry.url().substring("jdbc:".length()), properties, policy);
  }

  private String secret(String at, GatewayFile.Secret secret) throws ConfigException {
    if (secret.env().isPresent() == secret.file().isPresent()) {
      throw wrong(at + ": write either env or file");
    }
    if (secret.env().isPresent()) {
      String value = environment.get(secret.env().get());
      if (value == null) {
        throw wrong(at + ": the environment has no variable " + secret.env().get());
      }
      return value;
    }
    try {
      return Files.readString(folder.resolve(secret.file().orElseThrow()), StandardCharsets.UTF_8)
          .strip();
    } catch (IOException e) {
      throw wrong(at + ": the file " + secret.file().get() + " cannot be read");
    }
  }

  private Optional<ShadowAddress> shadow(Optional<GatewayFile.ShadowPlace> place)
      throws ConfigException {
    if (place.isEmpty()) {
      return Optional.empty();
    }
    GatewayFile.ShadowPlace server = place.get();
    if (server.host().isEmpty() || server.user().isEmpty()) {
      throw wrong("shadow: host and user must not be empty");
    }
    return Optional.of(
        new ShadowAddress(
            server.host(),
            server.port().orElse(POSTGRES_PORT),
            server.user(),
            secret("shadow.password", server.password())));
  }

  /** Without a secret, one that lasts as long as the gateway does. */
  private static DecoyVerifiers decoy(UserStore store, UsersFile people, Map<String, User> users)
      throws ConfigException {
    String secret = people.secret().orElse(SECRET_OF_PROCESS);
    try {
      return DecoyVerifiers.of(secret, users.values().stream().map(User::verifier).toList());
    } catch (IllegalArgumentException e) {
      throw new ConfigException(store + ": secret: " + e.getMessage());
    }
  }

  private static void checkDatabases(UserStore store, Collection<User> users, Set<String> databases)
      throws ConfigException {
    for (User user : users) {
      for (String database : user.databases()) {
        if (!databases.contains(database)) {
          throw new ConfigException(
              "%s: users.%s.databases: there is no database %s"
                  .formatted(store, user.name(), database));
        }
      }
    }
  }

  private static Map<String, User> users(UserStore store, UsersFile people) throws ConfigException {
    Map<String, User> users = new LinkedHashMap<>();
    for (Map.Entry<String, UsersFile.UserEntry> each : people.users().entrySet()) {
      String at = store + ": users." + each.getKey();
      UserNames.check(each.getKey(), at);
      UsersFile.UserEntry entry = each.getValue();
      try {
        Verifier verifier = Verifier.parse(entry.password());
        String analyst = entry.analyst().orElse(each.getKey());
        users.put(
            each.getKey(),
            new User(
                each.getKey(),
                verifier,
                analyst,
                Set.copyOf(entry.databases()),
                entry.owner().orElse(false)));
      } catch (IllegalArgumentException e) {
        throw new ConfigException(at + ".password: " + e.getMessage());
      }
    }
    return users;
  }

  private Settings.Limits limits(Optional<GatewayFile.Limits> limits) throws ConfigException {
    return new Settings.Limits(
        positive("connections", limits.flatMap(GatewayFile.Limits::connections), CONNECTIONS),
        positive(
            "user_connections",
            limits.flatMap(GatewayFile.Limits::userConnections),
            USER_CONNECTIONS),
        positive(
            "statement_bytes", limits.flatMap(GatewayFile.Limits::statementBytes), STATEMENT_BYTES),
        Duration.ofSeconds(
            positive(
                "statement_seconds",
                limits.flatMap(GatewayFile.Limits::statementSeconds),
                STATEMENT_SECONDS)),
        positive("statements", limits.flatMap(GatewayFile.Limits::statements), STATEMENTS),
        new UserResources.Limits(
            positive("at_once", limits.flatMap(GatewayFile.Limits::atOnce), AT_ONCE),
            positive("per_minute", limits.flatMap(GatewayFile.Limits::perMinute), PER_MINUTE),
            positive("answer_bytes", limits.flatMap(GatewayFile.Limits::answerBytes), ANSWER_BYTES),
            positive("user_bytes", limits.flatMap(GatewayFile.Limits::userBytes), userBytes())));
  }

  /** A quarter of the memory that this process may have. */
  private static int userBytes() {
    return (int) Math.min(Integer.MAX_VALUE, Runtime.getRuntime().maxMemory() / 4);
  }

  private int positive(String key, Optional<Integer> value, int usual) throws ConfigException {
    int number = value.orElse(usual);
    if (number < 1) {
      throw wrong("limits." + key.toLowerCase(Locale.ROOT) + ": must be at least 1");
    }
    return number;
  }
}
