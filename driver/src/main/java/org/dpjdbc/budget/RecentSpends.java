package org.dpjdbc.budget;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import org.dpjdbc.budget.accountant.Accounting;

/**
 * What charges add to an account, which is a function of their costs and mechanisms. Most charges
 * of a history equal an earlier one in both; the last {@value #MAX} that differ are remembered.
 */
final class RecentSpends {
  private static final int MAX = 1_000;

  /** Of the mechanisms of a charge that is remembered: one of so many is seldom repeated. */
  private static final int MAX_LENGTH = 2_000;

  private final Cache<Key, Spend> recent =
      CacheBuilder.newBuilder().concurrencyLevel(1).maximumSize(MAX).build();

  private record Key(Accounting accounting, Cost cost, String mechanisms) {}

  Spend of(Accounting accounting, Entry entry) {
    if (entry.mechanisms().length() > MAX_LENGTH) {
      return Spend.of(accounting, entry.cost(), entry.mechanisms());
    }
    Key key = new Key(accounting, entry.cost(), entry.mechanisms());
    Spend known = recent.getIfPresent(key);
    if (known != null) {
      return known;
    }
    Spend spend = Spend.of(accounting, entry.cost(), entry.mechanisms());
    recent.put(key, spend);
    return spend;
  }
}
