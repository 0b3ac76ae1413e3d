package org.dpjdbc.budget;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An H2 file that several processes share by taking turns: the process that holds the owner lock
 * has the database open, keeps it open while it has work, and hands it over as soon as another
 * process waits. The operating system frees the lock of a process that was killed, so no process
 * waits for a dead one, and no port is opened.
 *
 * <p>A single thread does all the work of a process. This keeps the work in order, and keeps
 * interrupts of application threads away from the file, which they would close (a {@code
 * FileChannel} is closed when a thread that uses it is interrupted). With one thread there is one
 * connection and no pool.
 */
final class FileStorage implements Storage {
  /** How often the owner looks whether somebody waits. */
  private static final long TEND_MILLIS = 20;

  /** A turn lasts at least this long if there is work: opening the database takes about as long. */
  private static final Duration TURN = Duration.ofMillis(30);

  /** A process without work for this long closes the database, so that it can be backed up. */
  private static final Duration IDLE = Duration.ofSeconds(2);

  /** Below this size a file's unused space is not worth the time. */
  private static final long TIDY_BYTES = 4L << 20;

  private final LedgerFiles files;
  private final LedgerOpening door;
  private final LockFile lock;
  private final Duration patience;
  private final ScheduledThreadPoolExecutor worker;

  // Used by the worker's thread alone.
  private Optional<Turn> turn = Optional.empty();

  /** One stretch of time in which this process has the database open. */
  private record Turn(
      Connection connection,
      ScheduledFuture<?> tending,
      LedgerDeadline full,
      LedgerDeadline idle) {}

  private FileStorage(LedgerFiles files, LedgerOpening door, LockFile lock, Duration patience) {
    this.files = files;
    this.door = door;
    this.lock = lock;
    this.patience = patience;
    this.worker =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "dp-jdbc-ledger");
              thread.setDaemon(true);
              return thread;
            });
    worker.setKeepAliveTime(5, TimeUnit.SECONDS);
    worker.allowCoreThreadTimeOut(true);
    worker.setRemoveOnCancelPolicy(true);
  }

  /**
   * @param door checks the database each time it is opened
   * @param patience how long to wait for other processes
   */
  static FileStorage open(LedgerFiles files, LedgerOpening door, Duration patience)
      throws LedgerException {
    return new FileStorage(files, door, LockFile.open(files.lock()), patience);
  }

  @Override
  public <T> T run(Work<T> work) throws BudgetExceededException, LedgerException {
    LedgerDeadline deadline = LedgerDeadline.after(patience);
    try {
      return await(worker.submit(() -> perform(work, deadline)));
    } catch (RejectedExecutionException e) {
      throw LedgerMessages.closed();
    }
  }

  /** Waits in spite of interrupts: whoever gave up here would not know whether it was charged. */
  private <T> T await(Future<T> future) throws BudgetExceededException, LedgerException {
    boolean interrupted = false;
    try {
      // Work that began in time may take as long again.
      LedgerDeadline deadline = LedgerDeadline.after(patience.multipliedBy(2));
      while (true) {
        try {
          return future.get(
              Math.max(0, deadline.nanoTime() - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (TimeoutException e) {
      future.cancel(false);
      throw LedgerMessages.noAnswer();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof BudgetExceededException exceeded) {
        throw exceeded;
      }
      if (cause instanceof LedgerException failure) {
        throw failure;
      }
      if (cause instanceof Error error) {
        throw error;
      }
      throw LedgerMessages.storage(e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private <T> T perform(Work<T> work, LedgerDeadline deadline)
      throws BudgetExceededException, LedgerException {
    boolean usable = false;
    try {
      T result = Storage.runOn(connection(deadline), work);
      usable = true;
      return result;
    } catch (BudgetExceededException e) {
      usable = true;
      throw e;
    } catch (SQLException | RuntimeException e) {
      throw LedgerMessages.storage(e);
    } finally {
      if (usable) {
        turn =
            turn.map(
                t -> new Turn(t.connection(), t.tending(), t.full(), LedgerDeadline.after(IDLE)));
        yieldIfWanted();
      } else {
        end(false);
      }
    }
  }

  private Connection connection(LedgerDeadline deadline) throws SQLException, LedgerException {
    if (turn.isPresent()) {
      return turn.orElseThrow().connection();
    }
    lock.lock(LockFile.Place.NEXT, deadline);
    try {
      lock.lock(LockFile.Place.OWNER, deadline);
    } finally {
      lock.unlock(LockFile.Place.NEXT);
    }
    boolean there = Files.exists(files.database());
    if (!there && Files.exists(files.anchor())) {
      throw LedgerMessages.missing(Optional.of(files));
    }
    Connection c = open(there, deadline);
    ScheduledFuture<?> tending =
        worker.scheduleWithFixedDelay(this::tend, TEND_MILLIS, TEND_MILLIS, TimeUnit.MILLISECONDS);
    turn =
        Optional.of(new Turn(c, tending, LedgerDeadline.after(TURN), LedgerDeadline.after(IDLE)));
    c.setAutoCommit(false);
    door.admit(c);
    return c;
  }

  /** H2 locks its file too; a tool that has it open knows nothing of our locks. */
  private Connection open(boolean mustExist, LedgerDeadline deadline)
      throws SQLException, LedgerException {
    while (true) {
      try {
        return H2Files.open(files, mustExist);
      } catch (SQLException e) {
        if (e.getErrorCode() != H2Files.ALREADY_OPEN) {
          throw e;
        }
        if (deadline.passed()) {
          throw LedgerMessages.locked(files.database());
        }
        LedgerDeadline.pause(10);
      }
    }
  }

  private void tend() {
    if (turn.isPresent() && turn.orElseThrow().idle().passed()) {
      end(true);
    } else {
      yieldIfWanted();
    }
  }

  private void yieldIfWanted() {
    if (turn.isEmpty() || !turn.orElseThrow().full().passed()) {
      return;
    }
    try {
      if (lock.tryLock(LockFile.Place.NEXT)) {
        lock.unlock(LockFile.Place.NEXT);
        return;
      }
    } catch (LedgerException e) {
      // The lock file is gone or broken; the next turn says so.
      end(false);
      return;
    }
    end(false);
  }

  /**
   * Ends the turn: closes the database, then lets the next one in. Never fails.
   *
   * @param leisurely whether there is time to tidy up
   */
  private void end(boolean leisurely) {
    Optional<Turn> ending = turn;
    turn = Optional.empty();
    try {
      if (ending.isPresent()) {
        ending.orElseThrow().tending().cancel(false);
        ending.orElseThrow().connection().close();
        if (leisurely && Files.size(files.database()) > TIDY_BYTES) {
          H2Files.compact(files);
        }
      }
    } catch (SQLException | IOException | RuntimeException e) {
      // All that was charged is on disk already; the next opening checks it.
      LedgerLog.closingFailed(e);
    } finally {
      lock.unlock(LockFile.Place.OWNER);
    }
  }

  @Override
  public void close() {
    try {
      await(
          worker.submit(
              () -> {
                end(true);
                lock.close();
                return true;
              }));
    } catch (RejectedExecutionException e) {
      return;
    } catch (BudgetExceededException | LedgerException e) {
      LedgerLog.closingFailed(e);
    } finally {
      worker.shutdown();
    }
  }
}
