package org.dpjdbc.gateway.answer;

import java.util.Map;
import java.util.TreeMap;

/** How often what was refused, since the start. No text of a query is kept. Thread-safe. */
public final class RefusalCounts {
  private static final int MOST = 200;

  private final Map<String, Long> counts = new TreeMap<>();

  /** Counts one. */
  public synchronized void count(String code) {
    if (counts.size() < MOST || counts.containsKey(code)) {
      counts.merge(code, 1L, Long::sum);
    }
  }

  /** The counts, by code. */
  public synchronized Map<String, Long> all() {
    return Map.copyOf(counts);
  }
}
