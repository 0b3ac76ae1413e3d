package org.dpjdbc.budget;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.dpjdbc.budget.accountant.Accounting;

/**
 * A {@link Ledger} in a database.
 *
 * <p>Crashes: the charge is committed and forced to disk before {@link #charge} returns, and a
 * query runs only after that, so at any moment, in any process, every answer that was given has
 * been charged.
 *
 * <p>Tampering: each row has a SHA-256 over itself and the row before, and the newest hash is kept
 * in the anchor, a separate file. A ledger that was edited, rolled back, removed, replaced or
 * copied is refused on opening. Anyone who can write both files, and knows how, can still restore
 * an older state of both: keep the ledger where analysts cannot write, or on a server.
 *
 * <p>Windows follow the clock, but only forward: setting a clock back does not restore any budget,
 * and setting it far ahead means that the next window does not begin until that time.
 */
public final class JdbcLedger implements Ledger {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Charges of all analysts that are read at once. */
  private static final long STEP = 2_000;

  private final Storage storage;
  private final HeadGuard guard;
  private final Optional<LockFile> anchorLock;
  private final Allowance allowance;
  private final CheckedSums sums;
  private final Clock clock;
  private final Answers answers;
  private final Reports reports;

  private JdbcLedger(
      Storage storage,
      HeadGuard guard,
      Optional<LockFile> anchorLock,
      BudgetRules rules,
      CheckedSums sums,
      Duration answersKept,
      Clock clock) {
    this.storage = storage;
    this.guard = guard;
    this.anchorLock = anchorLock;
    this.allowance = Allowance.of(rules);
    this.sums = sums;
    this.clock = clock;
    this.answers = new JdbcAnswers(storage, answersKept, clock);
    this.reports = new Reports(allowance, sums, clock);
  }

  /**
   * Opens a ledger, or creates one if there never was one, and checks its whole history.
   *
   * @param answersKept how long answers may be reused
   * @param clock determines the windows of the budget; read in UTC
   * @throws LedgerException if the ledger is not what it was, or cannot be used; at the latest
   *     after ten seconds
   */
  public static JdbcLedger open(
      LedgerLocation place, BudgetRules rules, Duration answersKept, Clock clock)
      throws LedgerException {
    return open(place, rules, answersKept, clock, PATIENCE);
  }

  static JdbcLedger open(
      LedgerLocation place, BudgetRules rules, Duration answersKept, Clock clock, Duration patience)
      throws LedgerException {
    if (place instanceof LedgerLocation.LocalFile local) {
      return openFile(local, rules, answersKept, clock, patience);
    }
    return openShared((LedgerLocation.SharedDatabase) place, rules, answersKept, clock, patience);
  }

  /**
   * Checks the whole history of a ledger that is there.
   *
   * @return the number of its entries
   * @throws LedgerException if there is no ledger, or anything does not fit
   */
  public static long verify(LedgerLocation place) throws LedgerException {
    try (JdbcLedger ledger = openToRead(place)) {
      return ledger.verify();
    }
  }

  /**
   * Checks a ledger that is there, and hands out all that it records.
   *
   * @return the number of its entries
   * @throws LedgerException if there is no ledger, or anything does not fit
   * @throws java.io.UncheckedIOException if the rows cannot be written
   */
  public static long export(LedgerLocation place, LedgerExport.Rows rows) throws LedgerException {
    try (JdbcLedger ledger = openToRead(place)) {
      return run(ledger.storage, new LedgerExport(rows));
    }
  }

  /** Nothing is charged, so the limits do not matter. */
  private static JdbcLedger openToRead(LedgerLocation place) throws LedgerException {
    BudgetRules none =
        new BudgetRules(
            new Cost(1, BigInteger.ZERO), Optional.empty(), RenewalPeriod.NEVER, Accounting.BASIC);
    return openExisting(place, none, Clock.systemUTC());
  }

  /**
   * Opens an existing ledger for reading, and checks its whole history.
   *
   * @param clock determines the windows of the budget; read in UTC
   * @throws LedgerException if there is no ledger, or it is not what it was, or cannot be used
   */
  public static JdbcLedger openExisting(LedgerLocation place, BudgetRules rules, Clock clock)
      throws LedgerException {
    if (place instanceof LedgerLocation.LocalFile local) {
      LedgerFiles files = LedgerFiles.at(local.base());
      if (!Files.exists(files.database()) && !Files.exists(files.anchor())) {
        throw LedgerMessages.absent(files);
      }
    }
    return open(place, rules, Duration.ZERO, clock);
  }

  /**
   * Accepts a ledger that was moved here, or restored from a backup, on the owner's word; never
   * called on behalf of an analyst. The history must still be whole; that it was accepted is
   * written into it.
   *
   * @param place a {@link LedgerLocation.LocalFile}; a ledger on a server is accepted by deleting
   *     the anchor
   * @throws LedgerException if there is no ledger, or its history does not fit
   */
  public static void accept(LedgerLocation place, Clock clock) throws LedgerException {
    if (!(place instanceof LedgerLocation.LocalFile local)) {
      throw LedgerMessages.acceptsFilesOnly();
    }
    LedgerFiles files = LedgerFiles.at(local.base());
    if (!Files.exists(files.database())) {
      throw LedgerMessages.absent(files);
    }
    HeadGuard guard =
        new HeadGuard(Optional.of(new AnchorFile(files.anchor())), Optional.empty(), PATIENCE);
    try (Storage storage =
        FileStorage.open(files, new LedgerAdoption(files, guard, clock), guard, PATIENCE)) {
      run(storage, c -> true);
    }
  }

