package org.dpjdbc.it.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** What benchmarks read: files beside the classes, and what the command line asks for. */
final class Resources {
  private Resources() {}

  /** A text file. */
  static String read(String name) throws IOException {
    try (InputStream in = Resources.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException(name + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** What a system property lists between commas; empty if it is not set. */
  static List<String> listed(String property) {
    return Arrays.stream(System.getProperty(property, "").split(","))
        .filter(each -> !each.isBlank())
        .toList();
  }
}
