package org.dpjdbc.gateway.web.session;

import java.util.HashMap;
import java.util.Map;

/** Limits the number of requests of one user that are handled at a time. Thread-safe. */
public final class ConcurrencyLimit {
  private final int most;
  private final Map<String, Integer> counts = new HashMap<>();

  public ConcurrencyLimit(int most) {
    this.most = most;
  }

  /** Takes a turn, if there is one left. */
  public synchronized boolean enter(String who) {
    int count = counts.getOrDefault(who, 0);
    if (count >= most) {
      return false;
    }
    counts.put(who, count + 1);
    return true;
  }

  /** Gives it back. */
  public synchronized void leave(String who) {
    counts.merge(who, -1, Integer::sum);
    counts.remove(who, 0);
  }
}
