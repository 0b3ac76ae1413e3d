package org.dpjdbc.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * How a call is refused: soon, by a plain SQLException, and by nothing else ever.
 *
 * @param type simple name of the exception's class
 * @param state its SQLState
 * @param message its text
 */
record Refusal(String type, String state, String message) {
  /** Far more than anything here needs, far less than what never ends. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Runs a call on a thread of its own: empty if it returns, and otherwise the refusal. */
  static Optional<Refusal> of(String what, Callable<?> call) throws Exception {
    return of(what, 0, call);
  }

  /**
   * The same on a stack of a size.
   *
   * @param stack in bytes; 0 for the usual size
   */
  static Optional<Refusal> of(String what, long stack, Callable<?> call) throws Exception {
    FutureTask<Object> task = new FutureTask<>(call::call);
    Thread thread = new Thread(null, task, "analyst", stack);
    thread.setDaemon(true);
    thread.start();
    try {
      task.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      return Optional.empty();
    } catch (TimeoutException e) {
      throw new AssertionError(what + " has not ended after " + PATIENCE, e);
    } catch (ExecutionException e) {
      assertThat(e.getCause()).as(what).isInstanceOf(SQLException.class);
      SQLException refusal = (SQLException) e.getCause();
      requirePlain(what, refusal);
      return Optional.of(
          new Refusal(
              refusal.getClass().getSimpleName(),
              refusal.getSQLState(),
              String.valueOf(refusal.getMessage())));
    }
  }

  /** The refusal that a call must end with. */
  static Refusal required(String what, Callable<?> call) throws Exception {
    Optional<Refusal> refusal = of(what, call);
    assertThat(refusal).as(what).isPresent();
    return refusal.get();
  }

  private static void requirePlain(String what, SQLException refusal) {
    assertThat(refusal.getCause()).as(what).isNull();
    assertThat((Throwable) refusal.getNextException()).as(what).isNull();
    assertThat(refusal.getSuppressed()).as(what).isEmpty();
    assertThat(refusal.getSQLState()).as(what).isNotNull().doesNotStartWith("0A");
    assertThat(refusal.getMessage()).as(what).startsWith("DP-");
  }
}
