package org.dpjdbc.it;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.dpjdbc.Driver;

/** Where the driver under test comes from: the jar that users take, and nothing else. */
final class Shaded {
  private Shaded() {}

  /** The jar; the test is skipped where the driver is not packaged yet. */
  static Path jar() {
    try {
      Path path =
          Path.of(Driver.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      assumeTrue(Files.isRegularFile(path), "the driver is not packaged yet");
      return path;
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
