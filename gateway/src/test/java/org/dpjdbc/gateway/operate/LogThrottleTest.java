package org.dpjdbc.gateway.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class LogThrottleTest {
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private final AtomicLong time = new AtomicLong(-5); // as nanoTime, which may be negative
  private final LogThrottle throttle = new LogThrottle(time::get);
  private final List<LogRecord> lines = new ArrayList<>();

  private void log(String logger, String method, String message, Throwable thrown) {
    LogRecord line = new LogRecord(Level.WARNING, message);
    line.setLoggerName(logger);
    line.setSourceMethodName(method);
    line.setThrown(thrown);
    if (throttle.isLoggable(line)) {
      lines.add(line);
    }
  }

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      log("org.dpjdbc.A", "failed", "it failed", new IOException("why"));
    }
  }

  @Test
  void logsTenLinesAMinuteAndOneStackTrace() {
    fail(1000);
    time.addAndGet(MINUTE - 1);
    fail(1);
    assertThat(lines).hasSize(10);
    assertThat(lines).filteredOn(line -> line.getThrown() != null).hasSize(1);
    assertThat(lines.get(0).getThrown()).isNotNull();
    assertThat(lines.get(9).getMessage()).isEqualTo("it failed: java.io.IOException: why");
    time.addAndGet(1);
    fail(1);
    assertThat(lines.get(10).getMessage()).isEqualTo("it failed (991 more were left out)");
    assertThat(lines.get(10).getThrown()).isNotNull();
    time.addAndGet(MINUTE);
    fail(1);
    assertThat(lines.get(11).getMessage()).isEqualTo("it failed");
  }

  /** One that fails often hides no other. */
  @Test
  void countsEachPlaceByItself() {
    fail(1000);
    log("org.dpjdbc.A", "other", "another", new IOException("why"));
    log("org.dpjdbc.B", "failed", "another", new IOException("why"));
    log("org.dpjdbc.A", "failed", "another", new IllegalStateException("why"));
    assertThat(lines).filteredOn(line -> line.getThrown() != null).hasSize(4);
  }

  @Test
  void keepsNoMorePlacesThanThereAreInTheCode() {
    for (int i = 0; i < 100_000; i++) {
      log("org.dpjdbc." + i, "failed", "it failed", new IOException("why"));
    }
    assertThat(throttle.places()).isEqualTo(1000);
  }

  @Test
  void logsNoLongMessage() {
    log("org.dpjdbc.A", "failed", "x".repeat(1_000_000), new IOException("y".repeat(1_000_000)));
    log("org.dpjdbc.A", "failed", "short", new IOException("y".repeat(1_000_000)));
    assertThat(lines).allMatch(line -> line.getMessage().length() < 11_000);
  }
}
