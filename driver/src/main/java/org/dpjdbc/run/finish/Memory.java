package org.dpjdbc.run.finish;

import java.util.concurrent.atomic.AtomicLong;
import org.dpjdbc.sql.refusal.RunMessages;

/**
 * Limits the memory that all evaluations of a process may use together. A short query can need any
 * amount of it, by joins that multiply rows and strings that double, and must not take the memory
 * that the application needs. Bytes are estimated from above; a value counts as often as rows refer
 * to it. Thread-safe.
 */
final class Memory {
  private final long bound;
  private final AtomicLong held = new AtomicLong();

  Memory(long bound) {
    this.bound = bound;
  }

  /** Half of the memory that the process may have. */
  static Memory ofProcess() {
    return new Memory(Runtime.getRuntime().maxMemory() / 2);
  }

  /**
   * Takes bytes.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if they are more than is left; then none are
   *     taken
   */
  void take(long bytes) {
    if (held.addAndGet(bytes) > bound) {
      held.addAndGet(-bytes);
      throw RunMessages.tooMuchMemory(bound >> 20);
    }
  }

  void giveBack(long bytes) {
    held.addAndGet(-bytes);
  }

  /** The bytes in use. */
  long held() {
    return held.get();
  }
}
