package org.dpjdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.dpjdbc.budget.LedgerFixture.chargeUntilRefused;
import static org.dpjdbc.budget.LedgerFixture.cost;
import static org.dpjdbc.budget.LedgerFixture.open;
import static org.dpjdbc.budget.LedgerFixture.place;
import static org.dpjdbc.budget.LedgerFixture.request;
import static org.dpjdbc.budget.LedgerFixture.spent;
import static org.dpjdbc.budget.LedgerFixture.total;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.dpjdbc.budget.LedgerException.Reason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients whose charges wait for one another. The storage's thread is kept busy until all of them
 * wait, so that they are one group.
 */
@Timeout(120)
class FileStorageTest {
  private static final BudgetRules RULES = total("10");
  private static final Pattern SLOT = Pattern.compile("charge: (\\d+)\n");

  @TempDir Path folder;
  private final CountDownLatch free = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private LedgerFiles files;
  private HeadGuard guard;
  private FileStorage storage;

  @BeforeEach
  void begin() throws Exception {
    open(Duration.ofMinutes(1));
  }

  private void open(Duration patience) throws LedgerException {
    files = LedgerFiles.at(place(folder).base());
    guard = new HeadGuard(Optional.of(new AnchorFile(files.anchor())), Optional.empty(), patience);
    LedgerOpening verification =
        new LedgerVerification(
            Optional.of(files),
            guard,
            new Inspector(Optional.empty(), Clock.systemUTC()),
            Clock.systemUTC());
    LedgerOpening opening =
        c -> {
          putBack();
          verification.admit(c);
        };
    storage = FileStorage.open(files, opening, guard, patience);
  }

  private Path away() {
    return folder.resolve("away");
  }

