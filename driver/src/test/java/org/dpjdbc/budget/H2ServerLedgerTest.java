package org.dpjdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.dpjdbc.budget.LedgerFixture.request;
import static org.dpjdbc.budget.LedgerFixture.total;

import java.sql.SQLException;
import org.dpjdbc.budget.LedgerException.Reason;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On H2's own server. */
final class H2ServerLedgerTest extends SharedLedgerTest {
  private Server server;

  @BeforeEach
  void start() throws Exception {
    server = newServer("0");
    server.start();
  }

  private Server newServer(String port) throws SQLException {
    return Server.createTcpServer(
        "-tcpPort", port, "-ifNotExists", "-baseDir", folder.toAbsolutePath().toString());
  }

  @AfterEach
  void stop() {
    server.stop();
  }

  @Override
  String url() {
    return "jdbc:h2:tcp://localhost:" + server.getPort() + "/ledger";
  }

  @Test
  void aServerThatIsDownFailsTheChargeUntilItIsBack() throws Exception {
    try (Ledger ledger = open(source(), total("1000"), "here", SHORT)) {
      int failed = chargeInTheEnd(ledger);
      int port = server.getPort();
      server.stop();
      assertThatExceptionOfType(LedgerException.class)
          .isThrownBy(() -> ledger.charge(request("ann", "1")))
          .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.STORAGE));
      server = newServer(String.valueOf(port));
      server.start();
      failed += 1 + chargeInTheEnd(ledger);
      assertThat(ledger.verify()).isBetween(2L, 2L + failed);
    }
  }
}
