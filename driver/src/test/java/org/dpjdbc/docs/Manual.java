package org.dpjdbc.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * All pages of the manual.
 *
 * @param root of the repository
 * @param pages in the order of their names
 */
record Manual(Path root, List<Page> pages) {
  private static final List<String> AT_ROOT =
      List.of("README.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md");

  static Manual read() throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("mvnw"))) {
      root = root.getParent();
    }
    List<Page> pages = new ArrayList<>();
    for (String name : AT_ROOT) {
      pages.add(Page.read(root, root.resolve(name)));
    }
    for (Path file : documents(root.resolve("docs"))) {
      pages.add(Page.read(root, file));
    }
    return new Manual(root, pages);
  }

  private static List<Path> documents(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  /** One of its pages. */
  Page page(String name) {
    return pages.stream().filter(page -> page.name().equals(name)).findFirst().orElseThrow();
  }
}
