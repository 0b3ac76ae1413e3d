package org.dpjdbc.gateway.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.dpjdbc.gateway.wire.ServerError;
import org.dpjdbc.gateway.wire.SessionEnd;
import org.junit.jupiter.api.Test;

class UserResourcesTest {
  private static final Duration LONG = Duration.ofHours(1);

  private final AtomicLong time = new AtomicLong();
  private final AtomicReference<UserResources.Limits> most =
      new AtomicReference<>(new UserResources.Limits(1, 3, 100, 1000));
  private final Resources resources =
      new Resources(() -> new Resources.Limits(5, 3, most.get()), time::get);
  private final UserResources.Share here;
  private final UserResources.Share there;

  UserResourcesTest() throws ServerError {
    here = resources.enter("ann");
    there = resources.enter("ann");
  }

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
    most.set(new UserResources.Limits(2, 3, 100, 1000));
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
    there.keepAnswer(99);
    here.enter(LONG);
    here.leave();
    ResourceLease last = here.keepAnswer(1);
    assertThatThrownBy(() -> here.enter(LONG))
        .hasMessageContaining("the open answers of this user are too large");
    last.close();
    last.close(); // which does nothing
    here.enter(LONG);
  }

  @Test
  void namesTheUserWhoHoldsMost() throws ServerError {
    assertThat(resources.largest()).contains("ann"); // two connections
    UserResources.Share other = resources.enter("eve");
    ResourceLease held = other.keep(2 << 20);
    assertThat(resources.largest()).contains("eve");
    held.close();
    assertThat(resources.largest()).contains("ann");
    here.close();
    there.close();
    assertThat(resources.largest()).contains("eve");
    other.close();
    assertThat(resources.largest()).isEmpty();
  }

  @Test
  void refusesAnAnswerThatIsTooLongBesideOthers() throws ServerError {
    ResourceLease alone = here.keepAnswer(500);
    assertThatThrownBy(() -> there.keepAnswer(1))
        .hasMessageContaining("the open answers of this user are too large");
    alone.close();
    here.keepAnswer(60);
    assertThatThrownBy(() -> there.keepAnswer(41)).isInstanceOf(ServerError.class);
    there.keepAnswer(40);
  }

  @Test
  void countsTheBytesOfAnswersThatWereWaitedFor() throws ServerError, InterruptedException {
    here.enter(LONG);
    Waiter waiter = new Waiter();
    waiter.awaitsItsTurn();
    ResourceLease answer = here.keepAnswer(100);
    here.leave();
    assertThatThrownBy(waiter.entered::join)
        .hasMessageContaining("the open answers of this user are too large");
    answer.close();
    there.enter(Duration.ZERO);
  }

  @Test
  void closesTheAnswersOfASessionThatEnds() throws ServerError {
    ResourceLease before = there.keepAnswer(100);
    there.close();
    before.close();
    there.keepAnswer(100).close();
    here.enter(LONG);
    here.leave();
    here.keepAnswer(100);
    assertThatThrownBy(() -> here.enter(LONG)).isInstanceOf(ServerError.class);
    assertThatThrownBy(() -> there.enter(LONG)).isInstanceOf(ServerError.class);
  }

  @Test
  void refusesMemoryBeyondTheLimit() throws ServerError {
    here.keepAnswer(100);
    here.keep(800);
    ResourceLease last = there.take(100);
    assertThatThrownBy(() -> here.take(1))
        .hasMessageContaining("the sessions of this user use too much memory")
        .extracting(e -> ((ServerError) e).state())
        .isEqualTo("53200");
    last.close();
    here.take(100);
    assertThatThrownBy(() -> there.take(1)).isInstanceOf(ServerError.class);
    here.close(); // with all that it has
    there.take(1000);
    resources.enter("bob").take(1000);
  }

  @Test
  void hasLooksWaitForOthersOfTheUser() throws ServerError {
    ResourceLease last = ResourceLease.NOTHING;
    for (int i = 0; i < UserResources.MAX_PARSES; i++) {
      last = here.parse(Duration.ZERO);
    }
    assertThatThrownBy(() -> there.parse(Duration.ZERO))
        .hasMessageContaining("too many statements of this user are read at once")
        .extracting(e -> ((ServerError) e).state())
        .isEqualTo("53300");
    resources.enter("bob").parse(Duration.ZERO).close();
    here.close(); // what is read goes on until it notices
    assertThatThrownBy(() -> there.parse(Duration.ZERO)).isInstanceOf(ServerError.class);
    last.close();
    there.parse(Duration.ZERO).close();
  }

  @Test
  void hasTheShadowRunNoMoreStatementsOfAUser() throws ServerError {
    ResourceLease first = here.run(Duration.ZERO);
    here.close(); // its process goes on until it notices
    assertThatThrownBy(() -> there.run(Duration.ZERO))
        .hasMessageContaining("too many statements of this user run at once");
    there.enter(Duration.ZERO); // the driver runs others
    resources.enter("bob").run(Duration.ZERO);
    first.close();
    first.close();
    there.run(Duration.ZERO);
    assertThatThrownBy(() -> there.run(Duration.ZERO)).isInstanceOf(ServerError.class);
  }

  @Test
  void hasSessionsOpenedInTurn() throws ServerError {
    ResourceLease first = here.open(Duration.ZERO);
    here.close(); // it goes on until the shadow has answered
    assertThatThrownBy(() -> there.open(Duration.ZERO))
        .hasMessageContaining("too many sessions of this user are opened at once");
    there.run(Duration.ZERO);
    resources.enter("bob").open(Duration.ZERO);
    first.close();
    first.close();
    there.open(Duration.ZERO);
    assertThatThrownBy(() -> there.open(Duration.ZERO)).isInstanceOf(ServerError.class);
  }

  @Test
  void hasLongMessagesWaitForOthersOfTheUser() throws IOException, ServerError {
    here.pass(UserResources.PASSING + 1, Duration.ZERO, () -> false); // alone, whatever it is
    assertThatThrownBy(() -> there.pass(1, Duration.ZERO, () -> false))
        .isInstanceOf(SessionEnd.class)
        .hasMessage("other sessions of this user have unread long rows");
    resources.enter("bob").pass(1, Duration.ZERO, () -> false);
    here.close();
    there.pass(1, Duration.ZERO, () -> false).orElseThrow().close();
    there.close();
    assertThatThrownBy(() -> there.pass(1, LONG, () -> false)).hasMessage("the session has ended");
  }

  @Test
  void hasNobodyWaitForALongMessageThatIsUnwanted() throws IOException, InterruptedException {
    here.pass(UserResources.PASSING, Duration.ZERO, () -> false);
    AtomicBoolean isUnwanted = new AtomicBoolean();
    CompletableFuture<Optional<ResourceLease>> passed = new CompletableFuture<>();
    Thread waiting =
        new Thread(
            () -> {
              try {
                passed.complete(there.pass(1, LONG, isUnwanted::get));
              } catch (IOException e) {
                passed.completeExceptionally(e);
              }
            });
    waiting.start();
    while (waiting.getState() != Thread.State.TIMED_WAITING) {
      Thread.sleep(1);
    }
    isUnwanted.set(true);
    there.cancel();
    assertThat(passed.join()).isEmpty();
  }

  @Test
  void countsConnections() throws ServerError {
    UserResources.Share third = resources.enter("ann");
    assertThatThrownBy(() -> resources.enter("ann"))
        .hasMessage("too many connections for role \"ann\"");
    resources.enter("bob");
    resources.enter("bob");
    assertThatThrownBy(() -> resources.enter("eve")).hasMessage("sorry, too many clients already");
    third.close();
    third.close();
    resources.enter("eve");
    assertThatThrownBy(() -> resources.enter("ann")).hasMessage("sorry, too many clients already");
  }

  /** Counted when they are let in, not when they are there. */
  @Test
  void letsNoMoreInAtOnceThanThereMayBe() {
    AtomicInteger inside = new AtomicInteger();
    IntStream.range(0, 100)
        .parallel()
        .forEach(
            i -> {
              try {
                resources.enter("user" + i);
                inside.incrementAndGet();
              } catch (ServerError e) {
                assertThat(e.state()).isEqualTo("53300");
              }
            });
    assertThat(inside).hasValue(3);
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
