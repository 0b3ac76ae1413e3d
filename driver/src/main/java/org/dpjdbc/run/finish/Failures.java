package org.dpjdbc.run.finish;

import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.refusal.RunMessages;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Translates what evaluation throws into the driver's own messages; the original goes to the log.
 */
final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

  private Failures() {}

  /** A failure while an operator ran. */
  static RefusedException atRun(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof RefusedException refusal) {
        return refusal;
      }
      if (cause instanceof ArithmeticException arithmetic) {
        return arithmetic(arithmetic);
      }
      if (cause instanceof NumberFormatException) {
        return RunMessages.badCast("a number");
      }
      if (String.valueOf(cause.getMessage())
          .startsWith("more than one value in agg SINGLE_VALUE")) {
        return RunMessages.manyRows();
      }
    }
    LOG.warn("evaluating released rows failed", failure);
    return RunMessages.finishFailed();
  }

  private static RefusedException arithmetic(ArithmeticException failure) {
    String text = String.valueOf(failure.getMessage());
    boolean zero =
        text.equals("/ by zero")
            || text.equals("Division by zero")
            || text.equals("Division undefined")
            || text.equals("BigInteger divide by zero");
    return zero ? RunMessages.divisionByZero() : RunMessages.outOfRange("its type");
  }
}
