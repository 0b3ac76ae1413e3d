package org.dpjdbc.cli;

import java.util.Optional;

/** The password of a ledger's database, entered by the user or from the environment. */
final class LedgerPassword {
  /** The environment variable of the password: a command line is visible to other users. */
  static final String VARIABLE = "DPJDBC_LEDGER_PASSWORD";

  private LedgerPassword() {}

  static Optional<String> of(char[] asked) {
    return asked.length > 0
        ? Optional.of(new String(asked))
        : Optional.ofNullable(System.getenv(VARIABLE));
  }
}
