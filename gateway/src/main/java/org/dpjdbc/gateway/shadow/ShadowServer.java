package org.dpjdbc.gateway.shadow;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.dpjdbc.gateway.wire.ServerError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A PostgreSQL server of the gateway's own, on this machine alone, for shadows. It holds no row,
 * and its files are gone when it is closed. Who may connect has to know a password, for other users
 * of the machine could connect, too.
 */
public final class ShadowServer implements AutoCloseable {
  private static final String OWNER = "postgres";
  private static final int SECRET = 24;
  private static final Duration START = Duration.ofMinutes(2);
  private static final Duration STOP = Duration.ofSeconds(3);
  private static final int ATTEMPTS = 3;
  private static final Logger LOGGER = LoggerFactory.getLogger(ShadowServer.class);

  /** Limits the temporary files that sorting in a shadow could fill. */
  private static final String TEMPORARY_FILES = "64MB";

  /** Those that run, for they must not outlive this process. */
  private static final Set<ShadowServer> RUNNING = ConcurrentHashMap.newKeySet();

  private static volatile boolean ending;

  private static final List<String> SETTINGS =
      List.of(
          "listen_addresses = '127.0.0.1'",
          "unix_socket_directories = ''",
          "shared_buffers = '16MB'",
          "fsync = off",
          "synchronous_commit = off",
          "full_page_writes = off",
          "autovacuum = off",
          "track_activities = off",
          "max_locks_per_transaction = 256",
          "temp_file_limit = '" + TEMPORARY_FILES + "'",
          "jit = off",
          "restart_after_crash = off"); // it would be without its watch

  private final PostgresPrograms programs;
  private final ServerFolder folder;
  private final ProcessHandle server;
  private final ShadowAddress address;
  private final ShutdownWatch watch;
  private boolean closed;

  private ShadowServer(
      PostgresPrograms programs,
      ServerFolder folder,
      ProcessHandle server,
      ShadowAddress address,
      ShutdownWatch watch) {
    this.programs = programs;
    this.folder = folder;
    this.server = server;
    this.address = address;
    this.watch = watch;
  }

  /**
   * Starts one. It has its password before it listens, and never takes a session without it.
   *
   * @param connections how many sessions it takes
   * @throws IOException if it does not start, for example because there are no binaries for the
   *     machine, or because they do not run as its root
   */
  public static ShadowServer start(int connections) throws IOException {
    PostgresPrograms programs = PostgresPrograms.get();
    ServerFolder folder = ServerFolder.make();
    Optional<ProcessHandle> server = Optional.empty();
    try {
      String password = secret();
      initialize(programs, folder, password, connections);
      int port = listen(programs, folder.data());
      server = Optional.of(folder.started());
      ShadowAddress address = new ShadowAddress("127.0.0.1", port, OWNER, password);
      ShutdownWatch watch = ShutdownWatch.begin(address, folder.data());
      ShadowServer started = new ShadowServer(programs, folder, server.get(), address, watch);
      RUNNING.add(started);
      if (ending) {
        throw new IOException("the gateway ends");
      }
      return started;
    } catch (IOException | RuntimeException e) {
      server.or(folder::server).ifPresent(ServerFolder::kill);
      folder.close();
      throw e;
    }
  }

  /** Creates its files, which require a password from the start on. */
  static void initialize(
      PostgresPrograms programs, ServerFolder folder, String password, int connections)
      throws IOException {
    Path secret = folder.data().resolveSibling("password");
    Files.writeString(secret, password, StandardCharsets.US_ASCII);
    programs.run(
        "initdb",
        "--pgdata=" + folder.data(),
        "--username=" + OWNER,
        "--auth=scram-sha-256",
        "--pwfile=" + secret,
        "--encoding=UTF8",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
        "--no-sync",
        "--no-instructions");
    Files.delete(secret);
    Files.write(
        folder.data().resolve("pg_hba.conf"),
        List.of("host all all 127.0.0.1/32 scram-sha-256"),
        StandardCharsets.US_ASCII);
    List<String> settings = new ArrayList<>(SETTINGS);
    settings.add("max_connections = " + connections);
    Files.write(
        folder.data().resolve("postgresql.conf"),
        settings,
        StandardCharsets.US_ASCII,
        StandardOpenOption.APPEND);
  }

  /** Has it listen at a port that is free. One may be taken between the query and its use. */
  private static int listen(PostgresPrograms programs, Path data) throws IOException {
    for (int attempt = 1; ; attempt++) {
      int port = freePort();
      try {
        programs.run(
            "pg_ctl",
            "--pgdata=" + data,
            "--options=-p " + port,
            "--wait",
            "--timeout=" + START.toSeconds(),
            "start");
        return port;
      } catch (IOException e) {
        if (attempt == ATTEMPTS) {
          throw new IOException("the shadow's server does not start", e);
        }
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  static String secret() {
    byte[] bytes = new byte[SECRET];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  public ShadowAddress address() {
    return address;
  }

  /** Whether it runs and listens: a server that is slow, or full, does. */
  public boolean isAlive() {
    if (!server.isAlive()) {
      return false; // whoever listens there now
    }
    try (ShadowWire wire =
        ShadowWire.open(address, Map.of("user", OWNER, "database", OWNER), address.password())) {
      return true;
    } catch (ConnectException e) {
      return false;
    } catch (IOException | ServerError e) {
      return true;
    }
  }

  /** Stops it, whatever its sessions do, and removes its files. */
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    watch.end();
    stop("fast");
    if (server.isAlive()) {
      stop("immediate"); // a session's process may be where it notices nothing else
    }
    if (server.isAlive()) {
      ServerFolder.kill(server);
    }
    folder.close();
    RUNNING.remove(this);
  }

  private void stop(String mode) {
    try {
      programs.run(
          "pg_ctl",
          "--pgdata=" + folder.data(),
          "--mode=" + mode,
          "--wait",
          "--timeout=" + STOP.toSeconds(),
          "stop");
    } catch (IOException e) {
      // it has ended, or more is needed
    }
  }

  /** Stops those that run. None starts from now on. */
  static void closeAll() {
    ending = true;
    for (ShadowServer each : RUNNING) {
      try {
        each.close();
      } catch (IOException e) {
        LOGGER.warn("A catalog server cannot be stopped: {}", e.toString());
      }
    }
  }
}
