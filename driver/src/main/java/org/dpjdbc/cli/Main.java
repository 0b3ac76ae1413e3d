package org.dpjdbc.cli;

import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Optional;
import org.dpjdbc.budget.LedgerException;
import org.dpjdbc.cli.profile.NamedConnection;
import org.dpjdbc.cli.profile.ProfileOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The command line of the driver's jar, for the owner of the data and for analysts.
 *
 * <p>Exit codes: 0 done, 1 the policy has problems or a planned statement is refused, 2 the command
 * was not understood, 3 it could not be carried out.
 */
@Command(
    name = "dp-jdbc",
    description = "Writes and checks policies of the dp-jdbc driver, runs queries, reads ledgers.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {
      InitCommand.class,
      CheckCommand.class,
      SuggestCommand.class,
      ExplainCommand.class,
      QueryCommand.class,
      PlanCommand.class,
      SqllineCommand.class,
      BudgetCommand.class,
      LedgerCommand.class
    })
public final class Main implements Runnable {
  static final int PROBLEMS = 1;
  static final int USAGE_ERROR = 2;
  static final int FAILED = 3;

  @Spec private CommandSpec spec = CommandSpec.create();

  /**
   * Runs one command and ends the process with its exit code.
   *
   * @param arguments the command and its options
   */
  public static void main(String[] arguments) {
    System.exit(run(writer(System.out), writer(System.err), arguments));
  }

  /** What init prints is a policy, and policies are UTF-8. */
  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  /** Runs one command and returns its exit code. */
  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    for (String argument : arguments) {
      if (argument.startsWith("--password=") || argument.startsWith("--ledger-password=")) {
        err.println(
            argument.substring(0, argument.indexOf('='))
                + " asks for the password; do not write it there, where other users can see it");
        return USAGE_ERROR;
      }
    }
    return new CommandLine(new Main())
        .setOut(out)
        .setErr(err)
        .setExecutionExceptionHandler(Main::report)
        .execute(arguments);
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "name a command: init, check, suggest, explain, query, plan, sqlline, budget or ledger");
  }

  /** The owner sees the database's own words, without a stack trace. */
  private static int report(
      Exception failure, CommandLine command, CommandLine.ParseResult arguments) throws Exception {
    if (failure instanceof SQLException
        || failure instanceof FailedException
        || failure instanceof LedgerException) {
      command.getErr().println(ShownValue.lines(String.valueOf(failure.getMessage())));
      used(command.getCommandSpec())
          .ifPresent(
              connection ->
                  command
                      .getErr()
                      .println("(with the " + ShownValue.of(connection.toString()).text() + ")"));
      return failure instanceof FailedException failed ? failed.exitCode() : FAILED;
    }
    throw failure;
  }

  /** The connection of a profile that a command has taken. */
  private static Optional<NamedConnection> used(CommandSpec spec) {
    return spec.userObject() instanceof ProfileOptions profile
        ? profile.used()
        : spec.mixins().values().stream().flatMap(mixin -> used(mixin).stream()).findFirst();
  }

  /** The version in the jar's manifest. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"dp-jdbc " + (version == null ? "(not from a jar)" : version)};
    }
  }
}
