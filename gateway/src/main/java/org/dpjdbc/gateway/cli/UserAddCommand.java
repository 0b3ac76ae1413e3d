package org.dpjdbc.gateway.cli;

import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.config.Settings;
import org.dpjdbc.gateway.config.SettingsReader;
import org.dpjdbc.gateway.config.UserNames;
import org.dpjdbc.gateway.config.UsersFile;
import org.dpjdbc.gateway.login.Verifier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Adds a user, or gives one another password. */
@Command(
    name = "add",
    description = {
      "Adds a user, or changes one.",
      "Asks for the password twice, or takes it from DPJDBC_USER_PASSWORD. What is stored is a SCRAM"
          + " verifier: who reads it cannot log in with it."
    },
    mixinStandardHelpOptions = true)
final class UserAddCommand implements Callable<Integer> {
  private static final String VARIABLE = "DPJDBC_USER_PASSWORD";

  @Parameters(index = "0", paramLabel = "NAME", description = "The name to log in with.")
  private String name = "";

  @Option(
      names = "--database",
      paramLabel = "NAME",
      description = "A database that the user may connect to; repeat it. Default: all.")
  private List<String> databases = List.of();

  @Option(
      names = "--analyst",
      paramLabel = "NAME",
      description = "The analyst to charge queries to. Default: the user's name.")
  private Optional<String> analyst = Optional.empty();

  @Option(
      names = "--owner",
      description = "The web page shows the user what all analysts have spent.")
  private boolean owner;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      defaultValue = "gateway.yaml",
      description = "The gateway's file. Default: ${DEFAULT-VALUE}")
  private Path file = Path.of("gateway.yaml");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws ConfigException, IOException {
    UserNames.check(name, name);
    Settings settings = SettingsReader.read(file, System.getenv());
    for (String database : databases) {
      if (!settings.databases().containsKey(database)) {
        throw new ConfigException(
            "there is no database %s; there are %s"
                .formatted(database, String.join(", ", settings.databases().keySet())));
      }
    }
    char[] password = password();
    String verifier = Verifier.of(password, new SecureRandom()).text();
    Arrays.fill(password, ' ');
    List<String> allowed =
        databases.isEmpty() ? List.copyOf(settings.databases().keySet()) : databases;
    boolean isNew =
        settings
            .usersFile()
            .put(
                name,
                new UsersFile.UserEntry(
                    verifier, analyst, allowed, owner ? Optional.of(true) : Optional.empty()));
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "%s: %s user %s for %s%n",
        settings.usersFile(), isNew ? "added" : "changed", name, String.join(", ", allowed));
    out.flush();
    return 0;
  }

  @SuppressWarnings("SystemConsoleNull") // up to Java 21 it is where there is no terminal
  private static char[] password() throws ConfigException {
    String set = System.getenv(VARIABLE);
    if (set != null && !set.isEmpty()) {
      return set.toCharArray();
    }
    Console console = System.console();
    if (console == null) {
      throw new ConfigException("there is no terminal to ask for the password; set " + VARIABLE);
    }
    char[] first = console.readPassword("Password: ");
    char[] second = console.readPassword("Again: ");
    if (first == null || second == null || !Arrays.equals(first, second)) {
      throw new ConfigException("the two passwords differ; nothing was changed");
    }
    if (first.length == 0) {
      throw new ConfigException("a password has at least one character; nothing was changed");
    }
    return first;
  }
}
