package org.dpjdbc.run;

import java.util.concurrent.atomic.AtomicBoolean;
import org.dpjdbc.run.finish.Finisher;
import org.dpjdbc.run.query.WarmUpPlan;
import org.dpjdbc.sql.dialect.BackendDialects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads classes in the background for which the first query would otherwise wait. Started with the
 * first connection of the process, which does not wait for it.
 */
final class DriverWarmUp {
  private static final Logger LOGGER = LoggerFactory.getLogger(DriverWarmUp.class);

  private final Finisher finisher;
  private final AtomicBoolean started = new AtomicBoolean();

  DriverWarmUp(Finisher finisher) {
    this.finisher = finisher;
  }

  void once() {
    if (started.compareAndSet(false, true)) {
      Thread thread = new Thread(this::run, "dp-jdbc warm-up");
      thread.setDaemon(true);
      thread.start();
    }
  }

  void leaveOut() {
    started.set(true);
  }

  private void run() {
    try {
      WarmUpPlan.plan(BackendDialects.all().get(0), finisher);
    } catch (RuntimeException | LinkageError e) {
      LOGGER.warn("The warm-up failed; the first query will be slower", e);
    }
  }
}
