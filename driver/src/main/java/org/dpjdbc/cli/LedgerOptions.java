package org.dpjdbc.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.dpjdbc.budget.LedgerException;
import org.dpjdbc.budget.LedgerLocation;
import org.dpjdbc.cli.profile.NamedConnection.LedgerLogin;
import org.dpjdbc.cli.profile.ProfileOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that name a ledger, for commands that need no database. */
final class LedgerOptions {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "POLICY",
      description = "The policy file. Default: the profile's.")
  private Optional<String> policy = Optional.empty();

  @Mixin private ProfileOptions profile = new ProfileOptions();

  @Option(
      names = "--ledger",
      paramLabel = "URL",
      description = "The ledger's JDBC URL, if it is not the file next to the policy.")
  private Optional<String> url = Optional.empty();

  @Option(names = "--user", paramLabel = "NAME", description = "The ledger's user.")
  private Optional<String> user = Optional.empty();

  @Option(
      names = "--password",
      interactive = true,
      description =
          "Ask for the password. Default: the profile's, or the variable "
              + LedgerPassword.VARIABLE
              + ".")
  private char @Nullable [] password;

  String policy() throws FailedException {
    return DatabaseOptions.policy(
        policy, DatabaseOptions.connection(profile, policy.isEmpty()), profile);
  }

  LedgerLocation place() throws LedgerException, FailedException {
    Path file = Path.of(policy()).toAbsolutePath();
    LedgerLogin login = LedgerPassword.login(url, user, profile);
    return login.url().isPresent()
        ? LedgerLocation.of(
            login.url().get(),
            login.user().orElse(""),
            LedgerPassword.of(password, login).orElse(""),
            Optional.of(file))
        : LedgerLocation.beside(file);
  }
}
