package org.dpjdbc.it.bench;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.dpjdbc.budget.BudgetRules;
import org.dpjdbc.budget.ChargeRequest;
import org.dpjdbc.budget.Cost;
import org.dpjdbc.budget.JdbcLedger;
import org.dpjdbc.budget.Ledger;
import org.dpjdbc.budget.LedgerLocation;
import org.dpjdbc.budget.RenewalPeriod;
import org.dpjdbc.budget.accountant.Accounting;

/**
 * One more charge, decided and durable, after {@value #CHARGES} of all mechanisms, by each theorem
 * of composition; and what it takes to check that history, which opening a ledger does.
 *
 * <p>The history is charged once, like any other, in a folder in memory if there is one, for a
 * charge on a disk waits for it. It is then moved to the disk, as its owner may.
 */
final class LongHistory {
  private static final int CHARGES = 100_000;
  private static final int MORE = 2_000;
  private static final int ANALYSTS = 10;
  private static final String LEDGER = "bench.ledger";
  private static final Cost LIMIT = Cost.limitOf(new BigDecimal(1_000), new BigDecimal("0.000001"));

  private static final List<Mechanism> MECHANISMS =
      List.of(
          new Mechanism("laplace", 0, "'l1':'1','l2Squared':'1'"),
          new Mechanism("laplace", 0, "'l1':'40','l2Squared':'400'"),
          new Mechanism(
              "gaussian",
              1,
              "'l2Squared':'1','sigmaSquared':'100000000','leastSigmaSquared':'100000000'"),
          new Mechanism("exponential", 0, ""),
          new Mechanism("partition selection", 1, "'groups':3"),
          new Mechanism("permute-and-flip", 0, ""));

  /**
   * A mechanism of a charge.
   *
   * @param delta in units of 10^-12
   * @param more what else the ledger keeps of it
   */
  private record Mechanism(String name, int delta, String more) {
    /** A charge of it with an epsilon of one over that. */
    ChargeRequest request(int i, int inverse) {
      String mechanism =
          "{'version':1,'mechanisms':[{'mechanism':'%s','count':1,'epsilon':'1/%d'%s%s}]}"
              .formatted(
                  name,
                  inverse,
                  delta == 0 ? "" : ",'delta':'1/1000000000000'",
                  more.isEmpty() ? "" : "," + more);
      return new ChargeRequest(
          "analyst" + i % ANALYSTS,
          Cost.of(
              BigDecimal.ONE.divide(BigDecimal.valueOf(inverse), 9, RoundingMode.CEILING),
              BigDecimal.valueOf(delta, 12)),
          "SELECT COUNT(*) FROM people WHERE age > " + i % 100,
          mechanism.replace('\'', '"'));
    }
  }

  private LongHistory() {}

  static List<Figure> measure() throws Exception {
    List<Figure> figures = new ArrayList<>();
    try (Folder folder = Folder.inMemory("history")) {
      LedgerLocation.LocalFile made = new LedgerLocation.LocalFile(folder.of(LEDGER));
      long start = System.nanoTime();
      try (JdbcLedger ledger = open(made, Accounting.BASIC)) {
        charge(ledger, 0, CHARGES);
      }
      System.err.printf("%,d charges in %.0f s%n", CHARGES, milliseconds(start) / 1_000);
      for (Accounting accounting : Accounting.values()) {
        figures.addAll(after(folder, accounting));
      }
    }
    return figures;
  }

  private static List<Figure> after(Folder made, Accounting accounting) throws Exception {
    String by = " after 100,000, " + accounting.name().toLowerCase(Locale.ROOT);
    try (Folder folder = Folder.make("history")) {
      Files.copy(made.of(LEDGER + ".mv.db"), folder.of(LEDGER + ".mv.db"));
      LedgerLocation.LocalFile place = new LedgerLocation.LocalFile(folder.of(LEDGER));
      JdbcLedger.accept(place, Clock.systemUTC());
      double added;
      List<Double> charges;
      try (JdbcLedger ledger = open(place, accounting)) {
        long start = System.nanoTime();
        charge(ledger, 0, ANALYSTS); // whose accounts are added up anew, if the theorem is another
        added = milliseconds(start);
        charges = charge(ledger, ANALYSTS, MORE);
      }
      long start = System.nanoTime();
      open(place, accounting).close();
      return List.of(
          Figure.of("one durable charge" + by, "ms", "5", charges),
          Figure.of("  the first of 10 analysts by it", "ms", "", List.of(added)),
          Figure.of("  checked and closed again", "ms", "", List.of(milliseconds(start))));
    }
  }

  private static JdbcLedger open(LedgerLocation place, Accounting accounting) throws Exception {
    return JdbcLedger.open(
        place,
        new BudgetRules(LIMIT, Optional.empty(), RenewalPeriod.NEVER, accounting),
        Duration.ZERO,
        Clock.systemUTC());
  }

  /** Makes so many charges, and says what each took. */
  private static List<Double> charge(Ledger ledger, int first, int number) throws Exception {
    List<Double> times = new ArrayList<>();
    for (int i = first; i < first + number; i++) {
      ChargeRequest request = MECHANISMS.get(i % MECHANISMS.size()).request(i, 1_000 + i % 97);
      long start = System.nanoTime();
      ledger.charge(request);
      times.add(milliseconds(start));
    }
    return times;
  }

  private static double milliseconds(long start) {
    return (System.nanoTime() - start) / 1e6;
  }
}
