package org.dpjdbc.gateway.operate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.logging.Filter;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;

/**
 * Limits what clients can cause in the log, whoever logs it: the gateway, the driver or a library.
 * Of the lines of one place in the code, and one class of exceptions, ten a minute are logged, the
 * first of them alone with a stack trace; the first one of the next minute tells how many were left
 * out. Thread-safe.
 */
public final class LogThrottle implements Filter {
  private static final long PERIOD = TimeUnit.MINUTES.toNanos(1);
  private static final int LINES = 10;
  private static final int PLACES = 1_000;

  /** Of a line: its message may quote what a client has sent. */
  private static final int LONGEST = 10_000;

  private final LongSupplier nanoTime;

  private final Map<List<String>, Period> periods =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<List<String>, Period> oldest) {
          return size() > PLACES;
        }
      };

  /** What a place has logged since its first line of a minute. */
  private static final class Period {
    private final long start;
    private long lines;

    Period(long start) {
      this.start = start;
    }
  }

  /**
   * @param nanoTime as {@link System#nanoTime()}
   */
  LogThrottle(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Has all handlers that every line reaches leave out what is too much. */
  public static void install() {
    for (Handler handler : LogManager.getLogManager().getLogger("").getHandlers()) {
      if (handler.getFilter() == null) {
        handler.setFilter(new LogThrottle(System::nanoTime));
      }
    }
  }

  @Override
  public boolean isLoggable(LogRecord line) {
    List<String> place =
        List.of(
            String.valueOf(line.getLoggerName()),
            String.valueOf(line.getSourceMethodName()),
            line.getThrown() == null ? "" : line.getThrown().getClass().getName());
    long leftOut = 0;
    long before;
    synchronized (periods) {
      long now = nanoTime.getAsLong();
      Period period = periods.get(place);
      if (period == null || now - period.start >= PERIOD) {
        leftOut = period == null ? 0 : Math.max(0, period.lines - LINES);
        period = new Period(now);
        periods.put(place, period);
      }
      before = period.lines++;
    }
    if (before >= LINES) {
      return false;
    }
    shorten(line, before == 0, leftOut);
    return true;
  }

  /** How many it keeps. */
  int places() {
    synchronized (periods) {
      return periods.size();
    }
  }

  private static void shorten(LogRecord line, boolean isFirst, long leftOut) {
    String message = String.valueOf(line.getMessage());
    Throwable thrown = line.getThrown();
    if (thrown != null && !isFirst) {
      message += ": " + thrown;
      line.setThrown(null);
    }
    message = AuditLog.cut(message, LONGEST);
    line.setMessage(
        leftOut == 0 ? message : "%s (%d more were left out)".formatted(message, leftOut));
  }
}
