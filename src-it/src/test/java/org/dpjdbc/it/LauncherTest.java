package org.dpjdbc.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The command {@code dp-jdbc}, with a {@code java} that only shows how it was called. All paths
 * have a space. {@link LauncherArchiveTest} has the real one.
 */
class LauncherTest {
  /** Makes an archive of a line, or shows its process and its arguments. */
  private static final String JAVA =
      """
      #!/bin/sh
      for argument in "$@"; do
        case $argument in
          -XX:ArchiveClassesAtExit=*)
            echo made >> "$FAKE/made"
            waits=${WAITS:-0}
            while [ "$waits" -gt 0 ] && [ ! -e "$FAKE/go" ]; do
              sleep 0.1
              waits=$((waits - 1))
            done
            echo classes > "${argument#*=}"
            exit "${ARCHIVING:-0}" ;;
        esac
      done
      echo "process $$"
      for argument in "$@"; do
        printf '[%s]\\n' "$argument"
      done
      exit "${CODE:-0}"
      """;

  @TempDir private Path temporary;
  private Path home;
  private Path program;
  private Path cache;

  @BeforeEach
  void install() throws Exception {
    Path jar = DriverJar.require();
    home = Files.createDirectory(temporary.resolve("a home"));
    program = home.resolve("dp-jdbc");
    Files.copy(Launched.program(), program);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Files.writeString(home.resolve(jar.getFileName()), "a jar");
    installJava(17);
    cache = home.resolve("cache/dp-jdbc");
  }

  private void installJava(int version) throws IOException {
    Path java = home.resolve("java/bin/java");
    Files.createDirectories(java.getParent());
    Files.writeString(java, JAVA);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(home.resolve("java/release"), "JAVA_VERSION=\"" + version + ".0.1\"\n");
  }

  private Launched run(Map<String, String> environment, String... arguments) throws Exception {
    return Launched.run(program, environment(environment), arguments);
  }

  private Map<String, String> environment(Map<String, String> more) {
    Map<String, String> all =
        new HashMap<>(
            Map.of(
                "JAVA_HOME", home.resolve("java").toString(),
                "HOME", home.toString(),
                "XDG_CACHE_HOME", home.resolve("cache").toString(),
                "DP_JDBC_ARCHIVE", "now",
                "FAKE", home.toString()));
    all.putAll(more);
    return all;
  }

  private Launched run(String... arguments) throws Exception {
    return run(Map.of(), arguments);
  }

  private List<Path> cached() throws IOException {
    if (!Files.isDirectory(cache)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(cache)) {
      return files.toList();
    }
  }

  private long made() throws IOException {
    Path log = home.resolve("made");
    return Files.exists(log) ? Files.readAllLines(log).size() : 0;
  }

  private static boolean usesArchive(Launched run) {
    return run.out().contains("[-XX:SharedArchiveFile=");
  }

  @Test
  void argumentsArriveAsTheyAre() throws Exception {
    String[] odd = {"query", "", "a  b", "it's", "\"q\"", "*", "$HOME", "\\n", "-x", "@y", "y\nz"};
    String shown = Stream.of(odd).map(a -> "[" + a + "]\n").reduce("", String::concat);
    assertThat(run(odd).out()).endsWith("]\n" + shown);
  }

