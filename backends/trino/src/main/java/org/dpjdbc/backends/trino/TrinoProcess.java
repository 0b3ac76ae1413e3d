package org.dpjdbc.backends.trino;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The process of a cluster: it ends with the process that started it, or with its last user. */
public final class TrinoProcess implements AutoCloseable {
  /** The system property of a cluster that has catalogs of other connectors by name. */
  static final String RENAMED = "trino.renamed";

  private final Process process;
  private final String address;

  private TrinoProcess(Process process, String address) {
    this.process = process;
    this.address = address;
  }

  /**
   * Starts a cluster, and waits until it answers.
   *
   * @throws IOException if it does not start
   */
  public static TrinoProcess start() throws IOException {
    return start(Optional.empty());
  }

  /**
   * As above, with the further catalogs {@code of_postgresql} and {@code of_iceberg}: connectors by
   * these names, which store their tables in memory.
   *
   * @throws IOException if it does not start
   */
  public static TrinoProcess startWithRenamed() throws IOException {
    return start(Optional.empty(), List.of("-D" + RENAMED + "=true"));
  }

  /**
   * As above, for several processes.
   *
   * @param users a file whose second byte each of them has locked, this one first
   * @throws IOException if it does not start
   */
  public static TrinoProcess start(Optional<Path> users) throws IOException {
    return start(users, List.of());
  }

  private static TrinoProcess start(Optional<Path> users, List<String> options) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx3g",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--add-opens=java.base/java.nio=ALL-UNNAMED"));
    command.addAll(options);
    command.addAll(List.of("-classpath", classPath(), "org.dpjdbc.backends.trino.TrinoCluster"));
    users.ifPresent(file -> command.add(file.toAbsolutePath().toString()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    String line = output.readLine();
    while (line != null && !line.startsWith("http")) {
      line = output.readLine();
    }
    if (line == null) {
      process.destroy();
      throw new IOException("the cluster did not start");
    }
    URI address = URI.create(line);
    return new TrinoProcess(process, address.getHost() + ":" + address.getPort());
  }

  private static String classPath() throws IOException {
    try (InputStream libraries =
        Objects.requireNonNull(
            TrinoProcess.class.getResourceAsStream("class-path"),
            "Trino is not among the libraries: build with -Ddatabases")) {
      Path own =
          Path.of(TrinoProcess.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return own
          + System.getProperty("path.separator")
          + new String(libraries.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  /** Host and port of the coordinator. */
  public String address() {
    return address;
  }

  @Override
  public void close() {
    process.destroy();
  }
}
