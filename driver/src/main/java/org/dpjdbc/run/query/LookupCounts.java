package org.dpjdbc.run.query;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.model.PrivatePlan;
import org.dpjdbc.plan.model.PublicQuery;
import org.dpjdbc.plan.model.SqlParameter;
import org.dpjdbc.run.backend.BackendReader;
import org.dpjdbc.run.rows.Cancellation;
import org.dpjdbc.run.rows.Deadline;

/**
 * Counts the keys that a plan would list because private rows are looked up in a public table. Only
 * if they are too many is the plan made again, and selects groups instead. The counts are those of
 * public rows: the choice says nothing of private ones.
 */
final class LookupCounts {
  /** Each plan may show lists that the one before did not have. */
  private static final int MAX_PLANS = 8;

  private final DpSession session;
  private final Cancellation cancellation;

  LookupCounts(DpSession session, Cancellation cancellation) {
    this.session = session;
    this.cancellation = cancellation;
  }

  /** The plan that is made once the lengths of its lists are known. */
  PrivatePlan decided(Supplier<PrivatePlan> make) {
    PrivatePlan plan = make.get();
    for (int i = 0; i < MAX_PLANS && unknown(plan).findAny().isPresent(); i++) {
      List<PublicQuery> counts = unknown(plan).toList();
      if (counts.stream().anyMatch(LookupCounts::isGiven)) {
        return plan;
      }
      if (!anyLong(counts)) {
        return plan;
      }
      plan = make.get();
    }
    return plan;
  }

  /** Whether the choice depends on values that the plan does not know. */
  static boolean isOpen(PrivatePlan plan) {
    return unknown(plan).anyMatch(LookupCounts::isGiven);
  }

  private static Stream<PublicQuery> unknown(PrivatePlan plan) {
    return plan.frontiers().stream()
        .flatMap(frontier -> frontier.domains().stream())
        .filter(KeyDomain.FromPublic.class::isInstance)
        .flatMap(domain -> ((KeyDomain.FromPublic) domain).count().stream());
  }

  private static boolean isGiven(PublicQuery count) {
    return count.parameters().stream().anyMatch(SqlParameter.Given.class::isInstance);
  }

  private boolean anyLong(List<PublicQuery> counts) {
    boolean[] any = new boolean[1];
    int max = session.policy().limits().maxLookupKeys();
    StageValues none = new StageValues(List.of());
    try (BackendReader backend =
        new BackendReader(
            session.backend(), Deadline.after(session.policy().limits().timeout()), cancellation)) {
      for (PublicQuery count : counts) {
        backend.ask(
            none.bound(count.sql(), count.parameters()),
            rows -> {
              if (rows.next()) {
                boolean isLong = rows.getLong(1) > max;
                any[0] |= isLong;
                session.dataset().lists().put(count.sql(), count.parameters(), isLong);
              }
            });
      }
    }
    return any[0];
  }
}
