package org.dpjdbc.run.backend;

import com.google.common.base.Strings;
import java.sql.SQLException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.util.Optional;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.dpjdbc.sql.refusal.ConnectMessages;
import org.dpjdbc.sql.refusal.RefusedException;

/** Distinguishes a rejected login from every other failure to connect. */
public final class RefusedLogin {
  /** SQLStates of class 28: invalid authorization. */
  private static final String CLASS = "28";

  private static final int MAX_CAUSES = 20;

  private RefusedLogin() {}

  /** What is said of it, without the database's own words; empty if it is anything else. */
  public static Optional<RefusedException> of(Throwable failure) {
    Throwable cause = failure;
    for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
      if (isWithoutTls(cause)) {
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
    return failure instanceof SQLInvalidAuthorizationSpecException
        || (failure instanceof SQLException exception
            && Strings.nullToEmpty(exception.getSQLState()).startsWith(CLASS))
        || BackendDialects.all().stream().anyMatch(dialect -> dialect.isRefusedLogin(failure));
  }

  private static boolean isWithoutTls(Throwable failure) {
    return BackendDialects.all().stream()
        .anyMatch(dialect -> dialect.isPasswordWithoutTls(failure));
  }
}
