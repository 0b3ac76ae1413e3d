package org.dpjdbc.backends.spark;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The class paths that the build has written. */
final class ClassPaths {
  private ClassPaths() {}

  /**
   * A class path.
   *
   * @param name of the resource
   */
  static String read(String name) throws IOException {
    try (InputStream libraries =
        Objects.requireNonNull(
            ClassPaths.class.getResourceAsStream(name),
            "Spark is not among the libraries: build with -Ddatabases")) {
      return new String(libraries.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }
}
