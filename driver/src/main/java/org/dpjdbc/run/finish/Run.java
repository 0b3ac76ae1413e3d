package org.dpjdbc.run.finish;

import java.util.HashMap;
import java.util.Map;
import org.dpjdbc.run.finish.expression.Evaluation;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RunMessages;

/**
 * One evaluation of a plan, in one thread. Counts the memory in use: when an operator has finished,
 * its memory is released except for its rows.
 */
final class Run extends Evaluation {
  /**
   * Rows that an operator may hold: a cross join of two answers of the default output limit would
   * take the host application's memory.
   */
  static final int MAX_ROWS = 2_000_000;

  /** The additional memory of an operator for each row that it sorts, groups or looks up. */
  static final int OVERHEAD = 64;

  /** Memory is taken in such portions, since other threads take theirs at the same time. */
  private static final long PORTION = 64 << 10;

  private final Memory memory;
  private final String analyst;
  private long taken;
  private long held;
  private long gathered;

  /**
   * Begins a run.
   *
   * @param inputs rows by the name of their {@link org.dpjdbc.plan.model.FinishInput}
   * @param cancellation stops it
   * @param memory what it may hold
   * @param analyst whose share of it counts
   */
  Run(Map<String, Rows> inputs, Cancellation cancellation, Memory memory, String analyst) {
    super(inputs, cancellation);
    this.memory = memory;
    this.analyst = analyst;
  }

  /** A run within this one with further rows. */
  Run with(String name, Rows rows) {
    Map<String, Rows> all = new HashMap<>(inputs());
    all.put(name, rows);
    return new Run(all, cancellation(), memory, analyst);
  }

  /** The rows of a whole plan, whose memory is their reader's from then on. */
  Rows whole(Operator root) {
    try {
      return inside(() -> root.run(this));
    } finally {
      keep(0);
    }
  }

  /** The rows of an operator; nothing else that it made is held afterwards. */
  Rows rows(Operator operator) {
    long before = held;
    gathered = 0;
    Rows rows = operator.run(this);
    keep(Math.min(held, before + gathered));
    return rows;
  }

  private void keep(long bytes) {
    held = bytes;
    if (bytes == 0 || taken - bytes > PORTION) {
      memory.giveBack(analyst, taken - bytes);
      taken = bytes;
    }
  }

  /**
   * Holds memory until the operator has run.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if it does not suffice
   */
  void hold(long bytes) {
    if (bytes > taken - held) {
      long more = Math.max(bytes - (taken - held), PORTION);
      memory.take(analyst, more);
      taken += more;
    }
    held += bytes;
  }

  /** Rows of an operator are complete: so much of what is held is theirs. */
  void gathered(long bytes) {
    gathered = bytes;
  }

  /** Refuses more rows than an operator may hold. */
  static void requireRoom(int rows) {
    if (rows > MAX_ROWS) {
      throw RunMessages.tooManyRows(MAX_ROWS);
    }
  }
}
