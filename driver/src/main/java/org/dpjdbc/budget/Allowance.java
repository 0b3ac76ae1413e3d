package org.dpjdbc.budget;

import org.dpjdbc.budget.accountant.Accounting;

/**
 * The rules of a budget with the limits that follow from them, which are slow to compute.
 *
 * @param rules as the policy says them
 * @param total the limit over all analysts
 * @param analyst the limit of each analyst
 */
record Allowance(BudgetRules rules, Limits total, Limits analyst) {
  static Allowance of(BudgetRules rules) {
    Limits total = Limits.of(rules.accounting(), rules.total());
    boolean same = rules.analystLimit().equals(rules.total());
    return new Allowance(
        rules, total, same ? total : Limits.of(rules.accounting(), rules.analystLimit()));
  }

  Accounting accounting() {
    return rules.accounting();
  }

  /** What one analyst may still spend: never more than everybody. */
  Cost remaining(Totals allAnalysts, Totals own) {
    return analyst.remaining(own).min(total.remaining(allAnalysts));
  }
}
