package org.dpjdbc.cli;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.dpjdbc.jdbc.Escapes;
import org.dpjdbc.run.Engine;
import org.dpjdbc.run.api.RunOptions;
import org.dpjdbc.run.query.DpSession;
import org.dpjdbc.run.query.DryRun;
import org.dpjdbc.run.query.SessionPlan;
import org.dpjdbc.run.query.StatementPlan;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.sql.parse.ErrorTarget;
import org.dpjdbc.sql.parse.StatementSplitter.ScriptStatement;
import org.dpjdbc.sql.refusal.RefusedException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Plans the statements of a file as one session, before anything is charged. */
@Command(
    name = "plan",
    description = {
      "Plans the statements of a file, such as those of a dashboard, as one session. Shows which"
          + " are charged and which are free, their errors, the total, the cheapest order, and how"
          + " often the budget allows them.",
      "Charges nothing without --release."
    },
    mixinStandardHelpOptions = true)
final class PlanCommand implements Callable<Integer> {
  private static final String EPSILON = "dp.epsilon";

  @Mixin private AnalystOptions analyst = new AnalystOptions();

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "FILE",
      description =
          "The statements, separated by semicolons. The standard input if it is -. It must be the"
              + " last argument.")
  private Optional<String> last = Optional.empty();

  @Option(
      names = "--error",
      paramLabel = "ERROR",
      description =
          "Find the least epsilon with which every error is at most that number, or that"
              + " percentage of the value given by --smallest.")
  private Optional<String> error = Optional.empty();

  @Option(
      names = "--smallest",
      paramLabel = "NUMBER",
      description =
          "The smallest value that must be within a percentage of --error. Without it, the plan"
              + " shows from which value on each statement is.")
  private Optional<BigDecimal> smallest = Optional.empty();

  @Option(
      names = "--release",
      description =
          "Then make one charge for the charged statements and ask them in the cheapest order."
              + " Their answers are kept, so that all statements are free afterwards.")
  private boolean release;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws SQLException, FailedException {
    Operands operands = Operands.withFile(analyst.words(last));
    String file = operands.sql().orElseThrow();
    if (file.equals(SqlScript.STANDARD_INPUT) && analyst.asked()) {
      throw FailedException.notSupported(
          "the password and the statements would both be read from the standard input; name a"
              + " file");
    }
    SqlScript script = SqlScript.read(file);
    Optional<ErrorTarget> target = target();
    Engine.leaveOutWarmUp();
    try {
      Properties own = new Properties();
      Optional<ErrorTarget> absolute = target.filter(each -> !each.relative());
      if (absolute.isPresent()) {
        own.setProperty(EPSILON, least(operands, script, absolute.get()).toPlainString());
      }
      try (Database database = analyst.open(operands, own)) {
        return plan(
            script,
            database.connection(),
            database.session().orElseThrow(),
            new PlanPrinter(spec.commandLine().getOut(), target));
      }
    } catch (RefusedException e) {
      throw new FailedException(String.valueOf(e.getMessage()));
    }
  }

  /** A percentage of the smallest value is a number. */
  private Optional<ErrorTarget> target() throws FailedException {
    if (error.isEmpty()) {
      return Optional.empty();
    }
    if (analyst.epsilon().isPresent()) {
      throw FailedException.notSupported("give either --epsilon or --error, which finds it");
    }
    try {
      ErrorTarget target = ErrorTarget.of(error.get());
      return Optional.of(
          target.relative() && smallest.isPresent() ? target.of(smallest.get()) : target);
    } catch (RefusedException | NumberFormatException e) {
      throw FailedException.notSupported("--error is a number above 0, or a percentage below 100%");
    }
  }

  private BigDecimal least(Operands operands, SqlScript script, ErrorTarget target)
      throws SQLException, FailedException {
    try (Database database = analyst.open(operands, new Properties())) {
      List<String> statements = sql(script.statements(database.connection()));
      BigDecimal epsilon =
          database
              .session()
              .orElseThrow()
              .dryRun(statements)
              .leastEpsilon(target)
              .orElseThrow(
                  () ->
                      new FailedException(
                          "no statement has an error that is known before it is asked"));
      spec.commandLine()
          .getOut()
          .printf(
              "epsilon %s for each statement: no known error is above %s.%n%n",
              epsilon.toPlainString(), target);
      return epsilon;
    }
  }

  /** As the connection would hand them on. */
  private static List<String> sql(List<ScriptStatement> statements) {
    return statements.stream().map(statement -> Escapes.blank(statement.text())).toList();
  }

  private int plan(SqlScript script, Connection connection, DpSession session, PlanPrinter printer)
      throws SQLException, FailedException {
    List<ScriptStatement> statements = script.statements(connection);
    DryRun dryRun = session.dryRun(sql(statements));
    SessionPlan written = dryRun.asWritten();
    SessionPlan cheapest = dryRun.cheapest();
    printer.print(written, cheapest, statements);
    dryRun.saving().ifPresent(printer::print);
    if (written.hasRefused()) {
      if (release) {
        printer.out().println("Nothing was released, because a statement is refused.");
      }
      return Main.PROBLEMS;
    }
    if (release) {
      release(cheapest, statements, session);
    }
    return 0;
  }

  /** One charge for all statements, so that all of them are released or none is charged. */
  private void release(SessionPlan plan, List<ScriptStatement> statements, DpSession session)
      throws FailedException {
    if (session.policy().answers().reuseFor().isZero()) {
      throw new FailedException(
          "the policy keeps no answers; nothing was released. Set answers: {reuse_for: …}");
    } else if (plan.refreshes() == 0) {
      throw new FailedException("the budget does not allow all statements; nothing was released");
    }
    PrintWriter out = spec.commandLine().getOut();
    DpSession paid = session.prepaid(plan, sql(statements));
    int released = 0;
    for (StatementPlan each : plan.statements()) {
      if (each.isCharged()) {
        ScriptStatement statement = statements.get(each.number() - 1);
        try {
          paid.prepare(Escapes.blank(statement.text()))
              .run(List.of(), new RunOptions(Duration.ZERO, 0, new Cancellation()));
        } catch (RefusedException e) {
          throw new FailedException(
              "statement %d failed: %s%n%d before it are released"
                  .formatted(
                      each.number(), SqlScript.moved(e.getMessage(), "", statement), released));
        }
        released++;
      }
    }
    SessionPlan again = session.dryRun(sql(statements)).asWritten();
    out.printf("%nReleased %d of %d statements. ", released, statements.size());
    out.println(
        again.sum().isFree()
            ? "All of them are free now, for "
                + PlanPrinter.time(session.policy().answers().reuseFor())
                + "."
            : "Asked again, they cost epsilon " + PlanPrinter.plain(again.sum().epsilon()) + ".");
  }
}
