package org.dpjdbc.budget;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;

/** Where a test's ledger lies, for this process and for those that it starts. */
final class LedgerSite implements AutoCloseable {
  /** How long a charge waits for its turn: longer than a busy machine needs for all others. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Kind kind;
  private final Path folder;
  private final String url;
  private final Optional<TestDatabase> database;

  private LedgerSite(Kind kind, Path folder, Optional<TestDatabase> database) {
    this.kind = kind;
    this.folder = folder;
    this.url = database.map(TestDatabase::url).orElse("");
    this.database = database;
  }

  /** The kinds of ledgers that have the same faults. */
  enum Kind {
    /** A file of H2, for the processes of one machine. */
    FILE,
    /** A PostgreSQL server, and processes of one machine, which share an anchor. */
    SERVER,
    /** A PostgreSQL server, and processes that each have an anchor, as on as many machines. */
    SERVER_OF_MANY;

    /** A site without a ledger. */
    LedgerSite open(Path folder) throws SQLException {
      return new LedgerSite(
          this,
          folder,
          this == FILE
              ? Optional.empty()
              : Optional.of(TestBackends.called("PostgreSQL").create()));
    }
  }

  /** The site as the process of such a number sees it. */
  LedgerLocation place(int process) throws LedgerException {
    return placeOf(url, base(process));
  }

  /** The path of this machine's files, without their endings. */
  Path base(int process) {
    return folder.resolve(
        kind == Kind.SERVER_OF_MANY ? "clinic" + process + ".ledger" : "clinic.ledger");
  }

  /** The URL of the server, empty for a file. */
  String url() {
    return url;
  }

  /** A site in the words that {@link LedgerChild} is started with. */
  static LedgerLocation placeOf(String url, Path base) throws LedgerException {
    return url.isEmpty()
        ? new LedgerLocation.LocalFile(base)
        : LedgerLocation.of(url, "", "", Optional.of(base));
  }

  /** The ledger as this process has it. */
  JdbcLedger open(BudgetRules rules) throws LedgerException {
    return open(place(0), rules);
  }

  static JdbcLedger open(LedgerLocation place, BudgetRules rules) throws LedgerException {
    return JdbcLedger.open(place, rules, LedgerFixture.KEPT, Clock.systemUTC(), PATIENCE);
  }

  @Override
  public void close() throws SQLException {
    if (database.isPresent()) {
      database.orElseThrow().close();
    }
  }
}
