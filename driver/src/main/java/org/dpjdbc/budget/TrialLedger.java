package org.dpjdbc.budget;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A ledger in memory over another one, which it reads and never changes: what queries would be
 * charged, and which of them would get a kept answer. Refuses no charge; {@link #allows} says
 * whether the limits hold. Confined to one caller at a time.
 */
public final class TrialLedger implements Ledger {
  /** What became of a query. */
  public static final class Outcome {
    private final List<ChargeRequest> requests = new ArrayList<>();
    private OptionalInt sameAs = OptionalInt.empty();
    private Optional<Instant> keptSince = Optional.empty();

    private Outcome() {}

    /** Says which kept answer it got: that of an earlier query of the trial, or the ledger's. */
    private void got(OptionalInt earlier, Instant since) {
      sameAs = earlier;
      keptSince = earlier.isPresent() ? Optional.empty() : Optional.of(since);
    }

    /** What it was charged. */
    public Cost charged() {
      return requests.stream().map(ChargeRequest::cost).reduce(Cost.FREE, Cost::plus);
    }

    /** Its charges. */
    public List<ChargeRequest> requests() {
      return List.copyOf(requests);
    }

    /** The earlier query of the trial whose answer it got, if it got one. */
    public OptionalInt sameAs() {
      return sameAs;
    }

    /** When the answer was stored that it got from the ledger, if it got one. */
    public Optional<Instant> keptSince() {
      return keptSince;
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // compared with nothing
  private record Kept(byte[] content, Instant storedAt, int query) {}

  private final Ledger ledger;
  private final Allowance allowance;
  private final Totals allAnalysts;
  private final Totals own;
  private final Map<String, Kept> kept = new HashMap<>();
  private Totals charged = Totals.ZERO;
  private int query;
  private Outcome outcome = new Outcome();

  /**
   * @param ledger whose answers are read
   * @param allAnalysts what was spent in the present window
   * @param own what the analyst spent in it
   */
  TrialLedger(Ledger ledger, Allowance allowance, Totals allAnalysts, Totals own) {
    this.ledger = ledger;
    this.allowance = allowance;
    this.allAnalysts = allAnalysts;
    this.own = own;
  }

  /**
   * Begins a query. What is charged and found from now on is its outcome.
   *
   * @param number by which later outcomes name it
   */
  public Outcome begin(int number) {
    query = number;
    outcome = new Outcome();
    return outcome;
  }

  /**
   * Notes that the query got a kept answer.
   *
   * @param key of the answer
   * @param since when it was kept
   */
  public void got(String key, Instant since) {
    Kept earlier = kept.get(key);
    outcome.got(earlier == null ? OptionalInt.empty() : OptionalInt.of(earlier.query()), since);
  }

  /** An (ε, δ) that holds for all charges of the trial together, by the ledger's composition. */
  public Cost composed() {
    return allowance.analyst().spent(charged);
  }

  /** The sums of all epsilons and of all deltas of the trial. */
  public Cost sum() {
    return charged.toCost();
  }

  /** Whether the limits allow all charges of the trial so many times, after what is spent. */
  public boolean allows(int times) {
    Totals more = charged.times(times);
    return allowance.total().allow(allAnalysts.plus(more))
        && allowance.analyst().allow(own.plus(more));
  }

  @Override
  public Receipt charge(ChargeRequest request) {
    charged = charged.plus(Spend.of(allowance.accounting(), request.cost(), request.mechanisms()));
    outcome.requests.add(request);
    return new Receipt(query, Instant.EPOCH, request.cost(), "");
  }

  @Override
  public Answers answers() {
    return new Answers() {
      @Override
      public Optional<byte[]> find(String key, Instant notBefore) throws LedgerException {
        Kept earlier = kept.get(key);
        if (earlier != null) {
          return Optional.of(earlier.content().clone());
        }
        return ledger.answers().find(key, notBefore);
      }

      @Override
      public Optional<Instant> storedAt(String key, Instant notBefore) throws LedgerException {
        Kept earlier = kept.get(key);
        return earlier == null
            ? ledger.answers().storedAt(key, notBefore)
            : Optional.of(earlier.storedAt());
      }

      @Override
      public List<byte[]> list(String prefix, Instant notBefore, int most) throws LedgerException {
        return ledger.answers().list(prefix, notBefore, most);
      }

      @Override
      public void store(Map<String, byte[]> contents, Instant storedAt) {
        contents.forEach(
            (key, content) -> kept.put(key, new Kept(content.clone(), storedAt, query)));
      }
    };
  }

  @Override
  public TrialLedger trial(String analyst) throws LedgerException {
    return ledger.trial(analyst);
  }

  @Override
  public List<BudgetLine> budget(String analyst) throws LedgerException {
    return ledger.budget(analyst);
  }

  @Override
  public List<BudgetLine> budget() throws LedgerException {
    return ledger.budget();
  }

  @Override
  public List<SpendingLine> spending(String analyst, long before, int most) throws LedgerException {
    return ledger.spending(analyst, before, most);
  }

  @Override
  public List<SpendingLine> spending() throws LedgerException {
    return ledger.spending();
  }

  @Override
  public long verify() throws LedgerException {
    return ledger.verify();
  }

  /** The ledger below is not its own. */
  @Override
  public void close() {}
}
