package org.dpjdbc.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The contributors' table of what grows in the gateway names classes that are there. */
class ResourceTableTest {
  private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z]\\w+)`(?=[,)])");

  @Test
  void namesClassesThatAreThere() throws IOException {
    Set<String> classes;
    try (Stream<Path> gateway = Files.walk(Path.of("src/main/java"));
        Stream<Path> driver = Files.walk(Path.of("../driver/src/main/java"))) {
      classes =
          Stream.concat(gateway, driver)
              .map(file -> file.getFileName().toString().replace(".java", ""))
              .collect(Collectors.toSet());
    }
    String page = Files.readString(Path.of("../docs/contributing/gateway-resources.md"));
    List<String> named = CLASS.matcher(page).results().map(each -> each.group(1)).toList();
    assertThat(named).hasSizeGreaterThan(50);
    assertThat(classes).containsAll(named);
  }
}
