package org.dpjdbc.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;

/** A gateway in a process of its own, which can be killed. */
final class GatewayProcess implements AutoCloseable {
  private static final String LISTENING = "listening at 127.0.0.1:";

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private static final String CLASSES =
      System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

  private static final long KILOBYTE = 1024;

  /** In both generations of the serial collector. */
  private static final Pattern USED = Pattern.compile("generation .*used (\\d+)K");

  private final Process process;
  private final int port;

  private GatewayProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  private static ProcessBuilder java(String... arguments) {
    ProcessBuilder builder =
        new ProcessBuilder(
            JAVA,
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-Xmx512m",
            "-cp",
            CLASSES);
    builder.command().addAll(List.of(arguments));
    return builder.redirectError(Redirect.DISCARD);
  }

  /**
   * Starts one.
   *
   * @param file its settings, with port 0
   * @return as soon as it listens
   */
  static GatewayProcess start(Path file) throws IOException {
    return start(java("org.dpjdbc.gateway.cli.Main", "start", file.toString()));
  }

  /**
   * Starts one with the virtual machine's own settings, for its times.
   *
   * @param file its settings, with port 0
   * @return as soon as it listens
   */
  static GatewayProcess startAsUsual(Path file) throws IOException {
    return start(
        new ProcessBuilder(
                JAVA, "-cp", CLASSES, "org.dpjdbc.gateway.cli.Main", "start", file.toString())
            .redirectError(Redirect.DISCARD));
  }

  /**
   * Starts one that has its temporary files in a folder.
   *
   * @param file its settings, with port 0
   * @return as soon as it listens
   */
  static GatewayProcess start(Path file, Path temporary) throws IOException {
    return start(
        java(
            "-Djava.io.tmpdir=" + temporary,
            "org.dpjdbc.gateway.cli.Main",
            "start",
            file.toString()));
  }

  private static GatewayProcess start(ProcessBuilder builder) throws IOException {
    Process process = builder.start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(LISTENING)) {
        int port = Integer.parseInt(line.substring(LISTENING.length()));
        return new GatewayProcess(process, port);
      }
    }
    process.destroyForcibly();
    throw new IOException("the gateway does not start");
  }

  /** Runs the driver's own command. */
  static int driver(String... arguments) throws IOException, InterruptedException {
    ProcessBuilder builder = java("org.dpjdbc.cli.Main");
    builder.command().addAll(List.of(arguments));
    return builder.redirectOutput(Redirect.DISCARD).start().waitFor();
  }

  Connection connect(String user, String... options) throws SQLException {
    return Clinic.connectAt("jdbc:postgresql://localhost:" + port + "/clinic", user, options);
  }

  /** The bytes of its heap that are in use after the collector has run. */
  long heap() throws IOException {
    jcmd("GC.run");
    return USED.matcher(jcmd("GC.heap_info"))
        .results()
        .mapToLong(used -> KILOBYTE * Long.parseLong(used.group(1)))
        .sum();
  }

  private String jcmd(String command) throws IOException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process asked =
        new ProcessBuilder(jcmd.toString(), String.valueOf(process.pid()), command).start();
    return new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  int port() {
    return port;
  }

  long pid() {
    return process.pid();
  }

  /** Ends it in the middle of whatever it does. */
  void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
