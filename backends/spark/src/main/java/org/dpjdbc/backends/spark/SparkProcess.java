package org.dpjdbc.backends.spark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The process of a server: it ends with the process that started it, or with its last user. */
public final class SparkProcess implements AutoCloseable {
  /** What Spark opens of Java 17 ({@code JavaModuleOptions}). */
  private static final List<String> OPENED =
      List.of(
          "java.lang",
          "java.lang.invoke",
          "java.lang.reflect",
          "java.io",
          "java.net",
          "java.nio",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "sun.nio.ch",
          "sun.nio.cs",
          "sun.security.action",
          "sun.util.calendar");

  private final Process process;
  private final String address;

  private SparkProcess(Process process, String address) {
    this.process = process;
    this.address = address;
  }

  /**
   * Starts a server, and waits until it answers. Its files are deleted when this JVM ends.
   *
   * @param port of the loopback address that nobody listens at
   * @throws IOException if it does not start
   */
  public static SparkProcess start(int port) throws IOException {
    return start(port, Optional.empty());
  }

  /**
   * As above, for several processes. Its files are deleted when it ends.
   *
   * @param users a file whose second byte each of them has locked, this one first
   * @throws IOException if it does not start
   */
  public static SparkProcess start(int port, Optional<Path> users) throws IOException {
    Path folder = Files.createTempDirectory("spark");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx6g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    OPENED.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
    command.add("-Djava.io.tmpdir=" + folder);
    command.addAll(List.of("-classpath", classPath(), "org.dpjdbc.backends.spark.SparkServer"));
    command.add(folder.resolve("warehouse").toString());
    command.add(String.valueOf(port));
    users.ifPresent(file -> command.add(file.toAbsolutePath().toString()));
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (users.isEmpty()) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process, folder)));
    }
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    String line = output.readLine();
    while (line != null && !line.startsWith("127.0.0.1:")) {
      line = output.readLine();
    }
    if (line == null) {
      process.destroy();
      throw new IOException("the server did not start");
    }
    return new SparkProcess(process, line);
  }

  private static void end(Process process, Path folder) {
    process.destroyForcibly().onExit().join();
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(java.io.File::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String classPath() throws IOException {
    try {
      Path own =
          Path.of(SparkProcess.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return own + System.getProperty("path.separator") + ClassPaths.read("class-path");
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  /** Host and port of the JDBC endpoint. */
  public String address() {
    return address;
  }

  @Override
  public void close() {
    process.destroy();
  }
}
