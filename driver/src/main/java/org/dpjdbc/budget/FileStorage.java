package org.dpjdbc.budget;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
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
 *
 * <p>Charges that wait while the thread is busy are made together, in one durable write: a {@link
 * ChargeGroup}. Clients do not wait for others to come: one alone is a group.
 */
final class FileStorage implements Storage {
  /** How often the owner checks for waiting clients. */
  private static final long TEND_MILLIS = 20;

  /** A turn lasts at least this long if there is work: opening the database takes about as long. */
  private static final Duration TURN = Duration.ofMillis(30);

  /** A process without work for this long closes the database, so that it can be backed up. */
  private static final Duration IDLE = Duration.ofSeconds(2);

  /** Below this size a file's unused space is not worth the time. */
  private static final long TIDY_BYTES = 4L << 20;

  /** These bound how long the first of a group waits for the last. */
  private static final int MAX_GROUP = 64;

  private static final Duration MAX_GATHERING = Duration.ofSeconds(5);

  private final LedgerFiles files;
  private final LedgerOpening opening;
  private final HeadGuard guard;
  private final LockFile lock;
  private final Duration patience;
  private final Queue<WaitingCharge> waiting = new ConcurrentLinkedQueue<>();
  private final ScheduledThreadPoolExecutor worker;

  private volatile Optional<LockScopedAnswerCache> answers = Optional.empty();
  private volatile long answersAskedNanos = System.nanoTime();

  // Used by the worker's thread alone.
  private Optional<Turn> turn = Optional.empty();

  /** Since the last work that succeeded: H2 may not have been able to close the file. */
  private boolean lackedMemory;

  /** One stretch of time in which this process has the database open. */
  private record Turn(
      Connection connection,
      ScheduledFuture<?> tending,
      LedgerDeadline full,
      LedgerDeadline idle) {}

  private FileStorage(
      LedgerFiles files, LedgerOpening opening, HeadGuard guard, LockFile lock, Duration patience) {
    this.files = files;
    this.opening = opening;
    this.guard = guard;
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
   * @param opening checks the database each time it is opened
   * @param guard knows the newest charge, and moves the anchor
   * @param patience how long to wait for other processes
   */
  static FileStorage open(
      LedgerFiles files, LedgerOpening opening, HeadGuard guard, Duration patience)
      throws LedgerException {
    return new FileStorage(files, opening, guard, LockFile.open(files.lock()), patience);
  }

  @Override
  public <T> T run(Work<T> work) throws BudgetExceededException, LedgerException {
    LedgerDeadline deadline = LedgerDeadline.after(patience);
    Future<T> done = submit(() -> perform(work, deadline));
    return await(done, () -> done.cancel(false));
  }

  @Override
  public Receipt charge(Charge charge) throws BudgetExceededException, LedgerException {
    WaitingCharge own = new WaitingCharge(charge, LedgerDeadline.after(patience));
    Future<?> task = submit(Executors.callable(() -> lead(own)));
    // Only now, so that a charge that the closed storage rejects is not made by another's group.
    waiting.add(own);
    try {
      return await(own.outcome(), () -> takeBack(own, task)).receipt();
    } finally {
      waiting.remove(own);
    }
  }

  /** After this, either it is never made, or another thread is making it now. */
  private static void takeBack(WaitingCharge own, Future<?> task) {
    if (own.giveUp()) {
      // Never with an interrupt, which would close the file.
      task.cancel(false);
    }
  }

  /** Those of this process's turn. Asking for them is work, for which the turn is kept. */
  @Override
  public Optional<LockScopedAnswerCache> lockedAnswers() {
    long now = System.nanoTime();
    if (now - answersAskedNanos > TimeUnit.MILLISECONDS.toNanos(TEND_MILLIS)) {
      answersAskedNanos = now;
    }
    return answers;
  }

  /** The number of clients that wait for a charge not yet started. */
  int waitingCharges() {
    return waiting.size();
  }

  private <T> Future<T> submit(Callable<T> task) throws LedgerException {
    try {
      return worker.submit(task);
    } catch (RejectedExecutionException e) {
      throw LedgerMessages.closed();
    }
  }

  /** Makes a charge and those that wait behind it, unless another's group has it already. */
  private void lead(WaitingCharge first) {
    if (first.take()) {
      try {
        make(new Group(first, MAX_GROUP));
      } catch (Throwable e) {
        // An error of the virtual machine: whoever waits has to learn of it.
        first.fail(e);
      }
    }
  }

  /**
   * The charges of a group: the first, then those that wait, until there are none or enough, or
   * until it took too long to decide them.
   */
  private final class Group implements Iterator<Charge> {
    private final List<WaitingCharge> members = new ArrayList<>();
    private final int max;
    private final LedgerDeadline gathered = LedgerDeadline.after(MAX_GATHERING);
    private int decided;

    Group(WaitingCharge first, int max) {
      members.add(first);
      this.max = max;
    }

    @Override
    public boolean hasNext() {
      while (decided == members.size() && decided < max && !gathered.passed()) {
        WaitingCharge next = waiting.poll();
        if (next == null) {
          return false;
        }
        // First, so that no client is lost if memory runs out.
        members.add(next);
        if (!next.take()) {
          members.remove(decided);
        }
      }
      return decided < members.size();
    }

    @Override
    public Charge next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return members.get(decided++).charge();
    }

    void finish(List<ChargeGroup.Outcome> outcomes) {
      for (int i = 0; i < outcomes.size(); i++) {
        members.get(i).finish(outcomes.get(i));
      }
    }

    void fail(Throwable failure) {
      members.forEach(member -> member.fail(failure));
    }
  }

