package org.dpjdbc.noise;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The results of the last calibrations, by what they were computed from: epsilon, delta and
 * sensitivities, which come from queries and policies. No row has a part in them. Thread-safe; two
 * threads may compute the same at the same time.
 *
 * @param <K> what a result is computed from
 * @param <V> results, immutable
 */
final class RecentResults<K, V> {
  private static final int MOST = 512;

  private final Map<K, V> results =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
          return size() > MOST;
        }
      };

  private final Function<K, V> compute;

  RecentResults(Function<K, V> compute) {
    this.compute = compute;
  }

  V of(K key) {
    synchronized (results) {
      V known = results.get(key);
      if (known != null) {
        return known;
      }
    }
    V found = compute.apply(key);
    synchronized (results) {
      results.put(key, found);
    }
    return found;
  }
}
