package org.dpjdbc.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A program that has run to its end.
 *
 * @param process its number
 * @param code its exit code
 */
public record Launched(long process, int code, String out, String err) {
  /** The command {@code dp-jdbc}, as it lies beside the jar. */
  public static Path program() throws URISyntaxException {
    return DriverJar.require().resolveSibling("dp-jdbc");
  }

  /**
   * Runs a program.
   *
   * @param environment all that it has, but for the search path
   */
  public static Launched run(Path program, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    String path = builder.environment().getOrDefault("PATH", "/usr/bin:/bin");
    builder.environment().clear();
    builder.environment().put("PATH", path);
    builder.environment().putAll(environment);
    Path err = Files.createTempFile("dp-jdbc", ".err");
    try {
      Process process = builder.redirectError(err.toFile()).start();
      process.getOutputStream().close();
      // To the end of the output: nothing that goes on behind may hold it open.
      String out = new String(process.getInputStream().readAllBytes(), UTF_8);
      int code = process.waitFor();
      return new Launched(process.pid(), code, out, Files.readString(err, UTF_8));
    } finally {
      Files.delete(err);
    }
  }
}
