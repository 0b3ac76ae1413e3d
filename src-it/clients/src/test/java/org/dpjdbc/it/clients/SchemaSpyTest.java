package org.dpjdbc.it.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.dpjdbc.Driver;
import org.dpjdbc.backends.TestBackend;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A program that describes a database, and counts the rows of each table unless it is told not to.
 */
@Tag("thorough")
@ParameterizedClass
@MethodSource("org.dpjdbc.it.clients.Shop#kinds")
class SchemaSpyTest {
  @Parameter TestBackend kind;
  @TempDir Path folder;

  @Test
  void withoutCounts() throws Exception {
    try (Shop shop = Shop.on(kind, folder)) {
      run(shop, "-norows");
      shop.charged(0);
      String description = description();
      assertThat(description)
          .containsIgnoringCase("\"customers\"")
          .containsIgnoringCase("\"orders\"")
          .contains("<parent column=")
          .doesNotContainIgnoringCase("passwords")
          .doesNotContainIgnoringCase("email");
      ClientTranscript transcript = new ClientTranscript();
      int from = description.indexOf("<table name=\"" + shop.name("ORDERS"));
      transcript.say(description.substring(from, description.indexOf("</table>", from) + 8));
      transcript.isOn("schemaspy", kind, shop);
    }
  }

  /** Each count of a private table is a question like any other. */
  @Test
  void countsAreCharged() throws Exception {
    try (Shop shop = Shop.on(kind, folder)) {
      run(shop);
      shop.charged(2);
      assertThat(description()).contains("numRows=\"200\"", "numRows=\"600\"");
    }
  }

  /** What it writes without pictures, for which it needs Graphviz. */
  private String description() throws Exception {
    try (Stream<Path> files = Files.list(folder.resolve("site"))) {
      Path xml = files.filter(f -> f.toString().endsWith(".xml")).findFirst().orElseThrow();
      return Files.readString(xml, UTF_8);
    }
  }

  private String run(Shop shop, String... more) throws Exception {
    Path type =
        Files.writeString(
            folder.resolve("dp.properties"),
            "dbms=H2\ndescription=dp-jdbc\ndriver=org.dpjdbc.Driver\nconnectionSpec="
                + shop.url().replace("\\", "\\\\")
                + "\n",
            UTF_8);
    List<String> arguments = new ArrayList<>();
    arguments.addAll(
        List.of(
            "-jar",
            System.getProperty("schemaspy.jar"),
            "-t",
            type.toString(),
            "-dp",
            jar(Driver.class)
                + java.io.File.pathSeparator
                + jar(org.h2.Driver.class)
                + java.io.File.pathSeparator
                + jar(Class.forName("org.postgresql.Driver")),
            "-cat",
            "%",
            "-db",
            "shop",
            "-s",
            shop.schema(),
            "-u",
            shop.user(),
            "-p",
            shop.password(),
            "-o",
            folder.resolve("site").toString()));
    arguments.add("-nohtml");
    arguments.addAll(List.of(more));
    return Processes.run(folder, "", arguments);
  }

  private static String jar(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }
}
