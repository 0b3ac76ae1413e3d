package org.dpjdbc.noise;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
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
  private final Cache<K, V> results;
  private final Function<K, V> compute;

  RecentResults(int maxSize, Function<K, V> compute) {
    this.results = CacheBuilder.newBuilder().concurrencyLevel(1).maximumSize(maxSize).build();
    this.compute = compute;
  }

  V of(K key) {
    V known = results.getIfPresent(key);
    if (known != null) {
      return known;
    }
    V found = compute.apply(key);
    results.put(key, found);
    return found;
  }
}
