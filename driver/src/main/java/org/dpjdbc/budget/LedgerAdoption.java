package org.dpjdbc.budget;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;

/**
 * The owner's decision to use a moved or restored ledger: its history must still be intact, the
 * adoption is recorded in it, and a new anchor is written.
 */
final class LedgerAdoption implements LedgerOpening {
  private final LedgerFiles files;
  private final HeadGuard guard;
  private final Clock clock;

  LedgerAdoption(LedgerFiles files, HeadGuard guard, Clock clock) {
    this.files = files;
    this.guard = guard;
    this.clock = clock;
  }

  @Override
  public void admit(Connection c) throws SQLException, LedgerException {
    if (LedgerTables.find(c).isEmpty()) {
      throw LedgerMessages.headMissing();
    }
    new Inspector(Optional.empty(), clock).inspect(c);
    Head head = LedgerTables.lock(c);
    long now = Micros.of(clock.instant());
    long counted = Math.max(now, head.countedAtMicros());
    Entry note =
        new Entry(
            head.link().sequence() + 1,
            UUID.randomUUID().toString(),
            now,
            counted,
            "",
            Cost.FREE,
            "the owner accepted the ledger, which came from " + head.location(),
            "[]");
    Link link = note.linkAfter(head.link().hash());
    EntryTable.insert(c, note, link.hash());
    LedgerTables.advance(c, head, head.movedTo(link, counted));
    LedgerTables.relocate(c, files.location());
    c.commit();
    LedgerDialect.of(c).makeDurable(c);
    guard.create(new Anchor(head.ledgerId(), files.location(), link));
  }
}