  private void make(Group group) {
    ChargeGroup work = new ChargeGroup(group, guard);
    try {
      group.finish(perform(work, group.members.get(0).deadline()));
    } catch (LedgerException e) {
      if (work.isCommitBegun() || group.members.size() == 1) {
        group.fail(e);
      } else {
        makeOneByOne(group.members);
      }
    } catch (Throwable e) {
      // An error of the virtual machine: whoever waits has to learn of it.
      group.fail(e);
    }
  }

  /**
   * After a failure of which nothing is left, and which closed the database, so that whoever is at
   * fault fails alone. A client that has stopped waiting is not charged.
   */
  private void makeOneByOne(List<WaitingCharge> members) {
    try {
      for (WaitingCharge member : members) {
        if (member.isAbandoned()) {
          member.fail(LedgerMessages.noAnswer());
        } else {
          make(new Group(member, 1));
        }
      }
    } catch (Throwable e) {
      members.forEach(member -> member.fail(e));
    }
  }

  /**
   * Waits in spite of interrupts: whoever gave up here would not know whether it was charged.
   *
   * @param giveUp what is done where it takes too long
   */
  private <T> T await(Future<T> future, Runnable giveUp)
      throws BudgetExceededException, LedgerException {
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
      giveUp.run();
      throw LedgerMessages.noAnswer();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof BudgetExceededException exceeded) {
        throw exceeded;
      }
      if (cause instanceof LedgerException failure) {
        throw failure;
      }
      if (cause instanceof Error error && !(cause instanceof OutOfMemoryError)) {
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
      lackedMemory = false;
      return result;
    } catch (BudgetExceededException e) {
      usable = true;
      throw e;
    } catch (SQLException | RuntimeException | OutOfMemoryError e) {
      LedgerException failure = LedgerMessages.storage(e);
      lackedMemory |= failure.reason() == LedgerException.Reason.MEMORY;
      throw failure;
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
    opening.admit(c);
    answers = Optional.of(new LockScopedAnswerCache());
    return c;
  }

  /**
   * H2 locks its file too; a tool that has it open knows nothing of our locks. A file that H2 left
   * open for lack of memory is closed by the garbage collector.
   */
  private Connection open(boolean mustExist, LedgerDeadline deadline)
      throws SQLException, LedgerException {
    while (true) {
      try {
        return H2Files.open(files, mustExist);
      } catch (SQLException e) {
        if (e.getErrorCode() != H2Files.ALREADY_OPEN) {
          throw e;
        }
        if (lackedMemory) {
          System.gc();
        }
        if (deadline.passed()) {
          throw lackedMemory ? LedgerMessages.memory(e) : LedgerMessages.locked(files.database());
        }
        LedgerDeadline.pause(lackedMemory ? 500 : 10);
      }
    }
  }

  private void tend() {
    boolean asked = System.nanoTime() - answersAskedNanos < IDLE.toNanos();
    if (turn.isPresent() && turn.orElseThrow().idle().passed() && !asked) {
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
    answers = Optional.empty();
    try {
      if (ending.isPresent()) {
        ending.orElseThrow().tending().cancel(false);
        ending.orElseThrow().connection().close();
        if (leisurely && Files.size(files.database()) > TIDY_BYTES) {
          H2Files.compact(files);
        }
      }
    } catch (SQLException | IOException | RuntimeException | OutOfMemoryError e) {
      // All that was charged is on disk already; the next opening checks it.
      lackedMemory |= e instanceof OutOfMemoryError;
      LedgerLog.closingFailed(e);
    } finally {
      lock.unlock(LockFile.Place.OWNER);
    }
  }

  @Override
  public void close() {
    try {
      Future<Boolean> closed =
          worker.submit(
              () -> {
                end(true);
                lock.close();
                return true;
              });
      await(closed, () -> closed.cancel(false));
    } catch (RejectedExecutionException e) {
      return;
    } catch (BudgetExceededException | LedgerException e) {
      LedgerLog.closingFailed(e);
    } finally {
      worker.shutdown();
    }
  }
}
