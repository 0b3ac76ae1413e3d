package org.dpjdbc.gateway.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.logging.LogManager;
import org.dpjdbc.gateway.config.ConfigException;
import org.dpjdbc.gateway.operate.LogThrottle;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command of the gateway. */
@Command(
    name = "dp-jdbc-gateway",
    description = "A PostgreSQL server whose answers have differential privacy.",
    subcommands = {InitCommand.class, UserCommand.class, CheckCommand.class, StartCommand.class},
    mixinStandardHelpOptions = true)
public final class Main implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Runs it, and ends the JVM with its exit code. */
  public static void main(String[] arguments) throws IOException {
    log();
    System.exit(command().execute(arguments));
  }

  /**
   * Messages are one line each, unless the owner has said otherwise; clients cannot fill the log.
   */
  private static void log() throws IOException {
    if (System.getProperty("java.util.logging.config.file") == null) {
      try (InputStream settings = Main.class.getResourceAsStream("logging.properties")) {
        LogManager.getLogManager().readConfiguration(settings);
      }
    }
    LogThrottle.install();
  }

  static CommandLine command() {
    return new CommandLine(new Main())
        .setExecutionExceptionHandler(
            (error, command, parsed) -> {
              PrintWriter err = command.getErr();
              err.println(message(error));
              err.flush();
              return 1;
            });
  }

  /** What is wrong with a file says so itself; the rest needs its kind. */
  private static String message(Exception error) {
    String text = String.valueOf(error.getMessage());
    String cause = error.getCause() == null ? "" : String.valueOf(error.getCause().getMessage());
    String why = text.contains(cause) ? "" : ": " + cause;
    return error instanceof ConfigException ? text : "failed: " + text + why;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "write one of init, user, check, start");
  }
}
