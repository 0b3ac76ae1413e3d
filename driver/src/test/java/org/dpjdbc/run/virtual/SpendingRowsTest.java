package org.dpjdbc.run.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.dpjdbc.budget.Cost;
import org.dpjdbc.budget.Ledger;
import org.dpjdbc.budget.SpendingLine;
import org.dpjdbc.jdbc.settings.SettingsReader;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.run.api.Session;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.validate.VirtualTable;
import org.junit.jupiter.api.Test;

/** An analyst's charges grow without end, and so would a table of them. */
class SpendingRowsTest {
  private static final Settings SETTINGS =
      SettingsReader.read("jdbc:dp:h2:mem:any;dp.policy=any.yaml;dp.analyst=ann", null);

  /** Charges from 1 up to a number, which are made when they are asked for. */
  private static List<SpendingLine> page(long before, int most, long charges, String query) {
    long last = Math.min(before - 1, charges);
    return LongStream.range(0, Math.min(most, last))
        .mapToObj(i -> new SpendingLine(last - i, Instant.EPOCH, "ann", cost(), query + (last - i)))
        .toList();
  }

  private static Cost cost() {
    return new Cost(1, BigInteger.ZERO);
  }

  private static Rows spending(long charges, String query) {
    Ledger ledger =
        proxy(
            Ledger.class,
            arguments -> page((Long) arguments[1], (Integer) arguments[2], charges, query));
    Session session = proxy(Session.class, arguments -> SETTINGS);
    return new VirtualRows(session, ledger, new LiveSchema(List.of()), Map::of, List::of)
        .of(VirtualTable.SPENDING);
  }

  /** Answers whatever is called. */
  private interface Answer {
    Object to(Object[] arguments);
  }

  private static <T> T proxy(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            SpendingRowsTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answer.to(arguments)));
  }

  @Test
  void showsThemInOrder() {
    Rows rows = spending(2_500, "q");
    assertThat(rows.size()).isEqualTo(2_500);
    assertThat(rows.row(0)[0]).isEqualTo(1L);
    assertThat(rows.row(2_499)[0]).isEqualTo(2_500L);
  }

  @Test
  void refusesMoreThanItMayHold() {
    for (String query : new String[] {"", "q".repeat(4_000)}) {
      assertThatThrownBy(() -> spending(Integer.MAX_VALUE, query))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("DP-LIMIT: the charges in DP.SPENDING take more than 64 MB");
    }
  }
}
