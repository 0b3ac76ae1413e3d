package org.dpjdbc.budget;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writes a ledger for {@link StoredLedgerTest}, as the driver now does, into a folder that is not
 * there yet: {@code -Dtest=StoredLedgerWriter -Dledger.write=version-3}. No part of the build,
 * which runs what is called a test.
 */
@EnabledIfSystemProperty(named = "ledger.write", matches = "version-\\d+")
class StoredLedgerWriter {
  @TempDir private Path work;

  @Test
  void write() throws Exception {
    StoredLedger.keep(StoredLedger.KEPT.resolve(System.getProperty("ledger.write")), work);
  }
}
