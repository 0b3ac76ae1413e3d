package org.dpjdbc.budget;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ledger's log messages for its owner. */
final class LedgerLog {
  private static final Logger LOG = LoggerFactory.getLogger("org.dpjdbc.budget.Ledger");

  private LedgerLog() {}

  static void begins(String place) {
    LOG.info("A new privacy ledger begins: {}", place);
  }

  static void closingFailed(Throwable cause) {
    LOG.warn("Closing the privacy ledger failed; what was charged is safe", cause);
  }
}
