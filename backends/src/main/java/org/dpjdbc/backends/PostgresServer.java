package org.dpjdbc.backends;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * A PostgreSQL server in processes of its own, which can be killed and started again on the files
 * that it left, so that pages are logged as a whole: what is killed may have written half of one.
 * By default, it compares strings by a language's rules. It does not wait for the disk. The system
 * property {@code postgres.home} has it run an {@link InstalledPostgres} in place of the embedded
 * one.
 */
public final class PostgresServer implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger("io.zonky.test.db.postgres");
  private static final int CONNECTIONS = 400;

  /** On a busy machine a server that was killed takes its time to read its log. */
  private static final Duration START = Duration.ofMinutes(5);

  private static final Duration STOP = Duration.ofSeconds(10);

  private final Path folder;
  private EmbeddedPostgres running;

  private PostgresServer(Path folder, EmbeddedPostgres running) {
    this.folder = folder;
    this.running = running;
  }

  /**
   * Starts a server; it stops with the JVM.
   *
   * @throws IOException if it does not start
   */
  public static PostgresServer start() throws IOException {
    LOG.setLevel(Level.OFF);
    Path folder = Files.createTempDirectory("postgres");
    copy(Template.FOLDER, folder);
    PostgresServer server = new PostgresServer(folder, start(folder, Ports.free()));
    Runtime.getRuntime().addShutdownHook(new Thread(server::remove, "remove " + folder));
    return server;
  }

  /** The files of a new server: to create them takes ten times as long as to copy them. */
  private static final class Template {
    static final Path FOLDER = create();

    private static Path create() {
      try {
        Path folder = Files.createTempDirectory("postgres");
        Runtime.getRuntime()
            .addShutdownHook(new Thread(() -> removeAll(folder), "remove " + folder));
        start(folder, Ports.free()).close();
        return folder;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.skip(1).toList()) {
        Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  private static EmbeddedPostgres start(Path folder, int port) throws IOException {
    EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder();
    String installed = System.getProperty("postgres.home", "");
    if (!installed.isEmpty()) {
      builder.setPgBinaryResolver(new InstalledPostgres(Path.of(installed)));
      // A distribution's own folder for sockets is not everybody's.
      builder.setServerConfig("unix_socket_directories", folder.toString());
    }
    return builder
        .setDataDirectory(folder)
        .setCleanDataDirectory(false)
        .setPort(port)
        .setPGStartupWait(START)
        .setLocaleConfig("locale-provider", "icu")
        .setLocaleConfig("icu-locale", "en-US")
        .setLocaleConfig("encoding", "UTF8")
        .setServerConfig("fsync", "off")
        .setServerConfig("synchronous_commit", "off")
        .setServerConfig("max_connections", String.valueOf(CONNECTIONS))
        .setServerConfig("timezone", "America/New_York")
        .setOutputRedirector(ProcessBuilder.Redirect.DISCARD)
        .setErrorRedirector(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** The URL of its database, with a question mark in it. */
  public String url() {
    return running.getJdbcUrl("postgres", "postgres");
  }

  /**
   * Kills all of its processes at once, as a machine does that has no memory left.
   *
   * @throws IOException if it does not run
   */
  public void kill() throws IOException, InterruptedException {
    List<ProcessHandle> all = processes();
    all.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle each : all) {
      while (each.isAlive()) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
    }
  }

  private List<ProcessHandle> processes() throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve("postmaster.pid"));
    ProcessHandle postmaster =
        ProcessHandle.of(Long.parseLong(lines.get(0).strip()))
            .orElseThrow(() -> new IOException("the server does not run"));
    return Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
  }

  /**
   * Stops all of its processes, until they {@link #goOn}: connections are taken, and nothing is
   * answered.
   *
   * @throws IOException if it does not run
   */
  public void fallSilent() throws IOException, InterruptedException {
    signal("STOP");
  }

  /** Has its processes go on. */
  public void goOn() throws IOException, InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("kill", "-s", name));
    processes().forEach(each -> command.add(String.valueOf(each.pid())));
    if (new ProcessBuilder(command).start().waitFor() != 0) {
      throw new IOException("a process of the server has ended");
    }
  }

  /**
   * Starts again what was killed, at the same port.
   *
   * @throws IOException if it does not start
   */
  public void startAgain() throws IOException {
    int port = running.getPort();
    running.close();
    running = start(folder, port);
  }

  @Override
  public void close() throws IOException {
    running.close();
    remove();
  }

  /** Its files are gone once it has stopped, which another may see to at the end of the JVM. */
  private void remove() {
    removeAll(folder);
  }

  private static void removeAll(Path folder) {
    long patience = System.nanoTime() + STOP.toNanos();
    while (Files.exists(folder) && System.nanoTime() < patience) {
      if (Files.exists(folder.resolve("postmaster.pid"))) {
        pause();
        continue;
      }
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      } catch (IOException | UncheckedIOException e) {
        pause(); // a file that came or went meanwhile
      }
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
