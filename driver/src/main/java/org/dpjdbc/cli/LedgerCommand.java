package org.dpjdbc.cli;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.dpjdbc.budget.JdbcLedger;
import org.dpjdbc.budget.LedgerException;
import org.dpjdbc.budget.LedgerPlace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Checks the history of a ledger, and takes the owner's word for one that was moved or restored.
 */
@Command(
    name = "ledger",
    description = "Checks the ledger of a policy: every hash, and every total.",
    mixinStandardHelpOptions = true)
final class LedgerCommand implements Callable<Integer> {
  /** The environment variable of the password: a command line is visible to other users. */
  private static final String PASSWORD = "DPJDBC_LEDGER_PASSWORD";

  @Parameters(index = "0", paramLabel = "POLICY", description = "The policy file.")
  private String policy = "";

  @Option(
      names = "--ledger",
      paramLabel = "URL",
      description = "The ledger's JDBC URL, if it is not the file beside the policy.")
  private Optional<String> url = Optional.empty();

  @Option(names = "--user", paramLabel = "NAME", description = "The ledger's user.")
  private String user = "";

  @Option(
      names = "--password",
      interactive = true,
      description = "Ask for the password. Without it " + PASSWORD + " is taken, if it is set.")
  private char[] password = {};

  @Option(
      names = "--accept",
      description =
          "Use the ledger although it was moved, copied, restored or has lost its anchor."
              + " Its history must still be whole, and will tell of it.")
  private boolean accept;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws LedgerException {
    Path file = Path.of(policy).toAbsolutePath();
    LedgerPlace place =
        url.isPresent()
            ? LedgerPlace.of(url.get(), user, password(), Optional.of(file))
            : LedgerPlace.beside(file);
    if (accept) {
      JdbcLedger.accept(place, Clock.systemUTC());
    }
    long entries = JdbcLedger.verify(place);
    spec.commandLine().getOut().printf("the ledger is whole: %d entries%n", entries);
    return 0;
  }

  private String password() {
    return password.length > 0
        ? new String(password)
        : Objects.requireNonNullElse(System.getenv(PASSWORD), "");
  }
}
