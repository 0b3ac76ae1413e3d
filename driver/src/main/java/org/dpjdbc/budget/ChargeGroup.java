package org.dpjdbc.budget;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Charges of several clients, made durable by one write ("group commit").
 *
 * <p>In one transaction, with the ledger's row locked, they are decided one after the other: each
 * sees the accounts and the history as those before it left them, so all together are within the
 * limits as if each had been committed before the next. One that is refused is undone by itself.
 * Then the transaction is committed and forced to disk, then the anchor moves to the last charge of
 * the group. Nobody learns of an outcome before that. A failure at any step is a failure of all
 * charges of the group: of those whose commit was begun it is not known whether they were made.
 */
final class ChargeGroup implements Storage.Work<List<ChargeGroup.Outcome>> {
  private final Iterator<Charge> charges;
  private final HeadGuard guard;
  private boolean commitBegun;

  /**
   * @param charges in the order in which they are decided; asked for the next when one is decided,
   *     so that it may come meanwhile
   */
  ChargeGroup(Iterator<Charge> charges, HeadGuard guard) {
    this.charges = charges;
    this.guard = guard;
  }

  /** What became of one charge. */
  sealed interface Outcome {
    /**
     * The proof that it is on stable storage.
     *
     * @throws BudgetExceededException if it would have passed a limit, and has changed nothing
     */
    Receipt receipt() throws BudgetExceededException;
  }

  private record Made(Receipt receipt) implements Outcome {}

  private record Refused(BudgetExceededException refusal) implements Outcome {
    @Override
    public Receipt receipt() throws BudgetExceededException {
      throw refusal;
    }
  }

  /** Whether some of the charges may have been made, although the work failed. */
  boolean isCommitBegun() {
    return commitBegun;
  }

  /** The outcomes, in the order of the charges. */
  @Override
  public List<Outcome> on(Connection c) throws SQLException, LedgerException {
    // Before the head is read, as by each charge alone.
    Optional<Anchor> newest = guard.seen();
    Head before = LedgerTables.lock(c);
    if (newest.isPresent()) {
      HeadGuard.check(c, before, newest.orElseThrow());
    }
    Head head = before;
    List<Outcome> outcomes = new ArrayList<>();
    while (charges.hasNext()) {
      Savepoint undecided = c.setSavepoint();
      try {
        Charge.Added added = charges.next().addTo(c, head);
        head = added.head();
        outcomes.add(new Made(added.receipt()));
      } catch (BudgetExceededException e) {
        c.rollback(undecided);
        outcomes.add(new Refused(e));
      }
    }
    if (!head.equals(before)) {
      LedgerTables.advance(c, before, head);
      commitBegun = true;
      c.commit();
      LedgerDialect.of(c).makeDurable(c);
      guard.advance(head.anchor());
    }
    return outcomes;
  }
}
