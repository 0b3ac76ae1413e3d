package org.dpjdbc.budget;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What runs in a process of its own: a program that spends, one that answers, one that holds on.
 */
final class LedgerChild {
  /** Printed when the child has opened what it was to open. */
  static final String READY = "ready";

  /** Printed for each answer, after its charge. */
  static final String ANSWER = "answer";

  /** Printed when the storage failed. */
  static final String FAILED = "failed";

  /** So many clients of a child that answers, so many charges without an answer if it dies. */
  static final int CLIENTS = 4;

  private LedgerChild() {}

  /**
   * Starts a child: {@code spend}, {@code answer} or {@code hold}.
   *
   * @param site of its ledger
   * @param number of the child
   */
  static Process start(String what, LedgerSite site, int number, String... shellPrefix)
      throws IOException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> command = new ArrayList<>(List.of(shellPrefix));
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xshare:auto",
            "-XX:-UsePerfData",
            "-cp",
            classPath,
            LedgerChild.class.getName(),
            what,
            site.base(number).toString(),
            site.url()));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  static BufferedReader output(Process child) {
    return new BufferedReader(
        new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8));
  }

  public static void main(String[] args) throws Exception {
    LedgerLocation place = LedgerSite.placeOf(args[2], Path.of(args[1]));
    switch (args[0]) {
      case "spend" -> spend(place);
      case "answer" -> answer(place);
      case "hold" -> hold((LedgerLocation.LocalFile) place);
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  /** Spends until the budget of 10 is gone. */
  private static void spend(LedgerLocation place) throws LedgerException {
    try (Ledger ledger = LedgerSite.open(place, LedgerFixture.total("10"))) {
      say(READY);
      say(ANSWER + " " + LedgerFixture.chargeUntilRefused(ledger, "ann", "0.1"));
    }
  }

  /** Charges and answers several clients, for ever, or until the storage fails. */
  private static void answer(LedgerLocation place) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try (Ledger ledger = LedgerSite.open(place, LedgerFixture.total("1000000"))) {
      say(READY);
      List<Future<LedgerException>> failures = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        failures.add(clients.submit(() -> answer(ledger)));
      }
      for (Future<LedgerException> failure : failures) {
        say(FAILED + " " + failure.get().reason());
      }
    } catch (LedgerException e) {
      say(FAILED + " " + e.reason());
    }
    clients.shutdown();
  }

  private static LedgerException answer(Ledger ledger) throws BudgetExceededException {
    try {
      while (true) {
        ledger.charge(LedgerFixture.request("ann", "0.1"));
        say(ANSWER);
      }
    } catch (LedgerException e) {
      return e;
    }
  }

  /** Has the database open, as a tool would that knows nothing of ledgers. */
  private static void hold(LedgerLocation.LocalFile place)
      throws SQLException, LedgerException, InterruptedException {
    LedgerFiles files = LedgerFiles.at(place.base());
    try (Connection c = H2Files.open(files, true)) {
      c.isValid(1);
      say(READY);
      Thread.sleep(60_000);
    }
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
