package org.dpjdbc.run.finish;

import java.util.concurrent.atomic.AtomicLong;
import org.dpjdbc.sql.refusal.RunMessages;

/**
 * The memory that all evaluations of a process may hold together. A short text can ask for any
 * amount of it, by rows that multiply and texts that double; what the host application needs for
 * itself is no query's to take. Bytes are estimated from above, for the values that a row refers to
 * as often as it does. Thread-safe.
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

  /** What is held at the moment. */
  long held() {
    return held.get();
  }
}
