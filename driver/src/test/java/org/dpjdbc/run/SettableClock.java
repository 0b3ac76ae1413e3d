package org.dpjdbc.run;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/** A clock that shows what a test sets, and goes on by a step with each look at it. */
final class SettableClock extends Clock {
  private final ZoneId zone;
  private Instant next;
  private Duration step = Duration.ZERO;

  SettableClock(ZoneId zone, Instant next) {
    this.zone = zone;
    this.next = next;
  }

  void set(Instant instant) {
    next = instant;
  }

  void stepBy(Duration duration) {
    step = duration;
  }

  @Override
  public ZoneId getZone() {
    return zone;
  }

  @Override
  public Clock withZone(ZoneId other) {
    return new SettableClock(other, next);
  }

  @Override
  public Instant instant() {
    Instant shown = next;
    next = next.plus(step);
    return shown;
  }
}
