package org.dpjdbc.cli;

import java.time.Clock;
import java.util.concurrent.Callable;
import org.dpjdbc.budget.JdbcLedger;
import org.dpjdbc.budget.LedgerException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Checks the history of a ledger, and takes the owner's word for one that was moved or restored.
 */
@Command(
    name = "ledger",
    description = "Checks the ledger of a policy, or accepts one that was moved.",
    mixinStandardHelpOptions = true,
    subcommands = {LedgerCommand.Verify.class, LedgerCommand.Accept.class})
final class LedgerCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name what to do: verify or accept");
  }

  private static int verify(LedgerOptions options, CommandSpec spec) throws LedgerException {
    long entries = JdbcLedger.verify(options.place());
    spec.commandLine().getOut().printf("the ledger is whole: %d entries%n", entries);
    return 0;
  }

  /** {@code ledger verify}. */
  @Command(
      name = "verify",
      description = "Checks every hash, and every total.",
      mixinStandardHelpOptions = true)
  static final class Verify implements Callable<Integer> {
    @Mixin private LedgerOptions options = new LedgerOptions();
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws LedgerException {
      return verify(options, spec);
    }
  }

  /** {@code ledger accept}. */
  @Command(
      name = "accept",
      description = {
        "Uses the ledger although it was moved, copied, restored or has lost its anchor.",
        "Its history must still be whole, and will tell of it."
      },
      mixinStandardHelpOptions = true)
  static final class Accept implements Callable<Integer> {
    @Mixin private LedgerOptions options = new LedgerOptions();
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws LedgerException {
      JdbcLedger.accept(options.place(), Clock.systemUTC());
      return verify(options, spec);
    }
  }
}
