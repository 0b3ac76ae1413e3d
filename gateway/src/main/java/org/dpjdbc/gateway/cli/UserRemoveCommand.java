package org.dpjdbc.gateway.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.SettingsReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Removes a user. */
@Command(name = "remove", description = "Removes a user.", mixinStandardHelpOptions = true)
final class UserRemoveCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "NAME", description = "The user's name.")
  private String name = "";

  @Option(
      names = "--file",
      paramLabel = "FILE",
      defaultValue = "gateway.yaml",
      description = "The gateway's file. Default: ${DEFAULT-VALUE}")
  private Path file = Path.of("gateway.yaml");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws ConfigException, IOException {
    Settings settings = SettingsReader.read(file, System.getenv());
    if (!settings.usersFile().remove(name)) {
      throw new ConfigException(settings.usersFile() + ": there is no user " + name);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.printf("%s: removed user %s%n", settings.usersFile(), name);
    out.flush();
    return 0;
  }
}
