package org.dpjdbc.run.finish;

import java.util.HashMap;
import java.util.Map;
import org.dpjdbc.sql.refusal.RunMessages;

/**
 * Limits the memory that the evaluations of a process use together. A short query can need any
 * amount of it, by joins that multiply rows and strings that double, and must not take the memory
 * that the application or other analysts need: one analyst's evaluations use at most half of what
 * those of the others leave. Bytes are estimated from above; a value counts as often as rows refer
 * to it. Thread-safe.
 */
final class Memory {
  private final long bound;
  private final Map<String, Long> held = new HashMap<>();
  private long total;

  Memory(long bound) {
    this.bound = bound;
  }

  /** Half of the memory that the process may have. */
  static Memory ofProcess() {
    return new Memory(Runtime.getRuntime().maxMemory() / 2);
  }

  /**
   * Takes bytes for an analyst.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if they are more than the analyst may have;
   *     then none are taken
   */
  synchronized void take(String analyst, long bytes) {
    long own = held.getOrDefault(analyst, 0L);
    long most = (bound - (total - own)) / 2;
    if (bytes > most - own) {
      throw RunMessages.tooMuchMemory(most >> 20);
    }
    held.put(analyst, own + bytes);
    total += bytes;
  }

  synchronized void giveBack(String analyst, long bytes) {
    held.computeIfPresent(analyst, (name, own) -> own > bytes ? own - bytes : null);
    total -= bytes;
  }

  /** The bytes in use. */
  synchronized long held() {
    return total;
  }
}
