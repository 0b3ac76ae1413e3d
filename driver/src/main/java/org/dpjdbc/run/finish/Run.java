package org.dpjdbc.run.finish;

import java.util.HashMap;
import java.util.Map;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RunMessages;
import org.jspecify.annotations.Nullable;

/**
 * One evaluation of a plan, in one thread. Counts the memory in use: when an operator has finished,
 * its memory is released except for its rows.
 */
final class Run {
  /**
   * Rows that an operator may hold: a cross join of two answers of the default output limit would
   * take the host application's memory.
   */
  static final int MAX_ROWS = 2_000_000;

  /** The additional memory of an operator for each row that it sorts, groups or looks up. */
  static final int OVERHEAD = 64;

  /** How many steps may pass between two looks at the cancellation. */
  private static final int STEPS = 1024;

  /** The maximum number of characters that the expressions of one row may concatenate. */
  private static final int MAX_CHARACTERS = 16_000_000;

  private static final ThreadLocal<@Nullable Run> CURRENT = new ThreadLocal<>();

  private final Map<String, Rows> inputs;
  private final Cancellation cancellation;
  private final Memory memory;
  private long held;
  private long gathered;
  private int steps;
  private int characters;

  /**
   * Begins a run.
   *
   * @param inputs rows by the name of their {@link org.dpjdbc.plan.model.FinishInput}
   * @param cancellation stops it
   * @param memory what it may hold
   */
  Run(Map<String, Rows> inputs, Cancellation cancellation, Memory memory) {
    this.inputs = inputs;
    this.cancellation = cancellation;
    this.memory = memory;
  }

  /** A run within this one over other rows. */
  Run over(Map<String, Rows> rows) {
    return new Run(rows, cancellation, memory);
  }

  /** A run within this one with further rows. */
  Run with(String name, Rows rows) {
    Map<String, Rows> all = new HashMap<>(inputs);
    all.put(name, rows);
    return over(all);
  }

  /** The rows of a whole plan, whose memory is their reader's from then on. */
  Rows whole(Operator root) {
    Run outer = CURRENT.get();
    CURRENT.set(this);
    try {
      return root.run(this);
    } finally {
      memory.giveBack(held);
      held = 0;
      if (outer == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(outer);
      }
    }
  }

  /** The rows of an operator; nothing else that it made is held afterwards. */
  Rows rows(Operator operator) {
    long before = held;
    gathered = 0;
    Rows rows = operator.run(this);
    long left = before + gathered;
    if (held > left) {
      memory.giveBack(held - left);
      held = left;
    }
    return rows;
  }

  /** Rows given under a name. */
  Rows input(String name) {
    Rows rows = inputs.get(name);
    if (rows == null) {
      throw new IllegalArgumentException("no rows were given for " + name);
    }
    return rows;
  }

  /**
   * To be called in every loop over rows.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if the run was cancelled
   */
  void step() {
    characters = 0;
    if (steps++ % STEPS == 0 && cancellation.isCancelled()) {
      throw RunMessages.stoppedAfterCharge();
    }
  }

  /**
   * Holds memory until the operator has run.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if it does not suffice
   */
  void hold(long bytes) {
    memory.take(bytes);
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

  /**
   * Must be called for each text that an expression concatenates: those of one row may all be in
   * memory at the same time.
   */
  static void builds(int length) {
    Run run = CURRENT.get();
    if (run != null) {
      run.characters += length;
      if (run.characters > MAX_CHARACTERS) {
        throw RunMessages.textTooLong(MAX_CHARACTERS);
      }
    }
  }

  /** To be called in long loops of an expression or aggregate. */
  static void inner() {
    Run run = CURRENT.get();
    if (run != null && run.steps++ % STEPS == 0 && run.cancellation.isCancelled()) {
      throw RunMessages.stoppedAfterCharge();
    }
  }
}