  /** Ends what failed, as soon as the database is opened again. */
  private void putBack() {
    try {
      if (Files.exists(away())) {
        Files.move(away(), files.anchor());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @AfterEach
  void end() {
    free.countDown();
    threads.shutdownNow();
    storage.close();
  }

  private Charge charge(String analyst, String epsilon) {
    return charge(analyst, epsilon, Clock.systemUTC());
  }

  private Charge charge(String analyst, String epsilon, Clock clock) {
    return new Charge(
        request(analyst, epsilon), Allowance.of(RULES), new CheckedSums(RULES), guard, clock);
  }

  /** A clock that fails, and with it the charge that reads it. */
  private static Clock failing(Supplier<Throwable> failure) {
    return new Clock() {
      @Override
      public Instant instant() {
        Throwable thrown = failure.get();
        if (thrown instanceof Error error) {
          throw error;
        }
        throw (RuntimeException) thrown;
      }

      @Override
      public ZoneId getZone() {
        throw new UnsupportedOperationException();
      }

      @Override
      public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException();
      }
    };
  }

  /** Keeps the storage's thread busy until {@link #free}. */
  private void keepBusy() throws InterruptedException {
    CountDownLatch busy = new CountDownLatch(1);
    Storage.Work<Boolean> work =
        c -> {
          busy.countDown();
          try {
            free.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return true;
        };
    Future<?> unused =
        threads.submit(
            () -> {
              // On a busy machine it may be given up before it has begun.
              while (busy.getCount() > 0) {
                try {
                  storage.run(work);
                } catch (LedgerException e) {
                  assertThat(e.reason()).isEqualTo(Reason.LOCKED);
                }
              }
              return true;
            });
    busy.await();
  }

  /** Asks for charges, in order, while the thread is busy: all wait when this returns. */
  private List<Future<Receipt>> wait(Charge... charges) throws InterruptedException {
    keepBusy();
    List<Future<Receipt>> receipts = new ArrayList<>();
    for (Charge charge : charges) {
      receipts.add(threads.submit(() -> storage.charge(charge)));
      while (storage.waitingCharges() < receipts.size()) {
        Thread.onSpinWait();
      }
    }
    return receipts;
  }

  private static Throwable failureOf(Future<Receipt> receipt) throws InterruptedException {
    try {
      throw new AssertionError("charged: " + receipt.get());
    } catch (ExecutionException e) {
      return e.getCause();
    }
  }

  private static void assertFailed(Future<Receipt> receipt, Reason reason) throws Exception {
    assertThat(failureOf(receipt))
        .isInstanceOfSatisfying(
            LedgerException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  /** What the ledger holds once it is opened again: so many charges of ε = 1. */
  private void assertCharged(int charges) throws Exception {
    storage.close();
    try (Ledger ledger = LedgerFixture.open(folder, RULES)) {
      assertThat(ledger.verify()).isEqualTo(charges);
      assertThat(spent(ledger)).isEqualTo(cost(String.valueOf(charges), "0"));
    }
  }

  @Test
  void oneWriteMakesAllThatWait() throws Exception {
    List<Future<Receipt>> receipts =
        wait(charge("ann", "1"), charge("ben", "1"), charge("ann", "1"));
    free.countDown();
    List<Long> sequences = new ArrayList<>();
    for (Future<Receipt> receipt : receipts) {
      sequences.add(receipt.get().sequence());
    }
    assertThat(sequences).containsExactly(1L, 2L, 3L);
    // The anchor has two slots, written in turn: it went from none to the third at once.
    String anchor = Files.readString(files.anchor(), StandardCharsets.ISO_8859_1);
    assertThat(SLOT.matcher(anchor).results().map(MatchResult::group))
        .containsExactlyInAnyOrder("charge: 0\n", "charge: 3\n");
    assertThat(storage.waitingCharges()).isZero();
    assertCharged(3);
  }

  /** A group is limited, so that nobody's charge waits for too many others. */
  @Test
  void moreThanOneGroupCanHold() throws Exception {
    Charge[] charges = new Charge[70];
    for (int i = 0; i < charges.length; i++) {
      charges[i] = charge("ann", "0.1");
    }
    List<Future<Receipt>> receipts = wait(charges);
    free.countDown();
    for (Future<Receipt> receipt : receipts) {
      receipt.get();
    }
    String anchor = Files.readString(files.anchor(), StandardCharsets.ISO_8859_1);
    assertThat(SLOT.matcher(anchor).results().map(MatchResult::group))
        .containsExactlyInAnyOrder("charge: 64\n", "charge: 70\n");
  }

  /** Six would be too much together, though each alone is not. */
  @Test
  void oneOfThemIsRefused() throws Exception {
    List<Future<Receipt>> receipts =
        wait(charge("ann", "4"), charge("ben", "4"), charge("cleo", "4"), charge("dan", "2"));
    free.countDown();
    assertThat(receipts.get(0).get().sequence()).isEqualTo(1);
    assertThat(receipts.get(1).get().sequence()).isEqualTo(2);
    assertThat(failureOf(receipts.get(2)))
        .isInstanceOf(BudgetExceededException.class)
        .hasMessage(
            "the query costs ε = 4, δ = 0; what remains is ε = 2, δ = 0.001; it does not renew");
    assertThat(receipts.get(3).get().sequence()).isEqualTo(3);
  }

  /** What fails after the commit fails for all, and all stay charged, once: it is not repeated. */
  @Test
  void anAnchorThatCannotMoveFailsAll() throws Exception {
    storage.charge(charge("ann", "1"));
    List<Future<Receipt>> receipts = wait(charge("ann", "1"), charge("ben", "1"));
    Files.move(files.anchor(), away());
    free.countDown();
    for (Future<Receipt> receipt : receipts) {
      assertFailed(receipt, Reason.ANCHOR_MISSING);
    }
    storage.charge(charge("ann", "1"));
    assertCharged(4);
  }

  /** What fails before the commit fails for whoever is at fault: the others are charged, once. */
  @Test
  void oneThatFailsDoesNotFailTheOthers() throws Exception {
    List<Future<Receipt>> receipts =
        wait(
            charge("ann", "1"),
            charge("ben", "1", failing(() -> new IllegalStateException("broken"))),
            charge("cleo", "1"));
    free.countDown();
    receipts.get(0).get();
    assertFailed(receipts.get(1), Reason.STORAGE);
    receipts.get(2).get();
    assertCharged(2);
  }

  @Test
  void anErrorOfTheMachineFailsAll() throws Exception {
    List<Future<Receipt>> receipts =
        wait(
            charge("ann", "1"),
            charge("ben", "1", failing(() -> new StackOverflowError("tested"))),
            charge("cleo", "1"));
    free.countDown();
    // The third is not in the group yet when the second is decided, and makes another.
    assertThat(failureOf(receipts.get(0))).isInstanceOf(StackOverflowError.class);
    assertThat(failureOf(receipts.get(1))).isInstanceOf(StackOverflowError.class);
    receipts.get(2).get();
    assertCharged(1);
  }

  /** Only the charge that ran out of memory fails. */
  @Test
  void tooLittleMemoryIsReported() throws Exception {
    List<Future<Receipt>> receipts =
        wait(
            charge("ann", "1"),
            charge("ben", "1", failing(() -> new OutOfMemoryError("tested"))),
            charge("cleo", "1"),
            charge("dan", "1", failing(() -> new IllegalStateException(h2LacksMemory()))));
    free.countDown();
    receipts.get(0).get();
    assertFailed(receipts.get(1), Reason.MEMORY);
    receipts.get(2).get();
    assertFailed(receipts.get(3), Reason.MEMORY);
    assertCharged(2);
  }

  private static SQLException h2LacksMemory() {
    return new SQLException("Out of memory", "HY000", H2Files.OUT_OF_MEMORY);
  }

  /** H2 may not be able to close its file then, which nobody else has. */
  @Test
  void aFileThatIsLeftOpenForLackOfMemoryIsNotCalledLocked() throws Exception {
    storage.close();
    open(Duration.ofSeconds(2));
    assertThatExceptionOfType(LedgerException.class)
        .isThrownBy(
            () -> storage.charge(charge("ann", "1", failing(() -> new OutOfMemoryError("tested")))))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.MEMORY));
    try (FileChannel open = FileChannel.open(files.database(), StandardOpenOption.WRITE);
        FileLock lock = open.lock()) {
      assertThat(lock.isValid()).isTrue();
      assertThatExceptionOfType(LedgerException.class)
          .isThrownBy(() -> storage.charge(charge("ann", "1")))
          .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.MEMORY));
    }
    storage.charge(charge("ann", "1"));
    try (FileChannel open = FileChannel.open(files.database(), StandardOpenOption.WRITE)) {
      // That was over when it succeeded.
      storage.close();
      open(Duration.ofSeconds(2));
      try (FileLock lock = open.lock()) {
        assertThat(lock.isValid()).isTrue();
        assertThatExceptionOfType(LedgerException.class)
            .isThrownBy(() -> storage.charge(charge("ann", "1")))
            .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.LOCKED));
      }
    }
  }

  /** An interrupt is kept for the caller to see, and does not touch the charge. */
  @Test
  void aClientThatIsInterruptedWhileItWaits() throws Exception {
    keepBusy();
    FutureTask<Boolean> client =
        new FutureTask<>(
            () -> {
              storage.charge(charge("ann", "1"));
              return Thread.currentThread().isInterrupted();
            });
    Thread thread = new Thread(client);
    thread.start();
    while (storage.waitingCharges() < 1) {
      Thread.onSpinWait();
    }
    thread.interrupt();
    Future<Receipt> other = threads.submit(() -> storage.charge(charge("ben", "1")));
    free.countDown();
    assertThat(client.get()).isTrue();
    other.get();
    assertCharged(2);
  }

  /** Whoever gave up before anybody began is not charged afterwards. */
  @Test
  void aClientThatGaveUpIsNotCharged() throws Exception {
    storage.close();
    open(Duration.ofMillis(500));
    List<Future<Receipt>> receipts = wait(charge("ben", "1"));
    assertFailed(receipts.get(0), Reason.LOCKED);
    assertThat(storage.waitingCharges()).isZero();
    free.countDown();
    assertCharged(0);
  }

  /** Nor is whoever gave up when a group failed, which the others would be tried again after. */
  @Test
  void aClientThatGaveUpIsNotTriedAgain() throws Exception {
    storage.close();
    open(Duration.ofMillis(500));
    CountDownLatch allGaveUp = new CountDownLatch(1);
    Clock slow =
        failing(
            () -> {
              try {
                allGaveUp.await();
              } catch (InterruptedException e) {
                return new IllegalStateException(e);
              }
              return new IllegalStateException("broken");
            });
    List<Future<Receipt>> receipts = wait(charge("ann", "1"), charge("ben", "1", slow));
    free.countDown();
    for (Future<Receipt> receipt : receipts) {
      assertFailed(receipt, Reason.LOCKED);
    }
    allGaveUp.countDown();
    storage.close();
    assertCharged(0);
  }

  /** An answer that this turn knows needs no thread, and is found while it is busy. */
  @Test
  void aKnownAnswerWaitsForNobody() throws Exception {
    String key = "0".repeat(64);
    Answers stored = new JdbcAnswers(storage, LedgerFixture.KEPT, Clock.systemUTC());
    Instant now = Instant.now();
    stored.store(key, new byte[] {1}, now);
    keepBusy();
    assertThat(stored.find(key, now.minusSeconds(1))).hasValue(new byte[] {1});
  }

  /** Closing comes after the charges that wait; later ones are told that it is closed. */
  @Test
  void closingWhileClientsWait() throws Exception {
    List<Future<Receipt>> receipts = wait(charge("ann", "1"), charge("ben", "1"));
    Future<?> closing = threads.submit(storage::close);
    free.countDown();
    for (Future<Receipt> receipt : receipts) {
      receipt.get();
    }
    closing.get();
    assertThatExceptionOfType(LedgerException.class)
        .isThrownBy(() -> storage.charge(charge("ann", "1")))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.CLOSED));
    assertThat(storage.waitingCharges()).isZero();
    assertCharged(2);
  }

  /** Groups of two owners of one file, who take turns, together spend the budget exactly. */
  @Test
  void twoThatShareTheFile() throws Exception {
    List<Callable<Integer>> clients = new ArrayList<>();
    try (Ledger one = LedgerFixture.open(folder, RULES);
        Ledger other = LedgerFixture.open(folder, RULES)) {
      for (int i = 0; i < 8; i++) {
        Ledger ledger = i % 2 == 0 ? one : other;
        String analyst = "analyst" + i;
        clients.add(() -> chargeUntilRefused(ledger, analyst, "0.1"));
      }
      int charged = 0;
      for (Future<Integer> client : threads.invokeAll(clients)) {
        charged += client.get();
      }
      assertThat(charged).isEqualTo(100);
      assertThat(one.verify()).isEqualTo(100);
    }
  }
}
