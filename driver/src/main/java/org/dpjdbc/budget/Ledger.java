package org.dpjdbc.budget;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The record of every charge. A charge must be made before any private row is read. Thread-safe,
 * and safe to share between processes.
 */
public interface Ledger extends AutoCloseable {
  /**
   * Charges a query: once this returns, the charge is on stable storage, and a crash or a power cut
   * at any later instant leaves it charged. Call it before the first contact with private rows.
   * There is no way to give back what was charged.
   *
   * <p>Within one window, and over all processes and threads, all charges together never exceed the
   * total limit, and those of one analyst never exceed the analyst's share.
   *
   * @throws BudgetExceededException if a limit would be passed; nothing is charged
   * @throws LedgerException if the ledger cannot be used, in which case the charge may or may not
   *     have been made, and the query must not be run
   */
  Receipt charge(ChargeRequest request) throws BudgetExceededException, LedgerException;

  /**
   * The line of everybody and the line of one analyst: all that an analyst may see.
   *
   * @throws LedgerException if the ledger cannot be read
   */
  List<BudgetLine> budget(String analyst) throws LedgerException;

  /**
   * The line of everybody and one line for each analyst who has ever been charged: for the owner.
   *
   * @throws LedgerException if the ledger cannot be read
   */
  List<BudgetLine> budget() throws LedgerException;

  /**
   * What one analyst was charged last, newest first.
   *
   * @param before charges with smaller sequence numbers alone
   * @param most of charges
   * @throws LedgerException if the ledger cannot be read
   */
  List<SpendingLine> spending(String analyst, long before, int most) throws LedgerException;

  /**
   * All that one analyst was charged, oldest first.
   *
   * @throws LedgerException if the ledger cannot be read
   */
  default List<SpendingLine> spending(String analyst) throws LedgerException {
    List<SpendingLine> lines =
        new ArrayList<>(spending(analyst, Long.MAX_VALUE, Integer.MAX_VALUE));
    Collections.reverse(lines);
    return lines;
  }

  /**
   * What everybody was charged, oldest first: for the owner.
   *
   * @throws LedgerException if the ledger cannot be read
   */
  List<SpendingLine> spending() throws LedgerException;

  /**
   * A ledger in memory that begins with what is spent and kept in this one, and never changes it.
   *
   * @param analyst whom its charges are for
   * @throws LedgerException if the ledger cannot be read
   */
  TrialLedger trial(String analyst) throws LedgerException;

  /** The answers kept for reuse. */
  Answers answers();

  /**
   * Checks the whole history again: every hash, and every total against the sum of its charges.
   *
   * @return how many charges were checked
   * @throws LedgerException if anything does not fit, or the ledger cannot be read
   */
  long verify() throws LedgerException;

  /** Lets go of files and connections. Never fails; what was charged is already safe. */
  @Override
  void close();
}
