package org.dpjdbc.run.query;

import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.dpjdbc.run.backend.Watchdog;
import org.dpjdbc.run.finish.FinishPlan;
import org.dpjdbc.run.finish.Finisher;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Deadline;
import org.dpjdbc.run.rows.Rows;

/**
 * Evaluates above the frontier within the time limit: a few released rows can be joined to very
 * many.
 */
record TimedFinisher(Finisher finisher, Deadline deadline, Cancellation cancellation) {

  Rows run(FinishPlan plan, Map<String, Rows> inputs) {
    ScheduledFuture<?> watch =
        Watchdog.after(deadline.nanosLeft(), cancellation::cancel, TimeUnit.NANOSECONDS);
    try {
      return finisher.run(plan, inputs, cancellation);
    } finally {
      watch.cancel(false);
    }
  }
}
