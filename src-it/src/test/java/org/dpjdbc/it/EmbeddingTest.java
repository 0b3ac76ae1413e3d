package org.dpjdbc.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of {@code docs/how-to/start-faster.md}, as they stand there, in their order. */
@Tag("thorough")
class EmbeddingTest {
  private static final int JAVA_THAT_MAKES_ARCHIVES_ITSELF = 19;

  private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

  private static final String APP =
      """
      import java.sql.*;

      public class App {
        public static void main(String[] arguments) throws Exception {
          try (Connection connection = DriverManager.getConnection("URL", "sa", "sa");
              Statement statement = connection.createStatement();
              ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM patients")) {
            System.out.println(rows.next());
          }
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void thePagesCommandsMakeAnArchiveAndUseIt() throws Exception {
    Path jar = DriverJar.require();
    assumeTrue(
        Files.exists(Path.of(System.getProperty("java.home"), "lib/server/classes.jsa")),
        "skipped: this Java has no archive of its own classes to build on");
    Files.copy(jar, folder.resolve("dp-jdbc-driver-VERSION.jar"));
    Files.copy(placeOf(Class.forName("org.h2.Driver")), folder.resolve("h2.jar"));
    writeApp();
    List<String> blocks = BLOCK.matcher(page()).results().map(found -> found.group(1)).toList();
    assertThat(blocks)
        .anyMatch(block -> block.contains("SharedArchiveFile="))
        .anyMatch(block -> !block.contains("SharedArchiveFile="));
    for (String block : blocks) {
      if (block.contains("AutoCreateSharedArchive")
          && Runtime.version().feature() < JAVA_THAT_MAKES_ARCHIVES_ITSELF) {
        continue;
      }
      boolean uses = block.contains("SharedArchiveFile=");
      Launched run =
          Launched.run(
              Path.of("/bin/sh"),
              Map.of("JAVA_TOOL_OPTIONS", "-Xlog:class+load:file=" + folder.resolve("classes")),
              "-ec",
              "cd '%s'\nPATH='%s/bin':$PATH\n%s"
                  .formatted(folder, System.getProperty("java.home"), block));
      assertThat(run.code()).as(run.err()).isZero();
      assertThat(run.out()).contains("true");
      assertThat(folder.resolve("app.jsa")).exists();
      assertThat(source("org.dpjdbc.plan.Planner").startsWith("shared objects file"))
          .as(block)
          .isEqualTo(uses);
    }
  }

  /** Where the last process loaded a class from. */
  private String source(String name) throws IOException {
    String start = " " + name + " source: ";
    return Files.readAllLines(folder.resolve("classes")).stream()
        .filter(line -> line.contains(start))
        .map(line -> line.substring(line.indexOf(start) + start.length()))
        .findFirst()
        .orElse("nowhere");
  }

  private void writeApp() throws Exception {
    String url;
    try (Clinic clinic = Clinic.inFile(folder.resolve("clinic"))) {
      url = clinic.url();
    }
    Path source = Files.writeString(folder.resolve("App.java"), APP.replace("URL", url));
    JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    assertThat(compiler.run(null, null, null, "-d", folder.toString(), source.toString())).isZero();
    try (JarOutputStream jar =
        new JarOutputStream(Files.newOutputStream(folder.resolve("app.jar")))) {
      jar.putNextEntry(new JarEntry("App.class"));
      Files.copy(folder.resolve("App.class"), jar);
    }
  }

  private static String page() throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("mvnw"))) {
      root = root.getParent();
    }
    return Files.readString(root.resolve("docs/how-to/start-faster.md"));
  }

  private static Path placeOf(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
