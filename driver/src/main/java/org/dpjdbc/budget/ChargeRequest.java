package org.dpjdbc.budget;

import org.dpjdbc.budget.accountant.Accounting;
import org.dpjdbc.budget.accountant.Loss;

/**
 * A charge to be made before a query may touch private rows.
 *
 * @param analyst whom it is charged to: 1 to 200 characters, none of them a control character
 * @param cost the cost of the query; ε at least one unit (a free query needs no charge)
 * @param query the query as the spending list shows it; without characters that a database cannot
 *     store, and truncated to 4,000 characters
 * @param mechanisms the mechanisms and their parameters, as {@link
 *     org.dpjdbc.budget.accountant.MechanismJson} writes them, so that a history can be composed
 *     again by another theorem; at most 60,000 characters
 */
public record ChargeRequest(String analyst, Cost cost, String query, String mechanisms) {
  /** The longest name of an analyst, in UTF-16 units. */
  public static final int MAX_ANALYST = 200;

  static final int MAX_QUERY = 4_000;
  static final int MAX_MECHANISMS = 60_000;

  /** Checks the ranges and cleans the strings. */
  public ChargeRequest {
    requireAnalyst(analyst);
    if (cost.epsilonNanos() == 0) {
      throw new IllegalArgumentException("a charge needs a positive epsilon");
    }
    query = StorableString.cut(StorableString.clean(query), MAX_QUERY);
    mechanisms = StorableString.clean(mechanisms);
    if (mechanisms.length() > MAX_MECHANISMS) {
      throw new IllegalArgumentException("the mechanisms are more than can be recorded");
    }
  }

  /** What a query would take of a budget, beside its cost. */
  public static Loss loss(Accounting accounting, Cost cost, String mechanisms) {
    return Spend.loss(accounting, cost, mechanisms);
  }

  /** Whether an analyst may have that name. */
  public static boolean isAnalyst(String name) {
    return !name.isEmpty()
        && name.length() <= MAX_ANALYST
        && StorableString.clean(name).equals(name)
        && name.chars().noneMatch(Character::isISOControl);
  }

  /** One name for all names that are charged as one analyst. */
  public static String oneName(String analyst) {
    return AnalystNames.plain(analyst);
  }

  static void requireAnalyst(String analyst) {
    if (!isAnalyst(analyst)) {
      throw new IllegalArgumentException(
          "an analyst's name has 1 to " + MAX_ANALYST + " characters, no control characters");
    }
  }
}
