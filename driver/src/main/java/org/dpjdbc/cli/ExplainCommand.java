package org.dpjdbc.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what a query would release and send; runs nothing and charges nothing. */
@Command(
    name = "explain",
    description = {
      "Shows what a query, or each query of a file, would release, with its cost, its error and"
          + " its SQL for the database.",
      "Runs and charges nothing."
    },
    mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {
  @Mixin private AnalystOptions analyst = new AnalystOptions();

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "SQL",
      description = "The query, if there is no --file. It must be the last argument.")
  private Optional<String> last = Optional.empty();

  @Mixin private SqlOptions sql = new SqlOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws SQLException, FailedException, IOException {
    Operands operands = sql.operands(analyst, last);
    SqlScript script = sql.script(operands);
    PrintWriter out = spec.commandLine().getOut();
    try (Database database = analyst.open(operands)) {
      script.run(
          "EXPLAIN PRIVACY FOR ",
          database.connection(),
          (query, part) -> {
            if (part.of() > 1) {
              out.println(ShownValue.of(part.toString()).text());
            }
            explain(query, database.connection(), out);
          });
    }
    return 0;
  }

  private static void explain(String query, Connection connection, PrintWriter out)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        facts(rows).forEach((name, fact) -> out.printf("%-12s %s%n", name, ShownValue.lines(fact)));
        out.println();
      }
    }
  }

  /** A release is read from top to bottom: its facts are too many for a line. */
  private static Map<String, String> facts(ResultSet rows) throws SQLException {
    Map<String, String> facts = new LinkedHashMap<>();
    add(facts, "release", rows.getString("RELEASE"));
    add(facts, "mechanism", rows.getString("MECHANISM"));
    add(facts, "sensitivity", rows.getString("SENSITIVITY"));
    add(facts, "noise", rows.getString("NOISE_SCALE"));
    add(facts, "95 % error", rows.getString("ERROR95"));
    if (rows.getString("PUSHED_SQL") == null) {
      facts.put("epsilon", rows.getBigDecimal("EPSILON").stripTrailingZeros().toPlainString());
      facts.put("delta", rows.getString("DELTA"));
    }
    add(facts, "keys", rows.getString("KEYS"));
    add(facts, "bounding", rows.getString("BOUNDING"));
    add(facts, "sent", rows.getString("PUSHED_SQL"));
    return facts;
  }

  private static void add(Map<String, String> facts, String name, @Nullable String fact) {
    if (fact != null && !fact.isEmpty()) {
      facts.put(name, fact);
    }
  }
}
