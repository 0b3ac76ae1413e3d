package org.dpjdbc.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.server.Certificates;

/** One certificate for all gateways of a process: making one starts a process of its own. */
public final class TestCertificate {
  private TestCertificate() {}

  private static final class Made {
    static final Path FOLDER = make();

    private static Path make() {
      try {
        Path folder = Files.createTempDirectory("certificate");
        Certificates.makeIfMissing(folder.resolve("certificate"), folder.resolve("key"));
        for (Path each :
            new Path[] {folder, folder.resolve("certificate"), folder.resolve("key")}) {
          each.toFile().deleteOnExit(); // in the opposite order
        }
        return folder;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Puts it where a gateway with these settings looks for its own. */
  public static void writeTo(Settings settings) throws IOException {
    Files.copy(Made.FOLDER.resolve("certificate"), settings.certificate());
    Files.copy(Made.FOLDER.resolve("key"), settings.key());
  }
}
