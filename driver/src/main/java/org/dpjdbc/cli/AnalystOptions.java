package org.dpjdbc.cli;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.dpjdbc.cli.profile.NamedConnection.LedgerLogin;
import org.dpjdbc.cli.profile.ProfileOptions;
import org.dpjdbc.run.Engine;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of all commands that query through the driver, as an analyst does. */
final class AnalystOptions {
  private static final String EPSILON = "dp.epsilon";

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "POLICY",
      description = "The policy file. Default: the profile's.")
  private Optional<String> policy = Optional.empty();

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "URL",
      description = "The database's own JDBC URL. Default: the profile's.")
  private Optional<String> url = Optional.empty();

  @Option(
      names = "--analyst",
      paramLabel = "NAME",
      description = "The analyst to charge the query to. Default: the database user.")
  private Optional<String> analyst = Optional.empty();

  @Option(names = "--epsilon", paramLabel = "NUMBER", description = "Epsilon of the query.")
  private Optional<String> epsilon = Optional.empty();

  @Option(names = "--delta", paramLabel = "NUMBER", description = "Delta of the query.")
  private Optional<String> delta = Optional.empty();

  @Option(
      names = "--ledger",
      paramLabel = "URL",
      description = "The ledger's JDBC URL, if it is not the file next to the policy.")
  private Optional<String> ledger = Optional.empty();

  @Option(names = "--ledger-user", paramLabel = "NAME", description = "The ledger's user.")
  private Optional<String> ledgerUser = Optional.empty();

  @Option(
      names = "--ledger-password",
      interactive = true,
      description =
          "Ask for the ledger's password. Default: the profile's, or the variable "
              + LedgerPassword.VARIABLE
              + ".")
  private char @Nullable [] ledgerPassword;

  @Mixin private DatabaseOptions database = new DatabaseOptions();

  /** The words that are there, in their order, with those of the command itself behind them. */
  List<String> words(Optional<String> further) {
    return Stream.of(policy, url, further).flatMap(Optional::stream).toList();
  }

  String policy(Operands operands) throws FailedException {
    return database.policy(operands);
  }

  /** Epsilon of the query, if it is given here or by the profile. */
  Optional<String> epsilon() {
    return epsilon.or(() -> Optional.ofNullable(database.settings().get(EPSILON)));
  }

  /** Whether the user was asked for a password, which takes a line of the standard input. */
  boolean asked() {
    return ledgerPassword != null || database.asked();
  }

  /** The profile that was read, if one was. */
  ProfileOptions profile() {
    return database.profile();
  }

  /** Connects to the database itself, as its owner does. */
  Database openOwner(Operands operands) throws SQLException, FailedException {
    return database.open(operands.url());
  }

  /** Connects for a few queries, with the errors of noisy columns beside them. */
  Database open(Operands operands) throws SQLException, FailedException {
    Engine.leaveOutWarmUp();
    Properties own = new Properties();
    own.setProperty("dp.error_columns", "true");
    return open(operands, own);
  }

  /**
   * Connects.
   *
   * @param own parameters that no profile changes
   */
  Database open(Operands operands, Properties own) throws SQLException, FailedException {
    Properties all = new Properties();
    all.setProperty("dp.policy", policy(operands));
    all.putAll(database.settings());
    analyst.ifPresent(name -> all.setProperty("dp.analyst", name));
    epsilon.ifPresent(number -> all.setProperty(EPSILON, number));
    delta.ifPresent(number -> all.setProperty("dp.delta", number));
    LedgerLogin login = LedgerPassword.login(ledger, ledgerUser, profile());
    login.url().ifPresent(place -> all.setProperty("dp.ledger", place));
    login.user().ifPresent(name -> all.setProperty("dp.ledger.user", name));
    LedgerPassword.of(ledgerPassword, login)
        .ifPresent(secret -> all.setProperty("dp.ledger.password", secret));
    all.putAll(own);
    return database.open(operands.url(), all);
  }
}
