package org.dpjdbc.budget;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.util.Optional;

/**
 * Caches answers that were read or stored while this process holds the lock on the ledger's
 * database. No other process can change them during that time, so they equal the database's; they
 * are dropped when the lock is released. The least recently used make room for others. Thread-safe.
 */
final class LockScopedAnswerCache {
  private static final long MAX_BYTES = 16L << 20;

  /** What an entry takes besides its content. */
  static final int ENTRY_BYTES = 300;

  private final Cache<String, Kept> kept =
      CacheBuilder.newBuilder()
          .concurrencyLevel(1)
          .maximumWeight(MAX_BYTES)
          .weigher((String key, Kept answer) -> ENTRY_BYTES + answer.content().length)
          .build();

  /**
   * An answer.
   *
   * @param content not to be changed
   */
  @SuppressWarnings("ArrayRecordComponent") // compared with nothing
  record Kept(long storedAtMicros, byte[] content) {}

  Optional<Kept> find(String key) {
    return Optional.ofNullable(kept.getIfPresent(key));
  }

  /** Keeps an answer in place of an older one. */
  void put(String key, Kept answer) {
    if (answer.content().length > MAX_BYTES / 16) {
      // One that is so long takes long anyway.
      kept.invalidate(key);
    } else {
      kept.put(key, answer);
    }
  }

  /** Forgets what was stored before. */
  void removeBefore(long micros) {
    kept.asMap().values().removeIf(answer -> answer.storedAtMicros() < micros);
  }
}
