package org.dpjdbc.gateway.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.SettingsReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the gateway's files and applies changes to the server. A file that cannot be used is
 * logged once, and the server continues with its settings, minus revoked rights. It is tried again
 * every minute, except for a port of the web page that is in use.
 */
public final class Reload implements Runnable {
  private static final Logger LOGGER = LoggerFactory.getLogger(Reload.class);

  /** Between two trials, of two seconds each. */
  private static final int ROUNDS = 30;

  private final Path file;
  private final Map<String, String> environment;
  private final GatewayServer server;
  private final int connections;
  private volatile Settings current;
  private Map<Path, FileTime> seen;

  /** Kept while files are read and what they forbid is taken, so that what is newer comes later. */
  private final Object reading = new Object();

  private Optional<FileTime> seenUsers = Optional.empty();
  private String logged = "";
  private int rounds;

  /**
   * @param file {@code gateway.yaml}
   * @param current what the server has
   */
  public Reload(
      Path file, Map<String, String> environment, GatewayServer server, Settings current) {
    this.file = file;
    this.environment = Map.copyOf(environment);
    this.server = server;
    this.current = current;
    this.connections = current.limits().connections();
    this.seen = Map.of(); // for files may have changed since they were read
  }

  /** Looks once. */
  @Override
  public synchronized void run() {
    Map<Path, FileTime> now = times(current);
    if (now.equals(seen) && !isTimeAgain()) {
      return;
    }
    seen = now;
    try {
      take(read());
    } catch (ConfigException e) {
      restrict();
      refuse(e);
    } catch (SQLException | IOException | RuntimeException e) {
      refuse(e);
    }
  }

  private Settings read() throws ConfigException {
    synchronized (reading) {
      Settings read = SettingsReader.read(file, environment);
      server.restrict(read);
      return read;
    }
  }

  /**
   * Takes what the file of users forbids, if it has changed, though another file cannot be read, or
   * a database that another one names does not answer.
   */
  public void restrict() {
    synchronized (reading) {
      try {
        Optional<FileTime> time = time(current.usersFile().path());
        if (!time.equals(seenUsers)) {
          server.restrict(SettingsReader.readUsers(current));
          seenUsers = time;
        }
      } catch (ConfigException e) {
        // it is that file which cannot be read
      }
    }
  }

  private void take(Settings read) throws SQLException, IOException {
    server.take(read);
    Settings before = current;
    current = read;
    rounds = 0;
    logged = "";
    List<String> later = later(before, read);
    if (later.isEmpty() && isSame(before, read)) {
      return;
    }
    LOGGER.info("The gateway's files changed and are in use");
    if (!later.isEmpty()) {
      LOGGER.warn("Changes of {} need a restart", String.join(", ", later));
    }
  }

  private static boolean isSame(Settings before, Settings after) {
    return before.databases().equals(after.databases())
        && before.users().equals(after.users())
        && before.limits().equals(after.limits())
        && before.web().equals(after.web());
  }

  /** Whether what could not be taken is to be tried once more, which it is every minute. */
  private boolean isTimeAgain() {
    if (rounds > 0) {
      rounds++;
    }
    return rounds > 0 && rounds % ROUNDS == 0;
  }

  private void refuse(Exception e) {
    rounds =
        e instanceof IOException ? 0 : Math.max(1, rounds); // no later time is better for a page
    String text = String.valueOf(e.getMessage());
    if (text.equals(logged)) {
      return;
    }
    logged = text;
    String what =
        "The changed files cannot be used, and the old ones stay, less what users may not do now";
    if (e instanceof RuntimeException) {
      LOGGER.warn(what, e);
    } else {
      LOGGER.warn("{}: {}", what, text);
    }
  }

  /** What is taken at a start alone. */
  private List<String> later(Settings before, Settings after) {
    Map<String, Boolean> changes = new LinkedHashMap<>();
    changes.put(
        "listen", !before.address().equals(after.address()) || before.port() != after.port());
    changes.put(
        "tls",
        !before.certificate().equals(after.certificate()) || !before.key().equals(after.key()));
    changes.put("shadow", !before.shadow().equals(after.shadow()));
    changes.put("audit", !before.audit().equals(after.audit()));
    changes.put("metrics", !before.metrics().equals(after.metrics()));
    changes.put(
        "limits.connections",
        before.limits().connections() != after.limits().connections()
            && after.limits().connections() > connections);
    return changes.entrySet().stream().filter(Map.Entry::getValue).map(Map.Entry::getKey).toList();
  }

  private Map<Path, FileTime> times(Settings settings) {
    List<Path> files =
        Stream.concat(
                Stream.of(file, settings.usersFile().path()),
                settings.databases().values().stream().map(Settings.Database::policy))
            .toList();
    Map<Path, FileTime> times = new HashMap<>();
    files.forEach(each -> time(each).ifPresent(time -> times.put(each, time)));
    return times;
  }

  /** A file that is not there has none. */
  private static Optional<FileTime> time(Path file) {
    try {
      return Optional.of(Files.getLastModifiedTime(file));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
