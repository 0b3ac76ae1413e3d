package org.dpjdbc.budget;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Points in time as microseconds since 1970 (UTC): what the ledger's tables hold. */
final class Micros {
  private Micros() {}

  static long of(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
