package org.dpjdbc.run.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.util.Optional;
import org.dpjdbc.sql.refusal.ConnectMessages;
import org.dpjdbc.sql.refusal.RefusedException;
import org.junit.jupiter.api.Test;

/** A rejected login is told from other failures by what drivers say of it. */
final class RefusedLoginTest {
  @Test
  void isReported() {
    String refused = ConnectMessages.loginRefused().text();
    assertThat(said(new SQLInvalidAuthorizationSpecException("x"))).contains(refused);
    assertThat(said(new SQLException("x", "28P01"))).contains(refused);
    assertThat(said(new SQLException("Authentication failed: Unauthorized"))).contains(refused);
    assertThat(said(new SQLException("y", "08001", new SQLException("x", "28000"))))
        .contains(refused);
    assertThat(
            said(
                new SQLException("TLS/SSL required for authentication with username and password")))
        .contains(ConnectMessages.passwordWithoutTls().text());
  }

  @Test
  void isNothingElse() {
    assertThat(said(new SQLException("x"))).isEmpty();
    assertThat(said(new SQLException("x", "08001"))).isEmpty();
    assertThat(said(new SQLException("Authentication failed", "08001"))).isEmpty();
    assertThat(said(new IllegalStateException("Authentication failed"))).isEmpty();
    assertThat(said(new SQLException("x", "72000", 1_017))).isEmpty();
  }

  private static Optional<String> said(Throwable failure) {
    return RefusedLogin.of(failure).map(RefusedException::text);
  }
}
