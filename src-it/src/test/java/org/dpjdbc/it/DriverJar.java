package org.dpjdbc.it;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.dpjdbc.Driver;

/** The jar that users take, as the phase package leaves it. */
public final class DriverJar {
  private DriverJar() {}

  /** Its path; skips the test where the driver's classes come from a folder, before package. */
  public static Path require() throws URISyntaxException {
    Path path = Path.of(Driver.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    assumeTrue(Files.isRegularFile(path), "skipped: the driver is not packaged yet");
    return path;
  }
}
