package org.dpjdbc.sql.refusal;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts the work of analysing a statement in steps: types derived, expressions built, relations
 * and expressions visited. A short query can require any amount of work, so the number of steps is
 * limited, equally for every query and on every machine; a statement that needs more is refused.
 * Between steps, the analysis checks whether its caller or the time limit has stopped it.
 *
 * <p>Calcite calls back into the types and the expression builder of the catalog from everywhere
 * and passes no context, so the count belongs to the thread that does the analysis.
 */
public final class AnalysisSteps {
  /** Steps of one analysis: a dashboard's query takes a thousand. */
  public static final int MAX_STEPS = 500_000;

  /** The number of steps between two checks of the clock. */
  private static final int STEPS_BETWEEN_LOOKS = 256;

  private static final ThreadLocal<@Nullable AnalysisSteps> CURRENT = new ThreadLocal<>();

  private final BooleanSupplier stopped;
  private final Map<Pass, Integer> passes = new EnumMap<>(Pass.class);
  private int steps;
  private boolean analysing;

  /** What is done with a whole statement. */
  public enum Pass {
    PARSE,
    REWRITE,
    VALIDATE,
    TRANSLATE,
    PLAN,
    /** Finds the columns that have errors. */
    OUTLINE
  }

  private AnalysisSteps(BooleanSupplier stopped) {
    this.stopped = stopped;
  }

  /**
   * Runs something, each analysis within which can be stopped.
   *
   * @param stopped whether it is to stop
   */
  public static <T> T stoppable(BooleanSupplier stopped, Supplier<T> call) {
    AnalysisSteps outer = CURRENT.get();
    CURRENT.set(new AnalysisSteps(stopped));
    try {
      return call.get();
    } finally {
      restore(outer);
    }
  }

  /**
   * Runs one analysis within its number of steps; what is analysed within another analysis counts
   * as part of it.
   */
  public static <T> T bounded(Supplier<T> analysis) {
    AnalysisSteps work = CURRENT.get();
    if (work == null) {
      return stoppable(() -> false, () -> bounded(analysis));
    } else if (work.analysing) {
      return analysis.get();
    }
    work.steps = 0;
    work.analysing = true;
    try {
      look(work);
      return analysis.get();
    } finally {
      work.analysing = false;
    }
  }

  /**
   * To be called wherever an analysis loops or recurses; does nothing outside of one.
   *
   * @throws RefusedException if the steps are used up, or the analysis is to stop
   */
  public static void step() {
    steps(1);
  }

  /** As {@link #step}, for what is as much work as several. */
  public static void steps(int count) {
    AnalysisSteps work = CURRENT.get();
    if (work == null || !work.analysing) {
      return;
    }
    int before = work.steps;
    work.steps += count;
    if (work.steps > MAX_STEPS) {
      throw ParseMessages.tooMuchWork(MAX_STEPS);
    }
    if (before / STEPS_BETWEEN_LOOKS != work.steps / STEPS_BETWEEN_LOOKS) {
      look(work);
    }
  }

  /** To be called by each pass over a whole statement. */
  public static void pass(Pass pass) {
    AnalysisSteps work = CURRENT.get();
    if (work != null) {
      work.passes.merge(pass, 1, Integer::sum);
    }
  }

  /** How often each pass was made within {@link #stoppable}; empty outside of it. */
  public static Map<Pass, Integer> passes() {
    AnalysisSteps work = CURRENT.get();
    return work == null ? Map.of() : Map.copyOf(work.passes);
  }

  /** Whether what this thread does is to stop, and may be stopped. */
  public static boolean isStopped() {
    AnalysisSteps work = CURRENT.get();
    return work != null && work.stopped.getAsBoolean();
  }

  private static void look(AnalysisSteps work) {
    if (work.stopped.getAsBoolean()) {
      throw RunMessages.stopped();
    }
  }

  private static void restore(@Nullable AnalysisSteps outer) {
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
  }
}
