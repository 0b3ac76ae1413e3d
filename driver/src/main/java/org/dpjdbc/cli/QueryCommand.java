package org.dpjdbc.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs one query as an analyst does, and prints what is left of the budget. */
@Command(
    name = "query",
    description = {
      "Runs a query, or each query of a file, through the driver, and charges it.",
      "Prints the answer to the standard output. Prints warnings, and the budget after a charge,"
          + " to the standard error."
    },
    mixinStandardHelpOptions = true)
final class QueryCommand implements Callable<Integer> {
  @Mixin private AnalystOptions analyst = new AnalystOptions();

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "SQL",
      description = "The query, if there is no --file. It must be the last argument.")
  private Optional<String> last = Optional.empty();

  @Mixin private SqlOptions sql = new SqlOptions();

  @Mixin private FormatOptions format = new FormatOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws SQLException, FailedException, IOException {
    Operands operands = sql.operands(analyst, last);
    SqlScript script = sql.script(operands);
    try (Database database = analyst.open(operands)) {
      AtomicInteger answered = new AtomicInteger();
      try {
        script.run(
            "",
            database.connection(),
            (query, part) -> {
              if (part.number() > 1) {
                spec.commandLine().getOut().println();
              }
              answer(query, database.connection());
              answered.incrementAndGet();
            });
      } catch (FailedException e) {
        if (answered.get() > 0) {
          printBudgetAfter(e, database.connection());
        }
        throw e;
      }
      printBudget(database.connection(), spec.commandLine().getErr());
    }
    return 0;
  }

  /** What was answered before a failure is charged all the same. */
  private void printBudgetAfter(FailedException failure, Connection connection) {
    try {
      printBudget(connection, spec.commandLine().getErr());
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  private void answer(String query, Connection connection) throws SQLException, IOException {
    try (Statement statement = connection.createStatement()) {
      try (ResultSet rows = statement.executeQuery(query)) {
        format.printer().print(rows, spec.commandLine().getOut());
      }
      spec.commandLine().getOut().flush();
      for (SQLWarning warning = statement.getWarnings();
          warning != null;
          warning = warning.getNextWarning()) {
        spec.commandLine()
            .getErr()
            .println("warning: " + ShownValue.lines(String.valueOf(warning.getMessage())));
      }
    }
  }

  private static void printBudget(Connection connection, PrintWriter err) throws SQLException {
    if (!isCharged(connection)) {
      return;
    }
    try (Statement statement = connection.createStatement();
        ResultSet lines = statement.executeQuery("SELECT * FROM DP.BUDGET")) {
      while (lines.next()) {
        err.printf(
            "%s: epsilon %s spent, %s left%n",
            BudgetCommand.whose(lines.getString("ANALYST")),
            plain(lines.getBigDecimal("SPENT_EPSILON")),
            plain(lines.getBigDecimal("REMAINING_EPSILON")));
      }
    }
  }

  private static boolean isCharged(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet charges = statement.executeQuery("SHOW dp_charges")) {
      return charges.next() && charges.getLong(1) > 0;
    }
  }

  private static String plain(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }
}
