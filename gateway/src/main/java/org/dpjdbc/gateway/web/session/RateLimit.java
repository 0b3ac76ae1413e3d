package org.dpjdbc.gateway.web.session;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Limits how often a user may send queries: a burst, and then a rate per second. Thread-safe. */
public final class RateLimit {
  private static final int KEPT = 20_000;
  private static final double SECOND = 1e9;

  private final double atOnce;
  private final double perSecond;
  private final LongSupplier nanos;
  private final Map<String, Left> left =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Left> oldest) {
          return size() > KEPT;
        }
      };

  private record Left(double times, long at) {}

  /**
   * @param nanos a clock
   */
  public RateLimit(double atOnce, double perSecond, LongSupplier nanos) {
    this.atOnce = atOnce;
    this.perSecond = perSecond;
    this.nanos = nanos;
  }

  /** Counts a request, if there may be one more. */
  public synchronized boolean allows(String who) {
    long now = nanos.getAsLong();
    Left before = left.getOrDefault(who, new Left(atOnce, now));
    double times = Math.min(atOnce, before.times() + (now - before.at()) / SECOND * perSecond);
    boolean isAllowed = times >= 1;
    left.put(who, new Left(isAllowed ? times - 1 : times, now));
    return isAllowed;
  }
}