  private static JdbcLedger openFile(
      LedgerLocation.LocalFile place,
      BudgetRules rules,
      Duration answersKept,
      Clock clock,
      Duration patience)
      throws LedgerException {
    LedgerFiles files = LedgerFiles.at(place.base());
    HeadGuard guard =
        new HeadGuard(Optional.of(new AnchorFile(files.anchor())), Optional.empty(), patience);
    CheckedSums sums = new CheckedSums(rules);
    Inspector inspector = new Inspector(Optional.of(sums), clock);
    LedgerOpening opening = new LedgerVerification(Optional.of(files), guard, inspector, clock);
    Storage storage = FileStorage.open(files, opening, guard, patience);
    JdbcLedger ledger =
        new JdbcLedger(storage, guard, Optional.empty(), rules, sums, answersKept, clock);
    try {
      run(storage, c -> true);
      return ledger;
    } catch (LedgerException e) {
      ledger.close();
      throw e;
    }
  }

  private static JdbcLedger openShared(
      LedgerLocation.SharedDatabase place,
      BudgetRules rules,
      Duration answersKept,
      Clock clock,
      Duration patience)
      throws LedgerException {
    Optional<AnchorFile> anchor = Optional.empty();
    Optional<LockFile> lock = Optional.empty();
    if (place.anchorBase().isPresent()) {
      Path base = place.anchorBase().orElseThrow().toAbsolutePath();
      LedgerFiles files = new LedgerFiles(base);
      anchor = Optional.of(new AnchorFile(files.anchor()));
      lock = Optional.of(LockFile.open(files.lock()));
    }
    HeadGuard guard = new HeadGuard(anchor, lock, patience);
    CheckedSums sums = new CheckedSums(rules);
    Inspector inspector = new Inspector(Optional.of(sums), clock);
    LedgerOpening opening = new LedgerVerification(Optional.empty(), guard, inspector, clock);
    try {
      Storage storage = SharedStorage.open(place.source(), opening, patience);
      return new JdbcLedger(storage, guard, lock, rules, sums, answersKept, clock);
    } catch (LedgerException e) {
      lock.ifPresent(LockFile::close);
      throw e;
    }
  }

  @Override
  public Receipt charge(ChargeRequest request) throws BudgetExceededException, LedgerException {
    return storage.charge(new Charge(request, allowance, sums, guard, clock));
  }

  @Override
  public List<BudgetLine> budget(String analyst) throws LedgerException {
    ChargeRequest.requireAnalyst(analyst);
    return run(storage, c -> reports.budget(c, Optional.of(analyst)));
  }

  @Override
  public List<BudgetLine> budget() throws LedgerException {
    return run(storage, c -> reports.budget(c, Optional.empty()));
  }

  @Override
  public List<SpendingLine> spending(String analyst, long before, int most) throws LedgerException {
    ChargeRequest.requireAnalyst(analyst);
    return spending(Optional.of(analyst), before, most);
  }

  @Override
  public List<SpendingLine> spending() throws LedgerException {
    List<SpendingLine> lines = spending(Optional.empty(), Long.MAX_VALUE, Integer.MAX_VALUE);
    Collections.reverse(lines);
    return lines;
  }

  /** In short steps, between which others can charge: a ledger in a file does one at a time. */
  private List<SpendingLine> spending(Optional<String> analyst, long before, int most)
      throws LedgerException {
    List<SpendingLine> lines = new ArrayList<>();
    Reports.Charges charges = run(storage, c -> Reports.charges(c, analyst, before));
    for (long last = charges.last(); last > 0 && lines.size() < most; last -= STEP) {
      long upTo = last;
      int missing = most - lines.size();
      lines.addAll(
          run(storage, c -> EntryTable.newest(c, charges.analyst(), upTo - STEP, upTo, missing)));
    }
    return lines;
  }

  @Override
  public TrialLedger trial(String analyst) throws LedgerException {
    ChargeRequest.requireAnalyst(analyst);
    return run(
        storage,
        c -> {
          Reports.Spent spent = reports.spent(c, analyst);
          return new TrialLedger(this, allowance, spent.allAnalysts(), spent.own());
        });
  }

  @Override
  public Answers answers() {
    return answers;
  }

  @Override
  public long verify() throws LedgerException {
    return run(storage, c -> new Inspector(Optional.empty(), clock).inspect(c));
  }

  @Override
  public void close() {
    storage.close();
    anchorLock.ifPresent(LockFile::close);
  }

  private static <T> T run(Storage storage, Storage.Work<T> work) throws LedgerException {
    try {
      return storage.run(work);
    } catch (BudgetExceededException e) {
      throw new IllegalStateException("nothing is charged here", e);
    }
  }
}
