package org.dpjdbc.run.ledger;

import org.dpjdbc.budget.BudgetRules;
import org.dpjdbc.budget.Cost;
import org.dpjdbc.budget.RenewalPeriod;
import org.dpjdbc.budget.accountant.Accounting;
import org.dpjdbc.policy.Policy;

/** The budget of a policy, as the ledger takes it. */
public final class PolicyBudget {
  private PolicyBudget() {}

  /** The limits of everybody and of each analyst, and when they renew. */
  public static BudgetRules rules(Policy policy) {
    return new BudgetRules(
        limit(policy.budget().total()),
        policy.budget().perAnalyst().map(PolicyBudget::limit),
        switch (policy.budget().renews()) {
          case NEVER -> RenewalPeriod.NEVER;
          case DAILY -> RenewalPeriod.DAILY;
          case WEEKLY -> RenewalPeriod.WEEKLY;
          case MONTHLY -> RenewalPeriod.MONTHLY;
        },
        accounting(policy));
  }

  /** The theorem by which costs add up. */
  public static Accounting accounting(Policy policy) {
    return switch (policy.budget().composition()) {
      case BASIC -> Accounting.BASIC;
      case ZCDP -> Accounting.ZCDP;
      case PLD -> Accounting.PLD;
    };
  }

  private static Cost limit(Policy.Share share) {
    return Cost.limitOf(share.epsilon(), share.delta());
  }
}
