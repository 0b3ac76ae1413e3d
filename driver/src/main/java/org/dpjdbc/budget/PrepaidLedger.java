package org.dpjdbc.budget;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.numbers.fraction.BigFraction;
import org.dpjdbc.budget.accountant.ChargedMechanism;
import org.dpjdbc.budget.accountant.MechanismJson;

/**
 * A ledger over another one for queries that were charged in advance, all at once. Each charge with
 * the same mechanisms as one that is paid for uses that up, and any other goes to the ledger. The
 * joint charge has all mechanisms with their exact parameters, so it composes as the charges would
 * one by one. What is not used stays charged. Thread-safe.
 */
public final class PrepaidLedger implements Ledger {
  private final Ledger ledger;
  private final List<ChargeRequest> paid;
  private final Optional<Receipt> receipt;

  private PrepaidLedger(Ledger ledger, List<ChargeRequest> paid, Optional<Receipt> receipt) {
    this.ledger = ledger;
    this.paid = new ArrayList<>(paid);
    this.receipt = receipt;
  }

  /**
   * Makes one charge for several queries. Those whose mechanisms are not recorded, or do not add up
   * to their cost, are left out: jointly, they would cost more.
   *
   * @param requests what the queries will be charged
   * @param query as the spending list shows them
   * @throws BudgetExceededException if a limit would be passed; nothing is charged
   * @throws LedgerException if the ledger cannot be used
   */
  public static PrepaidLedger of(Ledger ledger, List<ChargeRequest> requests, String query)
      throws BudgetExceededException, LedgerException {
    List<ChargeRequest> paid =
        requests.stream()
            .filter(request -> Spend.exact(request.mechanisms(), request.cost()).isPresent())
            .toList();
    Optional<ChargeRequest> joint = paid.size() > 1 ? joint(paid, query) : Optional.empty();
    return joint.isPresent()
        ? new PrepaidLedger(ledger, paid, Optional.of(ledger.charge(joint.get())))
        : new PrepaidLedger(ledger, List.of(), Optional.empty());
  }

  /** Empty if there are more mechanisms than one charge can record. */
  private static Optional<ChargeRequest> joint(List<ChargeRequest> requests, String query) {
    List<ChargedMechanism> all = new ArrayList<>();
    for (ChargeRequest request : requests) {
      for (MechanismJson.Counted counted :
          Spend.exact(request.mechanisms(), request.cost()).orElseThrow()) {
        for (int i = 0; i < counted.count(); i++) {
          all.add(counted.mechanism());
        }
      }
    }
    String mechanisms = MechanismJson.write(all);
    if (mechanisms.length() > ChargeRequest.MAX_MECHANISMS) {
      return Optional.empty();
    }
    BigFraction epsilon = BigFraction.ZERO;
    BigFraction delta = BigFraction.ZERO;
    for (ChargedMechanism mechanism : all) {
      epsilon = epsilon.add(mechanism.epsilon());
      delta = delta.add(mechanism.delta());
    }
    return Optional.of(
        new ChargeRequest(requests.get(0).analyst(), Cost.of(epsilon, delta), query, mechanisms));
  }

  @Override
  public Receipt charge(ChargeRequest request) throws BudgetExceededException, LedgerException {
    return use(request) ? receipt.orElseThrow() : ledger.charge(request);
  }

  private synchronized boolean use(ChargeRequest request) {
    for (int i = 0; i < paid.size(); i++) {
      ChargeRequest each = paid.get(i);
      if (each.analyst().equals(request.analyst())
          && each.cost().equals(request.cost())
          && each.mechanisms().equals(request.mechanisms())) {
        paid.remove(i);
        return true;
      }
    }
    return false;
  }

  @Override
  public Answers answers() {
    return ledger.answers();
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
