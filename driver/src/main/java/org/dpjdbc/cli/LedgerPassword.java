package org.dpjdbc.cli;

import java.util.Optional;
import org.dpjdbc.cli.profile.NamedConnection;
import org.dpjdbc.cli.profile.NamedConnection.LedgerLogin;
import org.dpjdbc.cli.profile.ProfileException;
import org.dpjdbc.cli.profile.ProfileOptions;
import org.jspecify.annotations.Nullable;

/** The password of a ledger's database, entered by the user, or of a profile or the environment. */
final class LedgerPassword {
  /** The environment variable of the password: a command line is visible to other users. */
  static final String VARIABLE = "DPJDBC_LEDGER_PASSWORD";

  private LedgerPassword() {}

  /**
   * The ledger of the command line, and of the profile for the rest.
   *
   * @return with the profile's password only where ledger and user are the profile's as well
   */
  static LedgerLogin login(Optional<String> url, Optional<String> user, ProfileOptions profile) {
    Optional<LedgerLogin> known = profile.used().map(NamedConnection::ledger);
    return new LedgerLogin(
        url.or(() -> known.flatMap(LedgerLogin::url)),
        user.or(() -> known.flatMap(LedgerLogin::user)),
        url.isPresent() || user.isPresent()
            ? Optional.empty()
            : known.flatMap(LedgerLogin::password));
  }

  static Optional<String> of(char @Nullable [] asked, LedgerLogin login) throws FailedException {
    if (asked != null) {
      return Optional.of(new String(asked));
    }
    try {
      return login.password().isPresent()
          ? Optional.of(login.password().get().read())
          : Optional.ofNullable(System.getenv(VARIABLE));
    } catch (ProfileException e) {
      throw new FailedException(e);
    }
  }
}
