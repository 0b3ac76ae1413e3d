package org.dpjdbc.run.backend;

import java.sql.SQLException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.dpjdbc.sql.refusal.ConnectMessages;
import org.dpjdbc.sql.refusal.RefusedException;

/** Distinguishes a rejected login from every other failure to connect. */
public final class RefusedLogin {
  /** SQLStates of class 28: invalid authorization. */
  private static final String CLASS = "28";

  /** What Trino's driver says, with no SQLState, of a server's 401. */
  private static final String TRINO = "Authentication failed";

  /** What Trino's driver says of a password without TLS, before it connects. */
  private static final Pattern WITHOUT_TLS =
      Pattern.compile("TLS/SSL (is )?required for authentication with username and password");

  private static final int MAX_CAUSES = 20;

  private RefusedLogin() {}

  /** What is said of it, without the database's own words; empty if it is anything else. */
  public static Optional<RefusedException> of(Throwable failure) {
    Throwable cause = failure;
    for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
      if (WITHOUT_TLS.matcher(String.valueOf(cause.getMessage())).find()) {
        return Optional.of(ConnectMessages.passwordWithoutTls());
      }
      if (isOne(cause)) {
        return Optional.of(ConnectMessages.loginRefused());
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }

  private static boolean isOne(Throwable failure) {
    if (failure instanceof SQLInvalidAuthorizationSpecException) {
      return true;
    } else if (failure instanceof SQLException exception) {
      String state = Optional.ofNullable(exception.getSQLState()).orElse("");
      return state.startsWith(CLASS) || (state.isEmpty() && saysSo(failure));
    }
    return failure.getClass().getName().startsWith("io.trino.") && saysSo(failure);
  }

  private static boolean saysSo(Throwable failure) {
    return String.valueOf(failure.getMessage()).contains(TRINO);
  }
}
