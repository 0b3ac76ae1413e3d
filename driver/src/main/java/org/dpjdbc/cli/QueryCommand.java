package org.dpjdbc.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs one query as an analyst does, and prints what is left of the budget. */
@Command(
    name = "query",
    description = {
      "Runs one query through the driver, and charges it.",
      "The answer is printed to the standard output; warnings, and what is left of the budget, to"
          + " the standard error."
    },
    mixinStandardHelpOptions = true)
final class QueryCommand implements Callable<Integer> {
  @Mixin private AnalystOptions analyst = new AnalystOptions();

  @Parameters(index = "2", paramLabel = "SQL", description = "The query.")
  private String sql = "";

  @Mixin private FormatOptions format = new FormatOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws SQLException, FailedException, IOException {
    try (Database database = analyst.open();
        Statement statement = database.connection().createStatement()) {
      try (ResultSet rows = statement.executeQuery(sql)) {
        format.printer().print(rows, spec.commandLine().getOut());
      }
      spec.commandLine().getOut().flush();
      for (SQLWarning warning = statement.getWarnings();
          warning != null;
          warning = warning.getNextWarning()) {
        spec.commandLine().getErr().println("warning: " + warning.getMessage());
      }
      tellBudget(database.connection(), spec.commandLine().getErr());
    }
    return 0;
  }

  private static void tellBudget(Connection connection, PrintWriter err) throws SQLException {
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

  private static String plain(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }
}
