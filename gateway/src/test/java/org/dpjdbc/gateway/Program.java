package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A program of this machine, in a folder.
 *
 * @param command and its first arguments
 * @param environment what it gets besides this process's own
 */
public record Program(List<String> command, Path folder, Map<String, String> environment) {
  /** Far more than any of them takes, an installation included. */
  private static final long PATIENCE_MINUTES = 10;

  /** What installers say that cannot reach what they install from. */
  private static final Pattern UNREACHABLE =
      Pattern.compile(
          "Temporary failure in name resolution|Name or service not known|no such host"
              + "|nodename nor servname|NewConnectionError|ConnectTimeoutError|ReadTimeoutError"
              + "|ProxyError|[Nn]etwork is unreachable|[Cc]onnection refused|i/o timeout"
              + "|TLS handshake timeout|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH");

  /** What a program has written, and how it ended. */
  public record Outcome(int exit, String output) {}

  public static Program of(Path folder, String... command) {
    return new Program(List.of(command), folder, Map.of());
  }

  /** The file of a command, if it can be run here. */
  public static Optional<Path> find(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Arrays.stream(path.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  public Program with(Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(environment);
    all.putAll(more);
    return new Program(command, folder, all);
  }

  public Outcome run(String... arguments) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of(arguments));
    Path written = Files.createTempFile("output", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(all)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(written.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      process.getOutputStream().close();
      boolean hasEnded = process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES);
      String output = Files.readString(written, StandardCharsets.UTF_8);
      assertThat(hasEnded).as("%s has not ended: %s", all, output).isTrue();
      return new Outcome(process.exitValue(), output);
    } finally {
      Stream.concat(process.descendants(), Stream.of(process.toHandle()))
          .forEach(ProcessHandle::destroyForcibly);
      Files.deleteIfExists(written);
    }
  }

  /** Runs what must succeed. */
  public void check(String... arguments) throws IOException, InterruptedException {
    Outcome outcome = run(arguments);
    assertThat(outcome.exit()).as("%s%n%s", command, outcome.output()).isZero();
  }

  /** Runs what must succeed, if there is a network. */
  public void install(String... arguments) throws IOException, InterruptedException {
    Outcome outcome = run(arguments);
    boolean isAlone = outcome.exit() != 0 && UNREACHABLE.matcher(outcome.output()).find();
    assumeFalse(isAlone, () -> "the registry cannot be reached: " + outcome.output());
    assertThat(outcome.exit()).as("%s%n%s", command, outcome.output()).isZero();
  }
}