  @Test
  void javaTakesThePlaceOfTheScript() throws Exception {
    Launched run = run("query");
    assertThat(run.out()).startsWith("process " + run.process() + "\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 77})
  void theExitCodeIsJavas(int code) throws Exception {
    assertThat(run(Map.of("CODE", Integer.toString(code)), "query").code()).isEqualTo(code);
  }

  @Test
  void theFirstRunMakesAnArchiveThatTheNextOneUses() throws Exception {
    run("query");
    assertThat(made()).isEqualTo(1);
    assertThat(cached()).singleElement().asString().endsWith(".jsa");
    assertThat(run("query").out()).contains("[-XX:SharedArchiveFile=" + cached().get(0) + "]");
    assertThat(made()).isEqualTo(1);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)))
        .isEqualTo("rwx------");
  }

  /** The gateway's is made of the same script. */
  @Test
  void programsInOneFolderHaveArchivesOfTheirOwn() throws Exception {
    Path script = Path.of("../driver/src/main/launcher/dp-jdbc").toAbsolutePath();
    Path other = home.resolve("dp-jdbc-gateway");
    Files.writeString(
        other,
        Files.readString(script)
            .replace("@PROGRAM@", "dp-jdbc-gateway")
            .replace("@JAR@", "dp-jdbc-gateway.jar"));
    assertThat(other.toFile().setExecutable(true)).isTrue();
    Map<String, String> environment = environment(Map.of());
    assertThat(Launched.run(other, environment, "check").err())
        .isEqualTo(
            "dp-jdbc-gateway: there is no readable "
                + home.toRealPath().resolve("dp-jdbc-gateway.jar")
                + "; the program and the jar belong in one folder\n");
    Files.writeString(home.resolve("dp-jdbc-gateway.jar"), "another jar");
    assertThat(usesArchive(Launched.run(other, environment, "check"))).isTrue();
    assertThat(usesArchive(run("query"))).isTrue();
    assertThat(usesArchive(Launched.run(other, environment, "check"))).isTrue();
    assertThat(made()).isEqualTo(2);
    assertThat(cached()).hasSize(2);
  }

  @Test
  void aServerHasAllCompilersAndTheCollectorOfTheJvm() throws Exception {
    assertThat(run("start").out())
        .contains("[-XX:SharedArchiveFile=")
        .doesNotContain("TieredStopAtLevel")
        .doesNotContain("UseSerialGC");
  }

  @Test
  void nobodyWaitsForTheArchive() throws Exception {
    assertThat(run(Map.of("DP_JDBC_ARCHIVE", "", "WAITS", "3000"), "query").code()).isZero();
    // It is still being made: another process leaves that to the first.
    Launched second = run("query");
    assertThat(second.code()).isZero();
    assertThat(usesArchive(second)).isFalse();
    Files.createFile(home.resolve("go"));
    while (cached().size() != 1 || !cached().get(0).toString().endsWith(".jsa")) {
      Thread.sleep(50);
    }
    assertThat(usesArchive(run("query"))).isTrue();
    assertThat(made()).isEqualTo(1);
  }

  @Test
  void whatFailsIsNotTriedAtOnceAgain() throws Exception {
    for (int i = 0; i < 2; i++) {
      Launched run = run(Map.of("ARCHIVING", "1"), "query");
      assertThat(run.code()).isZero();
      assertThat(run.err()).isEmpty();
      assertThat(usesArchive(run)).isFalse();
    }
    assertThat(made()).isEqualTo(1);
  }

  /** The JVM would crash. */
  @ParameterizedTest
  @ValueSource(strings = {"", "clas", "classes and more\n"})
  void anArchiveOfAnotherLengthIsMadeAnew(String content) throws Exception {
    run("query");
    Files.writeString(cached().get(0), content);
    assertThat(usesArchive(run("query"))).isTrue();
    assertThat(made()).isEqualTo(2);
    assertThat(cached()).singleElement().asString().endsWith("-8.jsa");
    assertThat(cached().get(0)).hasContent("classes\n");
  }

  @ParameterizedTest
  @CsvSource({"PT5M, false", "PT2H, true"})
  void whatAKilledProcessLeftIsInTheWayForAnHour(Duration age, boolean made) throws Exception {
    run("query");
    Path archive = cached().get(0);
    Files.delete(archive);
    String name = archive.getFileName().toString();
    Path left =
        Files.createDirectory(
            archive.resolveSibling(name.substring(0, name.lastIndexOf('-')) + ".new"));
    Files.writeString(left.resolve("archive"), "half");
    Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(age)));
    assertThat(usesArchive(run("query"))).isEqualTo(made);
    if (made) {
      assertThat(archive).hasContent("classes\n");
      assertThat(left).doesNotExist();
    }
  }

  @Test
  void anotherJarOrJavaHasItsOwnArchiveAndTheOldOneGoes() throws Exception {
    run("query");
    Path first = cached().get(0);
    Files.writeString(home.resolve(DriverJar.require().getFileName()), "another jar");
    run("query");
    Path second = cached().get(0);
    installJava(21);
    run("query");
    assertThat(cached()).hasSize(1).doesNotContain(first, second);
    assertThat(second).isNotEqualTo(first);
    assertThat(made()).isEqualTo(3);
  }

  /** Whoever can write to the folder could make others run code. */
  @ParameterizedTest
  @CsvSource({
    "cache/dp-jdbc, rwxrwx---",
    "cache/dp-jdbc, rwxr-x---",
    "cache/dp-jdbc, rwx----w-",
    "cache, rwxrwxr-x",
    ".,     rwxr-xrwx"
  })
  void aFolderThatOthersMayChangeIsNotUsed(String folder, String mode) throws Exception {
    run("query");
    assertThat(usesArchive(run("query"))).isTrue();
    Files.setPosixFilePermissions(home.resolve(folder), PosixFilePermissions.fromString(mode));
    Launched run = run("query");
    assertThat(run.code()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(usesArchive(run)).isFalse();
    assertThat(made()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cache/dp-jdbc", "cache", "."})
  void aFolderOfSomebodyElseIsNotUsed(String folder) throws Exception {
    assumeTrue((int) Files.getAttribute(home, "unix:uid") == 0, "skipped: only root gives away");
    run("query");
    Files.setAttribute(home.resolve(folder), "unix:uid", 65_534);
    Launched run = run("query");
    assertThat(run.code()).isZero();
    assertThat(usesArchive(run)).isFalse();
  }

  @Test
  void withoutAFolderNothingIsLost() throws Exception {
    Files.writeString(home.resolve("file"), "");
    for (Map<String, String> environment :
        List.of(
            Map.of("XDG_CACHE_HOME", home.resolve("file").toString()),
            Map.of("XDG_CACHE_HOME", "relative", "HOME", "/dev/null"),
            Map.of("XDG_CACHE_HOME", home.resolve("with:colon").toString()),
            Map.of("DP_JDBC_ARCHIVE", "off"))) {
      Launched run = run(environment, "query");
      assertThat(run.code()).isZero();
      assertThat(run.err()).isEmpty();
      assertThat(usesArchive(run)).isFalse();
    }
    assertThat(made()).isZero();
  }

  @Test
  void optionsCanBeAddedAndCollectorsExcludeEachOther() throws Exception {
    assertThat(run("query").out()).contains("[-XX:TieredStopAtLevel=1]\n[-XX:+UseSerialGC]\n");
    assertThat(run("sqlline").out()).doesNotContain("TieredStopAtLevel");
    assertThat(run(Map.of("DP_JDBC_JAVA_OPTS", "-Da=* -XX:+UseG1GC"), "query").out())
        .contains("[-Da=*]\n[-XX:+UseG1GC]\n")
        .doesNotContain("UseSerialGC");
    assertThat(run(Map.of("JDK_JAVA_OPTIONS", "-XX:+UseZGC"), "query").out())
        .doesNotContain("UseSerialGC");
  }

  @Test
  void anOldJavaOrNoneIsSaidSo() throws Exception {
    installJava(11);
    Launched old = run("query");
    assertThat(old.code()).isEqualTo(3);
    assertThat(old.err()).contains("is Java 11.0.1; Java 17 or later is needed");
    Launched none = run(Map.of("JAVA_HOME", home.resolve("none").toString()), "query");
    assertThat(none.code()).isEqualTo(3);
    assertThat(none.err()).contains("where there is no bin/java");
  }

  @Test
  void aWordThatIsNoneIsSaidSo() throws Exception {
    Launched run = run(Map.of("DP_JDBC_ARCHIVE", "yes"), "query");
    assertThat(run.code()).isEqualTo(3);
    assertThat(run.err()).contains("DP_JDBC_ARCHIVE is yes; it may be background, now or off");
  }

  @Test
  void aLinkLeadsToTheJarBesideTheProgram() throws Exception {
    Path bin = Files.createDirectory(temporary.resolve("bin"));
    Path first = Files.createSymbolicLink(bin.resolve("first"), Path.of("../a home/dp-jdbc"));
    Path second = Files.createSymbolicLink(bin.resolve("dp-jdbc"), first);
    Launched run = Launched.run(second, environment(Map.of()), "query");
    assertThat(run.out()).contains("[" + home.resolve(DriverJar.require().getFileName()) + "]");
    Files.delete(home.resolve(DriverJar.require().getFileName()));
    assertThat(run("query").err()).contains("the program and the jar belong in one folder");
  }
}
