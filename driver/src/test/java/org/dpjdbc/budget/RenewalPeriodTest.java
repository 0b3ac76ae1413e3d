package org.dpjdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RenewalPeriodTest {
  @ParameterizedTest
  @CsvSource({
    "DAILY, 2026-05-14T00:00:00Z, 2026-05-14T00:00:00Z, 2026-05-15T00:00:00Z",
    "DAILY, 2026-05-14T23:59:59.999999Z, 2026-05-14T00:00:00Z, 2026-05-15T00:00:00Z",
    "WEEKLY, 2026-05-14T12:00:00Z, 2026-05-11T00:00:00Z, 2026-05-18T00:00:00Z",
    "WEEKLY, 2026-05-11T00:00:00Z, 2026-05-11T00:00:00Z, 2026-05-18T00:00:00Z",
    "WEEKLY, 2026-05-10T23:59:59Z, 2026-05-04T00:00:00Z, 2026-05-11T00:00:00Z",
    "MONTHLY, 2026-12-31T23:59:59Z, 2026-12-01T00:00:00Z, 2027-01-01T00:00:00Z",
    "MONTHLY, 2024-02-29T00:00:00Z, 2024-02-01T00:00:00Z, 2024-03-01T00:00:00Z",
    "MONTHLY, 1969-12-31T23:59:59Z, 1969-12-01T00:00:00Z, 1970-01-01T00:00:00Z"
  })
  void windowsAreCalendarDaysWeeksAndMonthsInUtc(
      RenewalPeriod period, Instant instant, Instant start, Instant end) {
    RenewalPeriod.Window window = period.windowAt(instant);
    assertThat(Micros.instant(window.startMicros())).isEqualTo(start);
    assertThat(window.end()).contains(end);
  }

  @Test
  void neverIsOneWindow() {
    RenewalPeriod.Window window =
        RenewalPeriod.NEVER.windowAt(Instant.parse("1900-01-01T00:00:00Z"));
    assertThat(window)
        .isEqualTo(RenewalPeriod.NEVER.windowAt(Instant.parse("2100-01-01T00:00:00Z")));
    assertThat(window.end()).isEmpty();
  }
}
