package org.dpjdbc.budget;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Answers that were read or stored while this process has the ledger's database to itself. Nobody
 * else can change them during that time, so they are what the database would say; they are let go
 * with it. The least recently used make room for others. Thread-safe.
 */
final class TurnAnswers {
  private static final long MAX_BYTES = 16L << 20;

  /** What an entry takes besides its content. */
  static final int ENTRY_BYTES = 300;

  private final Map<String, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * An answer.
   *
   * @param content not to be changed
   */
  @SuppressWarnings("ArrayRecordComponent") // compared with nothing
  record Kept(long storedAtMicros, byte[] content) {}

  synchronized Optional<Kept> find(String key) {
    return Optional.ofNullable(kept.get(key));
  }

  /** Keeps an answer in place of an older one. */
  synchronized void put(String key, Kept answer) {
    remove(key);
    if (answer.content().length > MAX_BYTES / 16) {
      // One that is so long takes long anyway.
      return;
    }
    kept.put(key, answer);
    bytes += bytes(answer);
    Iterator<Kept> oldest = kept.values().iterator();
    while (bytes > MAX_BYTES) {
      bytes -= bytes(oldest.next());
      oldest.remove();
    }
  }

  /** Forgets what was stored before. */
  synchronized void removeBefore(long micros) {
    kept.values()
        .removeIf(
            answer -> {
              boolean old = answer.storedAtMicros() < micros;
              bytes -= old ? bytes(answer) : 0;
              return old;
            });
  }

  private void remove(String key) {
    Kept old = kept.remove(key);
    if (old != null) {
      bytes -= bytes(old);
    }
  }

  private static int bytes(Kept answer) {
    return ENTRY_BYTES + answer.content().length;
  }
}
