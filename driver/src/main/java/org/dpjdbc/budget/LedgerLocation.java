package org.dpjdbc.budget;

import java.nio.file.Path;
import java.util.Optional;
import javax.sql.DataSource;

/** Where a ledger is kept. */
public sealed interface LedgerLocation {
  /**
   * An H2 file, for the processes of one machine.
   *
   * @param base path without the endings: {@code clinic.ledger} for {@code clinic.ledger.mv.db},
   *     {@code clinic.ledger.anchor} and {@code clinic.ledger.lock}
   */
  record LocalFile(Path base) implements LedgerLocation {}

  /**
   * A database, for any number of machines; PostgreSQL above all. One schema of it holds one
   * ledger.
   *
   * @param source makes connections; the ledger pools them itself
   * @param anchorBase where this machine keeps its anchor ({@code BASE.anchor}, {@code BASE.lock});
   *     empty: nowhere, and then a ledger that is rolled back while no process uses it is not
   *     noticed
   */
  record SharedDatabase(DataSource source, Optional<Path> anchorBase) implements LedgerLocation {}

  /**
   * The default: {@code NAME.ledger} beside the policy {@code NAME.yaml}, links resolved, so that
   * all who mean one policy have one ledger.
   *
   * @throws LedgerException if a link leads to the policy and there is a ledger at both of its
   *     ends, or the ledger would be a new one and the file has another name beside which there may
   *     be one
   */
  static LedgerLocation beside(Path policy) throws LedgerException {
    return new LocalFile(PolicyLocation.of(policy).ledger());
  }

  /**
   * A ledger named by a JDBC URL. {@code jdbc:h2:file:PATH} is a {@link LocalFile} (options are not
   * taken); any other URL is a {@link SharedDatabase}, whose driver is found by the service loader
   * of the thread's class loader or by {@code DriverManager}. H2's server URLs need no driver.
   *
   * @param policy the policy's file; empty if it is not one
   * @throws LedgerException if no driver takes the URL, or the URL names a database in memory,
   *     which would forget
   */
  static LedgerLocation of(String url, String user, String password, Optional<Path> policy)
      throws LedgerException {
    return LedgerUrl.place(
        url, user, password, policy.map(file -> PolicyLocation.of(file).anchor()));
  }
}
