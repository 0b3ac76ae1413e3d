package org.dpjdbc.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.dpjdbc.budget.JdbcLedger;
import org.dpjdbc.budget.LedgerException;
import org.dpjdbc.budget.LedgerLocation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Checks the history of a ledger, takes the owner's word for one that was moved or restored, and
 * writes out all that it records.
 */
@Command(
    name = "ledger",
    description = "Checks or exports the ledger of a policy, or accepts one that was moved.",
    mixinStandardHelpOptions = true,
    subcommands = {
      LedgerCommand.Verify.class,
      LedgerCommand.Accept.class,
      LedgerCommand.Export.class
    })
final class LedgerCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name what to do: verify, accept or export");
  }

  private static int verify(LedgerOptions options, CommandSpec spec)
      throws LedgerException, FailedException {
    long entries = JdbcLedger.verify(options.place());
    spec.commandLine().getOut().printf("the ledger is intact: %d entries%n", entries);
    return 0;
  }

  /** {@code ledger verify}. */
  @Command(
      name = "verify",
      description = "Checks every hash and every total.",
      mixinStandardHelpOptions = true)
  static final class Verify implements Callable<Integer> {
    @Mixin private LedgerOptions options = new LedgerOptions();
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws LedgerException, FailedException {
      return verify(options, spec);
    }
  }

  /** {@code ledger accept}. */
  @Command(
      name = "accept",
      description = {
        "Accepts a ledger that was moved, copied or restored, or that lost its anchor.",
        "Its history must be intact, and will record the acceptance."
      },
      mixinStandardHelpOptions = true)
  static final class Accept implements Callable<Integer> {
    @Mixin private LedgerOptions options = new LedgerOptions();
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws LedgerException, FailedException {
      JdbcLedger.accept(options.place(), Clock.systemUTC());
      return verify(options, spec);
    }
  }

  /** {@code ledger export}. */
  @Command(
      name = "export",
      description = {
        "Checks the ledger, then writes all of it: every charge with its hash and the previous"
            + " hash, and the running totals. Writes one JSON object unless --csv is given."
      },
      mixinStandardHelpOptions = true)
  static final class Export implements Callable<Integer> {
    @Mixin private LedgerOptions options = new LedgerOptions();

    @Option(names = "--json", description = "One JSON object with a list for each table.")
    private boolean json;

    @Option(
        names = "--csv",
        arity = "0..1",
        fallbackValue = "entries",
        paramLabel = "TABLE",
        description =
            "Comma-separated values of one table: entries (if none is named), accounts, ledger.")
    private Optional<String> csv = Optional.empty();

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws LedgerException, FailedException, IOException {
      if (json && csv.isPresent()) {
        throw new ParameterException(spec.commandLine(), "choose either --json or --csv");
      }
      if (csv.isPresent() && !LedgerPrinter.TABLES.contains(csv.get())) {
        throw new ParameterException(
            spec.commandLine(),
            "there is no table " + csv.get() + "; name one of " + LedgerPrinter.TABLES);
      }
      LedgerLocation place = options.place();
      // Before anything is written.
      JdbcLedger.verify(place);
      PrintWriter out = spec.commandLine().getOut();
      try (LedgerPrinter printer =
          csv.isPresent() ? LedgerPrinter.csv(out, csv.get()) : LedgerPrinter.json(out)) {
        JdbcLedger.export(place, printer);
      }
      return 0;
    }
  }
}
