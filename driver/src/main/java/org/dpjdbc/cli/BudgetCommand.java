package org.dpjdbc.cli;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.concurrent.Callable;
import org.dpjdbc.budget.BudgetLine;
import org.dpjdbc.budget.Cost;
import org.dpjdbc.budget.JdbcLedger;
import org.dpjdbc.budget.LedgerException;
import org.dpjdbc.budget.SpendingLine;
import org.dpjdbc.policy.PolicyException;
import org.dpjdbc.policy.PolicyFile;
import org.dpjdbc.run.ledger.PolicyBudget;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What everybody and each analyst has spent and has left, from the ledger alone. */
@Command(
    name = "budget",
    description = "Shows what each analyst and all analysts together have spent, and what is left.",
    mixinStandardHelpOptions = true)
final class BudgetCommand implements Callable<Integer> {
  @Mixin private LedgerOptions ledger = new LedgerOptions();

  @Option(names = "--spending", description = "Also list every charged query.")
  private boolean spending;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** A line of the budget is everybody's or one analyst's. */
  static String whose(String analyst) {
    return BudgetLine.ALL_ANALYSTS.equals(analyst) ? "all analysts" : ShownValue.of(analyst).text();
  }

  @Override
  public Integer call() throws LedgerException, FailedException {
    PrintWriter out = spec.commandLine().getOut();
    try (JdbcLedger open =
        JdbcLedger.openExisting(
            ledger.place(),
            PolicyBudget.rules(PolicyFile.load(ledger.policy())),
            Clock.systemUTC())) {
      open.budget().forEach(line -> out.println(text(line)));
      if (spending) {
        out.println();
        open.spending().forEach(line -> out.println(text(line)));
      }
      return 0;
    } catch (PolicyException e) {
      e.problems().forEach(out::println);
      return Main.PROBLEMS;
    }
  }

  private static String text(BudgetLine line) {
    return "%s: spent %s, left %s%s"
        .formatted(
            whose(line.analyst()),
            text(line.spent()),
            text(line.remaining()),
            line.renewsAt().map(at -> ", renews at " + at).orElse(""));
  }

  private static String text(SpendingLine line) {
    return "%d  %s  %s  %s  %s"
        .formatted(
            line.sequence(),
            line.chargedAt(),
            ShownValue.of(line.analyst()).text(),
            text(line.cost()),
            ShownValue.of(line.query()).text());
  }

  private static String text(Cost cost) {
    BigDecimal epsilon = cost.epsilon().stripTrailingZeros();
    return cost.delta().signum() == 0
        ? "epsilon " + epsilon.toPlainString()
        : "epsilon " + epsilon.toPlainString() + " and delta " + cost.delta().doubleValue();
  }
}
