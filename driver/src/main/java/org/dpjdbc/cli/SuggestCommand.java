package org.dpjdbc.cli;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.policy.PolicyCheck;
import org.dpjdbc.policy.PolicyException;
import org.dpjdbc.policy.PolicyFile;
import org.dpjdbc.run.schema.LiveSchemaReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Chooses bounds privately for every {@code auto} of a policy, so that queries need not choose them
 * each time. What it prints is differentially private and charged like any other answer: it queries
 * through the driver, as an analyst does.
 */
@Command(
    name = "suggest",
    description = {
      "Chooses bounds to replace 'auto' with, for each column and table of a policy.",
      "For each table it runs one query about the values and one about the rows. The answers are"
          + " differentially private and charged to the ledger; the cost is printed before"
          + " anything runs. The chosen limit on rows minimizes the error of totals: rows"
          + " beyond it are lost, and the noise grows with it."
    },
    mixinStandardHelpOptions = true)
final class SuggestCommand implements Callable<Integer> {
  @Mixin private AnalystOptions analyst = new AnalystOptions();

  @Option(
      names = "--limits",
      description =
          "Also choose max_rows_contributed for tables that set it to a number, or reference a"
              + " person's table.")
  private boolean allLimits;

  @Option(names = "--price", description = "Only print the cost; run nothing.")
  private boolean priceOnly;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws SQLException, FailedException {
    PrintWriter out = spec.commandLine().getOut();
    Operands operands = Operands.of(analyst.words(Optional.empty()));
    String file = analyst.policy(operands);
    try {
      Policy checked = checked(PolicyFile.load(file), operands);
      BigDecimal epsilon =
          analyst.epsilon().map(BigDecimal::new).orElse(checked.defaults().epsilon());
      try (Database database = analyst.open(operands)) {
        Suggestions suggestions =
            new Suggestions(database.connection(), checked, epsilon, allLimits);
        suggestions.writePrice(out, !priceOnly);
        if (!priceOnly) {
          suggestions.write(out);
        }
      }
      return 0;
    } catch (NumberFormatException e) {
      throw FailedException.notSupported("epsilon must be a number");
    } catch (PolicyException e) {
      e.problems().forEach(out::println);
      return Main.PROBLEMS;
    }
  }

  private Policy checked(Policy policy, Operands operands)
      throws SQLException, FailedException, PolicyException {
    try (Database owner = analyst.openOwner(operands)) {
      return PolicyCheck.check(policy, LiveSchemaReader.read(owner.connection(), policy));
    }
  }
}
