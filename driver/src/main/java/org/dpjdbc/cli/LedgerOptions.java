package org.dpjdbc.cli;

import java.nio.file.Path;
import java.util.Optional;
import org.dpjdbc.budget.LedgerException;
import org.dpjdbc.budget.LedgerPlace;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that name a ledger, for commands that need no database. */
final class LedgerOptions {
  @Parameters(index = "0", paramLabel = "POLICY", description = "The policy file.")
  private String policy = "";

  @Option(
      names = "--ledger",
      paramLabel = "URL",
      description = "The ledger's JDBC URL, if it is not the file beside the policy.")
  private Optional<String> url = Optional.empty();

  @Option(names = "--user", paramLabel = "NAME", description = "The ledger's user.")
  private String user = "";

  @Option(
      names = "--password",
      interactive = true,
      description =
          "Ask for the password. Without it "
              + LedgerPassword.VARIABLE
              + " is taken, if it is set.")
  private char[] password = {};

  String policy() {
    return policy;
  }

  LedgerPlace place() throws LedgerException {
    Path file = Path.of(policy).toAbsolutePath();
    return url.isPresent()
        ? LedgerPlace.of(url.get(), user, LedgerPassword.of(password).orElse(""), Optional.of(file))
        : LedgerPlace.beside(file);
  }
}
