package org.dpjdbc.budget;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Exports everything that a ledger records, row by row, so that its history can be kept, read and
 * checked without this driver: first the ledger itself, then every entry with its hash and the one
 * before, then the running totals. Answers kept for reuse are not records and are left out.
 */
public final class LedgerExport implements Storage.Work<Long> {
  private final Rows rows;

  /** Takes rows. */
  public interface Rows {
    /**
     * Takes one row.
     *
     * @param table {@code ledger}, {@code entries} or {@code accounts}
     * @param row numbers and strings by column name
     * @throws IOException if it cannot be written
     */
    void row(String table, Map<String, Object> row) throws IOException;
  }

  LedgerExport(Rows rows) {
    this.rows = rows;
  }

  @Override
  public Long on(Connection c) throws SQLException, LedgerException {
    try {
      // Nothing is charged meanwhile.
      Head head = LedgerTables.lock(c);
      rows.row("ledger", ledger(head));
      long entries = entries(c, head);
      for (Account account : AccountTable.all(c).values()) {
        rows.row("accounts", account(account));
      }
      return entries;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long entries(Connection c, Head head) throws SQLException, LedgerException, IOException {
    Link link = head.genesis();
    while (link.sequence() < head.link().sequence()) {
      long upTo = Math.min(link.sequence() + History.PAGE, head.link().sequence());
      long before = link.sequence();
      for (EntryTable.Stored stored : EntryTable.range(c, link.sequence(), upTo)) {
        rows.row("entries", entry(stored, link.hash()));
        link = new Link(stored.entry().sequence(), stored.hash());
      }
      if (link.sequence() == before) {
        throw LedgerMessages.edited("charge " + (before + 1) + " is gone");
      }
    }
    return link.sequence();
  }

  private static Map<String, Object> ledger(Head head) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("version", LedgerTables.VERSION);
    row.put("ledger_id", head.ledgerId());
    row.put("location", head.location());
    row.put("created_at_micros", head.createdAtMicros());
    row.put("first_hash", head.genesis().hash());
    row.put("head_sequence", head.link().sequence());
    row.put("head_hash", head.link().hash());
    return row;
  }

  private static Map<String, Object> entry(EntryTable.Stored stored, String previousHash) {
    Entry entry = stored.entry();
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("sequence", entry.sequence());
    row.put("charge_id", entry.id());
    row.put("charged_at", Micros.instant(entry.chargedAtMicros()).toString());
    row.put("charged_at_micros", entry.chargedAtMicros());
    row.put("counted_at_micros", entry.countedAtMicros());
    row.put("analyst", entry.analyst());
    row.put("epsilon", entry.cost().epsilon());
    row.put("epsilon_nanos", entry.cost().epsilonNanos());
    row.put("delta_yoctos", new BigDecimal(entry.cost().deltaYoctos()));
    row.put("query", entry.query());
    row.put("mechanisms", entry.mechanisms());
    row.put("previous_hash", previousHash);
    row.put("hash", stored.hash());
    return row;
  }

  private static Map<String, Object> account(Account account) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("account", account.key());
    row.put("composition", account.accounting().name());
    row.put("renewal", account.renewal());
    row.put("window_start_micros", account.windowStartMicros());
    row.put("epsilon_nanos", new BigDecimal(account.spent().epsilonNanos()));
    row.put("delta_yoctos", new BigDecimal(account.spent().deltaYoctos()));
    row.put("loss", new BigDecimal(account.spent().loss()));
    row.put("headroom", new BigDecimal(account.spent().headroom()));
    row.put("failure_yoctos", new BigDecimal(account.spent().failureYoctos()));
    return row;
  }
}
