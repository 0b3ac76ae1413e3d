package org.dpjdbc.run.finish.expression;

import java.util.Map;
import java.util.function.Supplier;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RunMessages;
import org.jspecify.annotations.Nullable;

/** One evaluation of a plan, in one thread, as far as expressions see it. */
public abstract class Evaluation {
  /** How many steps may pass between two checks of the cancellation. */
  private static final int STEPS = 1024;

  /** The maximum number of characters that the expressions of one row may concatenate. */
  private static final int MAX_CHARACTERS = 16_000_000;

  private static final ThreadLocal<@Nullable Evaluation> CURRENT = new ThreadLocal<>();

  private final Map<String, Rows> inputs;
  private final Cancellation cancellation;
  private int steps;
  private int characters;

  /**
   * Begins an evaluation.
   *
   * @param inputs rows by name
   * @param cancellation stops it
   */
  protected Evaluation(Map<String, Rows> inputs, Cancellation cancellation) {
    this.inputs = inputs;
    this.cancellation = cancellation;
  }

  protected final Map<String, Rows> inputs() {
    return inputs;
  }

  protected final Cancellation cancellation() {
    return cancellation;
  }

  /** Rows given under a name. */
  public final Rows input(String name) {
    Rows rows = inputs.get(name);
    if (rows == null) {
      throw new IllegalArgumentException("no rows were given for " + name);
    }
    return rows;
  }

  /** Does work in which expressions see this evaluation. */
  protected final <T> T inside(Supplier<T> work) {
    Evaluation outer = CURRENT.get();
    CURRENT.set(this);
    try {
      return work.get();
    } finally {
      if (outer == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(outer);
      }
    }
  }

  /**
   * To be called in every loop over rows.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if the evaluation was cancelled
   */
  public final void step() {
    characters = 0;
    count();
  }

  private void count() {
    if (steps++ % STEPS == 0 && cancellation.isCancelled()) {
      throw RunMessages.stoppedAfterCharge();
    }
  }

  /** To be called in long loops of an expression or aggregate. */
  public static void inner() {
    Evaluation evaluation = CURRENT.get();
    if (evaluation != null) {
      evaluation.count();
    }
  }

  /**
   * Must be called for each string that an expression concatenates: those of one row may all be in
   * memory at the same time.
   */
  public static void builds(int length) {
    Evaluation evaluation = CURRENT.get();
    if (evaluation != null) {
      evaluation.characters += length;
      if (evaluation.characters > MAX_CHARACTERS) {
        throw RunMessages.stringTooLong(MAX_CHARACTERS);
      }
    }
  }

  /** The row that a lateral join gave this thread's evaluation under a name. */
  static Rows outer(String name) {
    Evaluation evaluation = CURRENT.get();
    if (evaluation == null) {
      throw new IllegalStateException("there is no evaluation");
    }
    return evaluation.input(name);
  }
}
