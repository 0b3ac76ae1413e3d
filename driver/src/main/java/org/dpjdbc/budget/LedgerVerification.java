package org.dpjdbc.budget;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Optional;

/**
 * Accepts a ledger that is unchanged and in its place, and creates one where there never was one. A
 * ledger that is missing, rolled back, exchanged, copied or edited is refused, never replaced.
 */
final class LedgerVerification implements LedgerOpening {
  private final Optional<LedgerFiles> files;
  private final HeadGuard guard;
  private final Inspector inspector;
  private final Clock clock;

  /**
   * @param files the ledger's own files; empty for a shared database, which other machines may use
   *     whose anchors are not ours, and which may be reached by many addresses
   */
  LedgerVerification(
      Optional<LedgerFiles> files, HeadGuard guard, Inspector inspector, Clock clock) {
    this.files = files;
    this.guard = guard;
    this.inspector = inspector;
    this.clock = clock;
  }

  @Override
  public void admit(Connection c) throws SQLException, LedgerException {
    Optional<Anchor> anchor = guard.anchor();
    Optional<Head> found = LedgerTables.find(c);
    if (found.isEmpty()) {
      if (anchor.isPresent()) {
        throw LedgerMessages.missing(files);
      }
      LedgerTables.create(c, files.map(LedgerFiles::location).orElse(""), clock);
      LedgerDialect.of(c).makeDurable(c);
      found = LedgerTables.find(c);
      LedgerLog.begins(files.map(LedgerFiles::location).orElse("in a shared database"));
    }
    Head head = found.orElseThrow(LedgerMessages::headMissing);
    requirePlace(head, anchor);
    if (anchor.isPresent()) {
      HeadGuard.check(c, head, anchor.orElseThrow());
    } else if (files.isPresent() && head.link().sequence() > 0) {
      throw LedgerMessages.anchorMissing();
    }
    inspector.inspect(c);
    // Its row is locked now. On a server, others may have charged since it was read above.
    Head inspected = LedgerTables.find(c).orElseThrow(LedgerMessages::headMissing);
    c.rollback();
    if (anchor.isPresent()) {
      guard.advance(inspected.anchor());
    } else {
      guard.create(inspected.anchor());
    }
  }

  private void requirePlace(Head head, Optional<Anchor> anchor) throws LedgerException {
    if (files.isEmpty()) {
      return;
    }
    String here = files.orElseThrow().location();
    String written = anchor.map(Anchor::location).orElse(here);
    if (!written.equals(here)) {
      throw LedgerMessages.moved(written, here);
    }
    if (!head.location().equals(here)) {
      throw LedgerMessages.moved(head.location(), here);
    }
  }
}
