package org.dpjdbc.it.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.sql.SQLException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What a client makes of a refusal. */
final class Refused {
  private Refused() {}

  /** A client is refused by the driver, and hands that on in an exception of its own. */
  static void by(
      ThrowingCallable asked, String code, String state, Class<? extends Throwable> client) {
    Throwable thrown = catchThrowable(asked);
    assertThat(thrown).isInstanceOf(client);
    SQLException root = root(thrown);
    assertThat((Throwable) root).hasMessageStartingWith(code);
    assertThat(root.getSQLState()).isEqualTo(state);
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      assertThat(each.toString()).doesNotContain("Zq7", "org.h2.", "org.postgresql.");
    }
  }

  /** The same where the client hands on the driver's own exception. */
  static void by(ThrowingCallable asked, String code, String state) {
    by(asked, code, state, SQLException.class);
  }

  /** The driver's exception within a client's. */
  static SQLException root(Throwable thrown) {
    SQLException root = null;
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      if (each instanceof SQLException e) {
        root = e;
      }
    }
    assertThat((Throwable) root).as("an SQLException within %s", thrown).isNotNull();
    return root;
  }
}
