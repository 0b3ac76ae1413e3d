package org.dpjdbc.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The jar that users take: all in one, nothing under a name that another library could have. */
class ShadedJarTest {
  private Path path;
  private JarFile jar;

  @BeforeEach
  void openJar() throws IOException, URISyntaxException {
    path = DriverJar.require();
    jar = new JarFile(path.toFile());
  }

  @AfterEach
  void closeJar() throws IOException {
    if (jar != null) {
      jar.close();
    }
  }

  private List<String> entries() {
    return jar.stream().filter(e -> !e.isDirectory()).map(JarEntry::getName).toList();
  }

  private String text(String name) throws IOException {
    ZipEntry entry = jar.getEntry(name);
    assertThat(entry).as(name).isNotNull();
    try (InputStream in = jar.getInputStream(entry)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @Test
  void allIsUnderOurOwnNames() {
    assertThat(entries()).allMatch(n -> n.startsWith("org/dpjdbc/") || n.startsWith("META-INF/"));
    assertThat(entries()).contains("org/dpjdbc/shaded/org/apache/calcite/rel/RelNode.class");
  }

  @Test
  void noDriverButOursIsAnnounced() throws IOException {
    assertThat(text("META-INF/services/java.sql.Driver").strip()).isEqualTo("org.dpjdbc.Driver");
    assertThat(entries())
        .filteredOn(n -> n.startsWith("META-INF/services/"))
        .allMatch(n -> n.equals("META-INF/services/java.sql.Driver") || n.contains(".shaded."));
  }

  @Test
  void signaturesModulesAndOtherVersionsAreDropped() {
    assertThat(entries())
        .noneMatch(n -> n.endsWith("module-info.class"))
        .noneMatch(n -> n.startsWith("META-INF/versions/"))
        .noneMatch(n -> n.matches("META-INF/[^/]*\\.(SF|DSA|RSA)"));
  }

  @Test
  void licencesTravelWithTheCode() throws IOException {
    assertThat(text("META-INF/LICENSE")).contains("Apache License");
    assertThat(text("META-INF/NOTICE")).contains("Apache Calcite", "H2 Database Engine");
    assertThat(text("META-INF/licenses/MPL-2.0.txt")).contains("Mozilla Public License");
    assertThat(text("META-INF/licenses/THIRD-PARTY.txt")).contains("BSD 3-Clause", "MIT License");
  }

  @Test
  void itStartsAsAProgram() throws IOException {
    assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class"))
        .isEqualTo("org.dpjdbc.cli.Main");
  }

  /** Classes by name, resources and services of the libraries inside moved with them. */
  @Test
  void theDatabaseInsideSpeaks() throws Exception {
    URL[] only = {path.toUri().toURL()};
    try (URLClassLoader alone = new URLClassLoader(only, ClassLoader.getPlatformClassLoader())) {
      Constructor<?> connect =
          alone
              .loadClass("org.dpjdbc.shaded.org.h2.jdbc.JdbcConnection")
              .getConstructor(
                  String.class, Properties.class, String.class, Object.class, boolean.class);
      try (Connection connection =
              (Connection)
                  connect.newInstance("jdbc:h2:mem:shaded", new Properties(), "sa", "", false);
          Statement statement = connection.createStatement()) {
        assertThatExceptionOfType(SQLException.class)
            .isThrownBy(() -> statement.execute("SELECT * FROM absent"))
            .withMessageContaining("Table \"ABSENT\" not found");
      }
    }
  }
}
