package org.dpjdbc.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.Test;

class TurnTest {
  private final Turn turn = new Turn();

  @Test
  void keepsARequestToCancelUntilTheStatementBegins() {
    turn.begin();
    long cancelled = turn.cancel();
    assertThat(turn.isRunning(cancelled)).isTrue();
    assertThatThrownBy(turn::check)
        .isInstanceOf(ServerError.class)
        .hasMessageContaining("canceling statement due to user request");
    assertThatCode(turn::check).doesNotThrowAnyException();
  }

  @Test
  void forgetsARequestThatComesTooEarlyOrTooLate() {
    turn.cancel();
    turn.begin();
    assertThatCode(turn::check).doesNotThrowAnyException();
    long cancelled = turn.cancel();
    turn.end();
    assertThat(turn.isRunning(cancelled)).isFalse();
    turn.begin();
    assertThat(turn.isRunning(cancelled)).isFalse();
    assertThatCode(turn::check).doesNotThrowAnyException();
  }
}
