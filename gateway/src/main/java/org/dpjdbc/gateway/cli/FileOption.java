package org.dpjdbc.gateway.cli;

import java.nio.file.Path;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.SettingsReader;
import picocli.CommandLine.Parameters;

/** The gateway's file. */
final class FileOption {
  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      defaultValue = "gateway.yaml",
      description = "The gateway's file. Default: ${DEFAULT-VALUE}")
  private Path file = Path.of("gateway.yaml");

  Path path() {
    return file;
  }

  Settings read() throws ConfigException {
    return SettingsReader.read(file, System.getenv());
  }
}
