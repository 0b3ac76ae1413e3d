package org.dpjdbc.it.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Clients that are programs: each runs in a process of its own. */
final class Processes {
  private static final long PATIENCE_SECONDS = 180;

  private Processes() {}

  /**
   * Runs a Java program with the class path of the tests to its end.
   *
   * @param folder its home, where it may leave files
   * @param input what it reads
   * @param arguments its class and what is handed to it
   * @return what it prints
   */
  static String run(Path folder, String input, List<String> arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-Djava.awt.headless=true",
            "-Duser.home=" + folder,
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
    command.addAll(arguments);
    Path in = Files.writeString(folder.resolve("input.txt"), input, UTF_8);
    Path out = folder.resolve("output.txt");
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    // Histories would otherwise go to the home of whoever builds.
    builder.environment().put("HOME", folder.toString());
    Process process =
        builder
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .redirectInput(in.toFile())
            .start();
    boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    String said = Files.readString(out, UTF_8);
    assertThat(ended).as("ended, having said %s", said).isTrue();
    return said;
  }
}
