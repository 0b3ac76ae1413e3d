package org.dpjdbc.cli;

import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of all commands that query through the driver, as an analyst does. */
final class AnalystOptions {
  @Parameters(index = "0", paramLabel = "POLICY", description = "The policy file.")
  private String policy = "";

  @Parameters(index = "1", paramLabel = "URL", description = "The database's own JDBC URL.")
  private String url = "";

  @Option(
      names = "--analyst",
      paramLabel = "NAME",
      description = "The analyst whom the query is charged to. Default: the database user.")
  private Optional<String> analyst = Optional.empty();

  @Option(names = "--epsilon", paramLabel = "NUMBER", description = "Epsilon of the query.")
  private Optional<String> epsilon = Optional.empty();

  @Option(names = "--delta", paramLabel = "NUMBER", description = "Delta of the query.")
  private Optional<String> delta = Optional.empty();

  @Option(
      names = "--ledger",
      paramLabel = "URL",
      description = "The ledger's JDBC URL, if it is not the file beside the policy.")
  private Optional<String> ledger = Optional.empty();

  @Option(names = "--ledger-user", paramLabel = "NAME", description = "The ledger's user.")
  private Optional<String> ledgerUser = Optional.empty();

  @Option(
      names = "--ledger-password",
      interactive = true,
      description =
          "Ask for the ledger's password. Without it "
              + LedgerPassword.VARIABLE
              + " is taken, if it is set.")
  private char[] ledgerPassword = {};

  @Mixin private DatabaseOptions database = new DatabaseOptions();

  String policy() {
    return policy;
  }

  /** Epsilon of the query, if it is given. */
  Optional<String> epsilon() {
    return epsilon;
  }

  /** Connects to the database itself, as its owner does. */
  Database openOwner() throws SQLException, FailedException {
    return database.open(url);
  }

  /** Connects, with the errors of noisy columns beside them. */
  Database open() throws SQLException, FailedException {
    Properties own = new Properties();
    own.setProperty("dp.policy", policy);
    own.setProperty("dp.error_columns", "true");
    analyst.ifPresent(name -> own.setProperty("dp.analyst", name));
    epsilon.ifPresent(number -> own.setProperty("dp.epsilon", number));
    delta.ifPresent(number -> own.setProperty("dp.delta", number));
    ledger.ifPresent(place -> own.setProperty("dp.ledger", place));
    ledgerUser.ifPresent(name -> own.setProperty("dp.ledger.user", name));
    LedgerPassword.of(ledgerPassword)
        .ifPresent(secret -> own.setProperty("dp.ledger.password", secret));
    return database.open(url, own);
  }
}
