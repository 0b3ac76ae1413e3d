package org.dpjdbc.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code dp-jdbc} with Java and its archives says what the jar alone says. */
@Tag("thorough")
class LauncherArchiveTest {
  private static final String LISTED = "SELECT code, chapter FROM diseases ORDER BY code";

  @TempDir private static Path temporary;

  private static Path program;
  private static Path jar;
  private static Path cache;
  private static List<String> connection;

  @BeforeAll
  static void install() throws Exception {
    Path packaged = DriverJar.require();
    Path java = Path.of(System.getProperty("java.home"));
    assumeTrue(
        Files.exists(java.resolve("lib/server/classes.jsa")),
        "skipped: this Java has no archive of its own classes to build on");
    // Without a space: Java 17 archives no classes of a jar that has one in its path.
    Path home = Files.createDirectory(temporary.resolve("home"));
    program = Files.copy(Launched.program(), home.resolve("dp-jdbc"));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    jar = Files.copy(packaged, home.resolve(packaged.getFileName()));
    cache = home.resolve("a cache/dp-jdbc");
    Path folder = home.resolve("clinic");
    Path policy;
    try (Clinic clinic = Clinic.inFile(folder)) {
      policy = clinic.policy();
    }
    Path h2 =
        Path.of(
            Class.forName("org.h2.Driver")
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    connection =
        List.of(
            policy.toString(),
            "jdbc:h2:file:" + folder.resolve("database"),
            "--driver-jar",
            h2.toString(),
            "--user",
            "sa",
            "--analyst",
            "ann");
    // Its ledger is there: who begins one says so.
    assertThat(plain(command("query", Clinic.COUNT)).code()).isZero();
  }

  private static String[] command(String name, String... rest) {
    return Stream.of(Stream.of(name), connection.stream(), Arrays.stream(rest))
        .flatMap(words -> words)
        .toArray(String[]::new);
  }

  private static Map<String, String> environment(Map<String, String> more) {
    Map<String, String> all =
        new HashMap<>(
            Map.of(
                "JAVA_HOME", System.getProperty("java.home"),
                "HOME", cache.getParent().toString(),
                "XDG_CACHE_HOME", cache.getParent().toString(),
                "DPJDBC_PASSWORD", "sa",
                "DP_JDBC_ARCHIVE", "now"));
    all.putAll(more);
    return all;
  }

  private static Launched launched(String... arguments) throws Exception {
    return Launched.run(program, environment(Map.of()), arguments);
  }

  private static Launched plain(String... arguments) throws Exception {
    String[] all =
        Stream.concat(Stream.of("-jar", jar.toString()), Arrays.stream(arguments))
            .toArray(String[]::new);
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    return Launched.run(java, environment(Map.of()), all);
  }

  private static void assertSame(Launched run, Launched plain) {
    assertThat(run.out()).isEqualTo(plain.out());
    assertThat(run.err()).isEqualTo(plain.err());
    assertThat(run.code()).isEqualTo(plain.code());
  }

  private static Path archive() throws IOException {
    try (Stream<Path> files = Files.list(cache)) {
      return files.filter(file -> file.toString().endsWith(".jsa")).findFirst().orElseThrow();
    }
  }

  @Test
  void theFirstRunAndTheNextSayWhatTheJarSays() throws Exception {
    String[] listing = command("query", "--csv", LISTED);
    Launched plain = plain(listing);
    assertThat(plain.out()).contains("A,infection");
    assertThat(plain.code()).isZero();
    assertSame(launched(listing), plain);
    assertThat(archive()).isNotEmptyFile();
    assertSame(launched(listing), plain);
    String[] refused = command("query", "SELECT * FROM patients");
    Launched plainRefused = plain(refused);
    assertThat(plainRefused.code()).isEqualTo(3);
    assertSame(launched(refused), plainRefused);
  }

  @Test
  void classesComeFromTheArchive() throws Exception {
    launched("--version");
    Path log = temporary.resolve("classes");
    Map<String, String> logged = Map.of("DP_JDBC_JAVA_OPTS", "-Xlog:class+load:file=" + log);
    Launched.run(program, environment(logged), command("query", Clinic.COUNT));
    for (String name : List.of("cli.QueryCommand", "plan.Planner", "budget.Ledger")) {
      assertThat(source(log, "org.dpjdbc." + name)).startsWith("shared objects file");
    }
  }

  /** Where a class was loaded from, as the JVM's log says. */
  private static String source(Path log, String name) throws IOException {
    String start = " " + name + " source: ";
    return Files.readAllLines(log).stream()
        .filter(line -> line.contains(start))
        .map(line -> line.substring(line.indexOf(start) + start.length()))
        .findFirst()
        .orElse("nowhere");
  }

  /** As one that was cut short before its header was written, which comes last. */
  @Test
  void aDamagedArchiveIsLeftOutWithoutAWord() throws Exception {
    Launched intact = launched("--version");
    Path archive = archive();
    byte[] damaged = Files.readAllBytes(archive);
    Arrays.fill(damaged, 0, 4096, (byte) 0);
    // A file that cannot be written is replaced.
    Files.delete(archive);
    Files.write(archive, damaged);
    try {
      assertSame(launched("--version"), intact);
    } finally {
      Files.delete(archive);
    }
  }
}
