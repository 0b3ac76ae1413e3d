package org.dpjdbc.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.Test;

class TurnTest {
  private final Turn turn = new Turn();

  @Test
  void keepsARequestToCancelUntilTheStatementBegins() {
    turn.begin();
    assertThat(turn.cancel()).isPresent();
    assertThatThrownBy(turn::check)
        .isInstanceOf(ServerError.class)
        .hasMessageContaining("canceling statement due to user request");
    assertThatCode(turn::check).doesNotThrowAnyException();
  }

  @Test
  void forgetsARequestThatComesTooEarlyOrTooLate() {
    assertThat(turn.cancel()).isEmpty();
    turn.begin();
    assertThatCode(turn::check).doesNotThrowAnyException();
    turn.cancel();
    turn.end();
    assertThat(turn.cancel()).as("when the session is ready").isEmpty();
    turn.begin();
    assertThatCode(turn::check).doesNotThrowAnyException();
    turn.pause();
    assertThat(turn.cancel()).as("while the client says nothing").isEmpty();
    turn.begin();
    assertThatCode(turn::check).doesNotThrowAnyException();
  }

  @Test
  void stopsOneTurnAloneAndOneAtATime() throws IOException {
    AtomicInteger stopped = new AtomicInteger();
    turn.begin();
    long first = turn.cancel().orElseThrow();
    assertThat(turn.cancel()).isEmpty();
    assertThat(turn.stop(first, stopped::incrementAndGet)).isTrue();
    turn.giveUp(first);
    assertThat(turn.cancel()).hasValue(first);
    turn.pause();
    assertThat(turn.stop(first, stopped::incrementAndGet)).isTrue();
    turn.end();
    assertThat(turn.stop(first, stopped::incrementAndGet)).isFalse();
    turn.begin();
    long second = turn.cancel().orElseThrow();
    turn.giveUp(first);
    assertThat(turn.cancel()).isEmpty();
    assertThat(turn.stop(first, stopped::incrementAndGet)).isFalse();
    assertThat(turn.stop(second, stopped::incrementAndGet)).isTrue();
    assertThat(stopped).hasValue(2);
  }
}
