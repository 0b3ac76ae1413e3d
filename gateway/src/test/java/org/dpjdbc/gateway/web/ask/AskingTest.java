package org.dpjdbc.gateway.web.ask;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AskingTest {
  /** What others say may quote a value. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DP-BACKEND: the database cannot be reached | DP-BACKEND: the database cannot be reached",
        "ERROR: invalid input syntax for type date: \"Smith\" | the database cannot be used now",
      })
  void showsTheDriversMessagesAlone(String thrown, String shown) {
    Asking asking =
        new Asking(
            set -> {
              throw new SQLException(thrown);
            },
            Duration.ofMinutes(1),
            out -> {
              throw new AssertionError("no statement is asked");
            });
    assertThatThrownBy(asking::balances).isInstanceOf(Unanswerable.class).hasMessage(shown);
    assertThatThrownBy(asking::policy).isInstanceOf(Unanswerable.class).hasMessage(shown);
  }
}
