package org.dpjdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.dpjdbc.budget.LedgerFixture.cost;
import static org.dpjdbc.budget.LedgerFixture.open;
import static org.dpjdbc.budget.LedgerFixture.place;
import static org.dpjdbc.budget.LedgerFixture.request;
import static org.dpjdbc.budget.LedgerFixture.total;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChargeTest {
  @TempDir Path folder;

  /** Commit, then disk, then anchor: an anchor ahead of its ledger would lock the owner out. */
  @Test
  void isOnDiskBeforeTheAnchorMoves() throws Exception {
    open(folder, total("10")).close();
    LedgerFiles files = LedgerFiles.at(place(folder).base());
    AnchorFile anchor = new AnchorFile(files.anchor());
    HeadGuard guard = new HeadGuard(Optional.of(anchor), Optional.empty(), Duration.ofSeconds(1));
    List<String> steps = new ArrayList<>();
    try (Connection real = H2Files.open(files, true)) {
      real.setAutoCommit(false);
      Connection c = recording(Connection.class, real, anchor, steps);
      Receipt receipt =
          new Charge(
                  request("ann", "0.5"),
                  Allowance.of(total("10")),
                  new CheckedSums(total("10")),
                  guard,
                  Clock.systemUTC())
              .on(c);
      assertThat(receipt.sequence()).isEqualTo(1);
      assertThat(receipt.cost()).isEqualTo(cost("0.5", "0"));
    }
    assertThat(steps).containsExactly("commit, anchor at 0", "CHECKPOINT SYNC, anchor at 0");
    assertThat(anchor.read().orElseThrow().link().sequence()).isEqualTo(1);
  }

  /**
   * A server that dies lets go of the lock under which the head was read: what another thread
   * charged on the next server, before this one compares, is no sign of an older copy.
   */
  @Test
  void whatOthersSeeAfterTheHeadWasReadIsNotAskedOfIt() throws Exception {
    open(folder, total("10")).close();
    LedgerFiles files = LedgerFiles.at(place(folder).base());
    Anchor first = new AnchorFile(files.anchor()).read().orElseThrow();
    HeadGuard guard = new HeadGuard(Optional.empty(), Optional.empty(), Duration.ofSeconds(1));
    guard.create(first);
    try (Connection real = H2Files.open(files, true)) {
      real.setAutoCommit(false);
      Connection c =
          (Connection)
              Proxy.newProxyInstance(
                  ChargeTest.class.getClassLoader(),
                  new Class<?>[] {Connection.class},
                  (proxy, method, args) -> {
                    if (method.getName().equals("createStatement")) {
                      Link later = new Link(7, first.link().hash());
                      guard.advance(new Anchor(first.ledgerId(), first.location(), later));
                    }
                    return method.invoke(real, args);
                  });
      Receipt receipt =
          new Charge(
                  request("ann", "0.5"),
                  Allowance.of(total("10")),
                  new CheckedSums(total("10")),
                  guard,
                  Clock.systemUTC())
              .on(c);
      assertThat(receipt.sequence()).isEqualTo(1);
    }
  }

  private static <T> T recording(Class<T> type, T real, AnchorFile anchor, List<String> steps) {
    return type.cast(
        Proxy.newProxyInstance(
            ChargeTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, args) -> {
              boolean isSql = args != null && args.length > 0 && args[0] instanceof String;
              String step = isSql ? (String) args[0] : method.getName();
              if (step.equals("commit") || step.equals("CHECKPOINT SYNC")) {
                steps.add(step + ", anchor at " + anchor.read().orElseThrow().link().sequence());
              }
              try {
                Object result = method.invoke(real, args);
                return method.getName().equals("createStatement")
                    ? recording(Statement.class, (Statement) result, anchor, steps)
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
