package org.dpjdbc.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.dpjdbc.gateway.wire.ServerError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DriverSettingsTest {
  @ParameterizedTest
  @ValueSource(strings = {"1", "0.1", ".5", "1e-9", "1.50E+2", "10"})
  void takesNumbers(String text) throws ServerError {
    assertThat(DriverSettings.checked("dp.epsilon", text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "1.", "-1", "1e", "1e1000", "1.2.3", "x", "1 1"})
  void refusesWhatIsNoNumber(String text) {
    assertThatThrownBy(() -> DriverSettings.checked("dp.epsilon", text))
        .isInstanceOf(ServerError.class)
        .hasMessageContaining("invalid value");
  }

  /** Nothing reads it before its length is known, and no message repeats it. */
  @ParameterizedTest
  @ValueSource(strings = {"dp.epsilon", "dp.delta", "dp.derive", "dp.error_columns"})
  void refusesWhatIsLong(String name) {
    assertThatThrownBy(() -> DriverSettings.checked(name, "1".repeat(1 << 20) + "x"))
        .isInstanceOf(ServerError.class)
        .hasMessage("the value for parameter \"" + name + "\" is too long");
  }

  @Test
  void takesBooleansInAnyCase() throws ServerError {
    assertThat(DriverSettings.checked("dp.error_columns", "ON")).isEqualTo("true");
  }

  @ParameterizedTest
  @CsvSource({
    "0, PT0S",
    "200ms, PT0.2S",
    "2s, PT2S",
    "5min, PT5M",
    "3h, PT3H",
    "1d, PT24H",
    "2147483647ms, PT2147483.647S"
  })
  void readsTimesAsPostgresShowsThem(String shown, Duration time) {
    assertThat(DriverSettings.time(shown)).isEqualTo(time);
  }
}
