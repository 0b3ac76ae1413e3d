package org.dpjdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.dpjdbc.budget.LedgerFixture.request;
import static org.dpjdbc.budget.LedgerFixture.rules;
import static org.dpjdbc.budget.LedgerFixture.total;

import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.dpjdbc.backends.TestBackends;
import org.dpjdbc.backends.TestDatabase;
import org.dpjdbc.budget.LedgerException.Reason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On PostgreSQL, each test in a schema of its own. */
final class PostgresLedgerTest extends SharedLedgerTest {
  private TestDatabase database;

  @BeforeEach
  void create() throws SQLException {
    database = TestBackends.called("PostgreSQL").create();
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  @Override
  String url() {
    return database.url();
  }

  private static DataSource through(Relay relay, String url) throws LedgerException {
    URI server = URI.create(url.substring("jdbc:".length()));
    String relayed = url.replace(":" + server.getPort() + "/", ":" + relay.port() + "/");
    LedgerLocation place = LedgerLocation.of(relayed, "", "", Optional.empty());
    return ((LedgerLocation.SharedDatabase) place).source();
  }

  private Relay relay() throws Exception {
    URI server = URI.create(url().substring("jdbc:".length()));
    return new Relay(server.getHost(), server.getPort());
  }

  @Test
  void aChargeAsksTheServerOnce() throws Exception {
    try (Relay relay = relay();
        Ledger ledger =
            open(through(relay, url()), rules("6", "4", RenewalPeriod.MONTHLY), "here")) {
      ledger.charge(request("ann", "0.1"));
      // the statement is prepared on the server after some uses, in the same question
      for (int i = 0; i < 10; i++) {
        long before = relay.roundTrips();
        ledger.charge(request("ann", "0.1"));
        assertThat(relay.roundTrips() - before).isEqualTo(1);
        if (i % 5 == 0) {
          Thread.sleep(600); // after which a pool would ask first whether the connection lives
        }
      }
      assertThat(ledger.verify()).isEqualTo(11);
    }
  }

  @Test
  void whoIsBehindAnotherMachineGoesTheLongWay() throws Exception {
    try (Ledger here = open(total("1"), "here");
        Ledger there = open(total("1"), "there")) {
      for (int i = 0; i < 5; i++) {
        here.charge(request("ann", "0.1"));
        there.charge(request("bob", "0.1"));
      }
      assertThatExceptionOfType(BudgetExceededException.class)
          .isThrownBy(() -> here.charge(request("ann", "0.1")));
      assertThat(there.verify()).isEqualTo(10);
    }
  }

  /** All that one statement did is undone where a limit does not hold, the head's move as well. */
  @Test
  void aLimitThatDoesNotHoldLeavesNothingBehind() throws Exception {
    try (Ledger ledger = open(rules("10", "0.2", RenewalPeriod.NEVER), "here")) {
      ledger.charge(request("ann", "0.1"));
      ledger.charge(request("bob", "0.1"));
      for (int i = 0; i < 3; i++) {
        assertThatExceptionOfType(BudgetExceededException.class)
            .isThrownBy(() -> ledger.charge(request("ann", "0.15")));
      }
      ledger.charge(request("bob", "0.1"));
      assertThat(ledger.verify()).isEqualTo(3);
      assertThat(LedgerFixture.spent(ledger)).isEqualTo(LedgerFixture.cost("0.3", "0"));
    }
  }

  @Test
  void aServerOutOfReachFailsTheChargeUntilItIsBack() throws Exception {
    try (Relay relay = relay();
        Ledger ledger = open(through(relay, url()), total("1000"), "here", SHORT)) {
      int failed = chargeInTheEnd(ledger);
      relay.cut();
      assertThatExceptionOfType(LedgerException.class)
          .isThrownBy(() -> ledger.charge(request("ann", "1")))
          .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.STORAGE));
      relay.mend();
      failed += 1 + chargeInTheEnd(ledger);
      assertThat(ledger.verify()).isBetween(2L, 2L + failed);
    }
  }

  /** What had connections before is given up, those that were being made as well. */
  @Test
  void aServerThatFallsSilentFailsTheChargeUntilItIsBack() throws Exception {
    try (Relay relay = relay();
        Ledger ledger = open(through(relay, url()), total("1000"), "here", SHORT)) {
      int failed = chargeInTheEnd(ledger);
      relay.silence();
      for (int i = 0; i < 2; i++) {
        assertThatExceptionOfType(LedgerException.class)
            .isThrownBy(() -> ledger.charge(request("ann", "1")))
            .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.STORAGE));
      }
      relay.speakAnew();
      failed += 2 + chargeInTheEnd(ledger);
      assertThat(ledger.verify()).isBetween(2L, 2L + failed);
    }
  }

  /** How long each of some charges takes that are made at once, and fail. */
  private static List<Duration> failing(Ledger ledger, int charges) throws Exception {
    List<Duration> times = Collections.synchronizedList(new ArrayList<>());
    runAll(
        Collections.nCopies(
            charges,
            () -> {
              long start = System.nanoTime();
              assertThatExceptionOfType(LedgerException.class)
                  .isThrownBy(() -> ledger.charge(request("ann", "1")))
                  .withMessageContaining("the ledger's server does not respond")
                  .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.STORAGE));
              times.add(Duration.ofNanos(System.nanoTime() - start));
              return 0;
            }));
    return times;
  }

  /** Those that wait for a connection wait no longer; afterwards one alone waits. */
  @Test
  void aSilentServerHoldsUpOneAtATime() throws Exception {
    Duration patience = Duration.ofSeconds(2);
    Duration most = patience.plusMillis(900);
    try (Relay relay = relay();
        Ledger ledger = open(through(relay, url()), total("1000"), "here", patience)) {
      int failed = chargeInTheEnd(ledger);
      relay.silence();
      assertThat(failing(ledger, 8)).allMatch(time -> time.compareTo(most) < 0);
      List<Duration> later = failing(ledger, 8);
      assertThat(later).allMatch(time -> time.compareTo(most) < 0);
      assertThat(later).filteredOn(time -> time.toMillis() > 1_500).hasSizeLessThan(2);
      relay.speakAnew();
      failed += 16 + chargeInTheEnd(ledger);
      runAll(Collections.nCopies(8, () -> (int) ledger.charge(request("ann", "1")).sequence()));
      assertThat(ledger.verify()).isBetween(10L, 10L + failed);
    }
  }

  /** All that are idle die; the next charge meets none of them twice. */
  @Test
  void connectionsThatDiedIdleAreReplaced() throws Exception {
    String idle = url() + "&ApplicationName=idle_" + database.schema();
    LedgerLocation place = LedgerLocation.of(idle, "", "", Optional.empty());
    try (Ledger ledger =
        open(((LedgerLocation.SharedDatabase) place).source(), total("1000"), "here")) {
      runAll(
          Collections.nCopies(
              4,
              () -> {
                for (int i = 0; i < 50; i++) {
                  ledger.charge(request("ann", "1"));
                }
                return 0;
              }));
      try (Statement statement = database.owner().createStatement();
          ResultSet killed =
              statement.executeQuery(
                  "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity"
                      + " WHERE application_name = 'idle_"
                      + database.schema()
                      + "'")) {
        killed.next();
        assertThat(killed.getInt(1)).isGreaterThan(2);
      }
      assertThat(ledger.charge(request("ann", "1")).sequence()).isEqualTo(201);
    }
  }
}
