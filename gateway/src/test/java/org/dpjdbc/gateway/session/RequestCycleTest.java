package org.dpjdbc.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.Test;

class RequestCycleTest {
  private final RequestCycle cycle = new RequestCycle();

  @Test
  void keepsARequestToCancelUntilTheStatementBegins() {
    cycle.begin();
    assertThat(cycle.cancel()).isPresent();
    assertThatThrownBy(cycle::check)
        .isInstanceOf(ServerError.class)
        .hasMessageContaining("canceling statement due to user request");
    assertThatCode(cycle::check).doesNotThrowAnyException();
  }

  @Test
  void forgetsARequestThatComesTooEarlyOrTooLate() {
    assertThat(cycle.cancel()).isEmpty();
    cycle.begin();
    assertThatCode(cycle::check).doesNotThrowAnyException();
    cycle.cancel();
    cycle.end();
    assertThat(cycle.cancel()).as("when the session is ready").isEmpty();
    cycle.begin();
    assertThatCode(cycle::check).doesNotThrowAnyException();
    cycle.pause();
    assertThat(cycle.cancel()).as("while the client says nothing").isEmpty();
    cycle.begin();
    assertThatCode(cycle::check).doesNotThrowAnyException();
  }

  @Test
  void stopsOneTurnAloneAndOneAtATime() throws IOException {
    AtomicInteger stopped = new AtomicInteger();
    cycle.begin();
    long first = cycle.cancel().orElseThrow();
    assertThat(cycle.cancel()).isEmpty();
    assertThat(cycle.stop(first, stopped::incrementAndGet)).isTrue();
    cycle.giveUp(first);
    assertThat(cycle.cancel()).hasValue(first);
    cycle.pause();
    assertThat(cycle.stop(first, stopped::incrementAndGet)).isTrue();
    cycle.end();
    assertThat(cycle.stop(first, stopped::incrementAndGet)).isFalse();
    cycle.begin();
    long second = cycle.cancel().orElseThrow();
    cycle.giveUp(first);
    assertThat(cycle.cancel()).isEmpty();
    assertThat(cycle.stop(first, stopped::incrementAndGet)).isFalse();
    assertThat(cycle.stop(second, stopped::incrementAndGet)).isTrue();
    assertThat(stopped).hasValue(2);
  }
}
