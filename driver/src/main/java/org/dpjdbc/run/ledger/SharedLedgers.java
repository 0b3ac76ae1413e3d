package org.dpjdbc.run.ledger;

import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.dpjdbc.budget.BudgetRules;
import org.dpjdbc.budget.JdbcLedger;
import org.dpjdbc.budget.Ledger;
import org.dpjdbc.budget.LedgerException;
import org.dpjdbc.budget.LedgerLocation;
import org.dpjdbc.policy.Policy;
import org.dpjdbc.run.api.Settings;
import org.dpjdbc.sql.refusal.ConnectMessages;
import org.dpjdbc.sql.refusal.RefusedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The open ledgers of a process: one for all sessions that share it, closed with the last. */
public final class SharedLedgers {
  private static final Logger LOGGER = LoggerFactory.getLogger(SharedLedgers.class);
  private static final String CLASSPATH = "classpath:";

  private final Clock clock;
  private final Map<Key, Open> open = new HashMap<>();

  private record Key(
      String place, String user, String password, BudgetRules rules, Policy policy) {}

  /** A ledger, or one that is being opened: whoever wants it meanwhile waits for that. */
  private static final class Open {
    private final CompletableFuture<Ledger> ledger = new CompletableFuture<>();
    private final PendingAnswers pending = new PendingAnswers();
    private int sessions;
  }

  public SharedLedgers(Clock clock) {
    this.clock = clock;
  }

  /** A session's use of a ledger; given back once. */
  public final class Lease implements AutoCloseable {
    private final Key key;
    private final Open opened;
    private boolean returned;

    private Lease(Key key, Open opened) {
      this.key = key;
      this.opened = opened;
    }

    public Ledger ledger() {
      return opened.ledger.join();
    }

    /** The answers that are being made, of all sessions that share the ledger. */
    public PendingAnswers pending() {
      return opened.pending;
    }

    @Override
    public void close() {
      synchronized (open) {
        if (!returned) {
          returned = true;
          giveBack(key, opened);
        }
      }
    }
  }

  /**
   * Opens the ledger of a session, or joins those who have.
   *
   * @throws RefusedException if it is not usable
   */
  public Lease lease(Settings settings, Policy policy) {
    BudgetRules rules = PolicyBudget.rules(policy);
    LedgerLocation place = place(settings);
    Key key =
        new Key(
            place instanceof LedgerLocation.LocalFile file
                ? file.base().toString()
                : settings.ledger().orElseThrow(),
            settings.ledgerUser().orElse(""),
            settings.ledgerPassword().orElse(""),
            rules,
            policy);
    Open known;
    boolean isFirst;
    synchronized (open) {
      isFirst = !open.containsKey(key);
      known = open.computeIfAbsent(key, any -> new Open());
      known.sessions++;
    }
    if (isFirst) {
      fill(key, known, place);
    }
    return opened(key, known);
  }

  /** A database may be silent: those who want another ledger do not wait for it. */
  private void fill(Key key, Open known, LedgerLocation place) {
    try {
      known.ledger.complete(open(place, key.policy(), key.rules()));
    } catch (RuntimeException | Error e) {
      synchronized (open) {
        open.remove(key);
      }
      known.ledger.completeExceptionally(e);
    }
  }

  /** All who waited for one ledger have its failure. */
  private Lease opened(Key key, Open known) {
    try {
      known.ledger.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause();
    }
    return new Lease(key, known);
  }

  private void giveBack(Key key, Open known) {
    if (--known.sessions == 0) {
      open.remove(key);
      known.ledger.join().close();
    }
  }

  private Ledger open(LedgerLocation place, Policy policy, BudgetRules rules) {
    try {
      return JdbcLedger.open(place, rules, policy.answers().reuseFor(), clock);
    } catch (LedgerException e) {
      throw unusable(e);
    }
  }

  private static LedgerLocation place(Settings settings) {
    try {
      return named(settings);
    } catch (LedgerException e) {
      throw unusable(e);
    }
  }

  private static LedgerLocation named(Settings settings) throws LedgerException {
    Optional<Path> policy =
        settings.policy().startsWith(CLASSPATH)
            ? Optional.empty()
            : Optional.of(Path.of(settings.policy()).toAbsolutePath());
    if (settings.ledger().isPresent()) {
      return LedgerLocation.of(
          settings.ledger().get(),
          settings.ledgerUser().orElse(""),
          settings.ledgerPassword().orElse(""),
          policy);
    }
    return LedgerLocation.beside(policy.orElseThrow(ConnectMessages::ledgerMissing));
  }

  /** The details go to the owner's log; the analyst sees only the kind of problem. */
  public static RefusedException unusable(LedgerException e) {
    LOGGER.error("The ledger cannot be used", e);
    return ConnectMessages.ledgerUnusable(e.reason().summary());
  }
}
