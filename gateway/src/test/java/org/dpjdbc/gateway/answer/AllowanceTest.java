package org.dpjdbc.gateway.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.Test;

class AllowanceTest {
  private static final Duration LONG = Duration.ofHours(1);

  private final AtomicLong time = new AtomicLong();
  private final AtomicReference<Allowance.Most> most =
      new AtomicReference<>(new Allowance.Most(1, 3, 100));
  private final Allowance allowance = new Allowance(most::get, time::get);
  private final Allowance.Place here = allowance.place();
  private final Allowance.Place there = allowance.place();

  @Test
  void hasStatementsWaitForOthers() throws ServerError, InterruptedException {
    here.enter(LONG);
    Waiter waiter = new Waiter();
    waiter.awaitsItsTurn();
    assertThat(waiter.entered).isNotDone();
    here.leave();
    waiter.entered.join();
  }

  @Test
  void endsAWaitThatIsCancelled() throws ServerError, InterruptedException {
    here.enter(LONG);
    there.cancel(); // before it waits, which is nothing
    Waiter waiter = new Waiter();
    waiter.awaitsItsTurn();
    there.cancel();
    assertThatThrownBy(waiter.entered::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .hasMessageContaining("canceling statement due to user request");
    here.leave();
    there.enter(LONG);
  }

  @Test
  void endsAWaitThatIsTooLong() throws ServerError {
    here.enter(LONG);
    assertThatThrownBy(() -> there.enter(Duration.ZERO))
        .hasMessageContaining("too many statements of this user run at once");
    most.set(new Allowance.Most(2, 3, 100));
    there.enter(Duration.ZERO);
  }

  @Test
  void countsInAMinute() throws ServerError {
    for (int second = 59; second < 180; second += 60) {
      time.set(Duration.ofSeconds(second).toNanos());
      for (int i = 0; i < 3; i++) {
        here.enter(LONG);
        here.leave();
      }
      assertThatThrownBy(() -> there.enter(LONG))
          .hasMessageContaining("too many statements of this user in a minute");
      time.addAndGet(Duration.ofSeconds(1).toNanos() - 1);
      assertThatThrownBy(() -> there.enter(LONG)).isInstanceOf(ServerError.class);
    }
  }

  @Test
  void countsTheBytesOfOpenAnswers() throws ServerError {
    there.keep(99);
    here.enter(LONG);
    here.leave();
    here.keep(1);
    assertThatThrownBy(() -> here.enter(LONG))
        .hasMessageContaining("the open answers of this user are too long together");
    here.giveBack(1);
    here.enter(LONG);
  }

  @Test
  void countsTheBytesOfAnswersThatWereWaitedFor() throws ServerError, InterruptedException {
    here.enter(LONG);
    Waiter waiter = new Waiter();
    waiter.awaitsItsTurn();
    here.keep(100);
    here.leave();
    assertThatThrownBy(waiter.entered::join)
        .hasMessageContaining("the open answers of this user are too long together");
    here.giveBack(1);
    there.enter(Duration.ZERO);
  }

  @Test
  void closesTheAnswersOfASessionThatEnds() throws ServerError {
    there.keep(100);
    there.close();
    there.giveBack(100);
    there.keep(100);
    here.enter(LONG);
    here.leave();
    here.keep(100);
    assertThatThrownBy(() -> here.enter(LONG)).isInstanceOf(ServerError.class);
    assertThatThrownBy(() -> there.enter(LONG)).isInstanceOf(ServerError.class);
  }

  @Test
  void endsTheWaitOfASessionThatEnds() throws ServerError, InterruptedException {
    here.enter(LONG);
    Waiter waiter = new Waiter();
    waiter.awaitsItsTurn();
    there.close();
    assertThatThrownBy(waiter.entered::join).hasMessageContaining("the session has ended");
    here.leave();
    assertThatThrownBy(() -> there.enter(LONG)).hasMessageContaining("the session has ended");
  }

  /** Another session's thread. */
  private final class Waiter {
    private final CompletableFuture<Void> entered = new CompletableFuture<>();
    private final Thread thread = new Thread(this::enter);

    Waiter() {
      thread.setDaemon(true);
      thread.start();
    }

    private void enter() {
      try {
        there.enter(LONG);
        entered.complete(null);
      } catch (ServerError e) {
        entered.completeExceptionally(e);
      }
    }

    void awaitsItsTurn() throws InterruptedException {
      while (thread.getState() != Thread.State.TIMED_WAITING) {
        assertThat(entered).isNotDone();
        Thread.sleep(1);
      }
    }
  }
}
