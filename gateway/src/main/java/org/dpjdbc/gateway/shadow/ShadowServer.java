package org.dpjdbc.gateway.shadow;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.dpjdbc.gateway.wire.ServerError;

/**
 * A PostgreSQL server of the gateway's own, on this machine alone, for shadows. It holds no row,
 * and its files are gone when it is closed. Who may connect has to know a password, for other users
 * of the machine could connect, too.
 */
public final class ShadowServer implements AutoCloseable {
  private static final String OWNER = "postgres";
  private static final int SECRET = 24;
  private static final Duration START = Duration.ofMinutes(2);

  /** Nobody else's files may be as large as what sorting in a shadow could fill. */
  private static final String TEMPORARY_FILES = "64MB";

  private final ServerFolder folder;
  private final EmbeddedPostgres running;
  private final ShadowAddress address;
  private final Watch watch;

  private ShadowServer(
      ServerFolder folder, EmbeddedPostgres running, ShadowAddress address, Watch watch) {
    this.folder = folder;
    this.running = running;
    this.address = address;
    this.watch = watch;
  }

  /**
   * Starts one.
   *
   * @param connections how many sessions it takes
   * @throws IOException if it does not start, for example because there are no binaries for the
   *     machine, or because they do not run as its root
   */
  public static ShadowServer start(int connections) throws IOException {
    ServerFolder folder = ServerFolder.make();
    try {
      EmbeddedPostgres running =
          EmbeddedPostgres.builder()
              .setDataDirectory(folder.data())
              .setCleanDataDirectory(false)
              .setPGStartupWait(START)
              .setLocaleConfig("locale-provider", "builtin")
              .setLocaleConfig("builtin-locale", "C.UTF-8")
              .setLocaleConfig("locale", "C")
              .setLocaleConfig("encoding", "UTF8")
              .setServerConfig("listen_addresses", "127.0.0.1")
              .setServerConfig("unix_socket_directories", "")
              .setServerConfig("max_connections", String.valueOf(connections))
              .setServerConfig("shared_buffers", "16MB")
              .setServerConfig("fsync", "off")
              .setServerConfig("synchronous_commit", "off")
              .setServerConfig("full_page_writes", "off")
              .setServerConfig("autovacuum", "off")
              .setServerConfig("track_activities", "off")
              .setServerConfig("max_locks_per_transaction", "256")
              .setServerConfig("temp_file_limit", TEMPORARY_FILES)
              .setServerConfig("jit", "off")
              .setServerConfig("restart_after_crash", "off") // it would be without its watch
              .setOutputRedirector(Redirect.DISCARD)
              .setErrorRedirector(Redirect.DISCARD)
              .start();
      String password = secret();
      ShadowAddress address = new ShadowAddress("127.0.0.1", running.getPort(), OWNER, password);
      folder.started();
      lock(folder.data(), running.getJdbcUrl(OWNER, OWNER), password);
      return new ShadowServer(folder, running, address, Watch.begin(address, folder.data()));
    } catch (IOException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /** Lets in nobody without a password from now on. */
  private static void lock(Path folder, String url, String password) throws IOException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("SET password_encryption = 'scram-sha-256'");
      statement.execute("ALTER ROLE " + OWNER + " PASSWORD '" + password + "'");
      Files.write(
          folder.resolve("pg_hba.conf"),
          List.of("host all all 127.0.0.1/32 scram-sha-256"),
          StandardCharsets.US_ASCII);
      statement.execute("SELECT pg_reload_conf()");
    } catch (SQLException e) {
      throw new IOException("the shadow's server cannot be locked", e);
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

  /** Whether anything listens there: a server that is slow, or full, does. */
  public boolean isAlive() {
    try (ShadowWire wire =
        ShadowWire.open(address, Map.of("user", OWNER, "database", OWNER), address.password())) {
      return true;
    } catch (ConnectException e) {
      return false;
    } catch (IOException | ServerError e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    watch.end();
    running.close();
    folder.close();
  }
}
