package org.dpjdbc.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The tables of released answers, which are public: they hold only values that were shown before,
 * and computing on these costs no privacy (Dwork and Roth 2014, proposition 2.1). The owner
 * guarantees that nothing else writes there. Views are left out, because they may show anything.
 */
public final class ReleasedTables {
  private ReleasedTables() {}

  /**
   * The policy with the tables of released answers among its own. Its fingerprint stays: answers
   * that are kept for reuse are those of the owner's policy.
   *
   * @param policy checked
   * @param released what is in the schema of releases
   */
  public static Policy among(Policy policy, LiveSchema released) {
    List<TablePolicy> tables = new ArrayList<>(policy.tables());
    policy
        .releases()
        .ifPresent(
            to ->
                released.tables().stream()
                    .filter(table -> table.kind() != LiveSchema.Kind.VIEW)
                    .map(table -> table(table, to.location()))
                    .forEach(tables::add));
    return policy.withTables(List.copyOf(tables));
  }

  private static TablePolicy table(LiveSchema.Table table, Location location) {
    return new TablePolicy(
        table.schema(),
        table.name(),
        Optional.empty(),
        List.of(),
        1,
        OptionalInt.empty(),
        /* rowsAuto= */ false,
        OptionalInt.empty(),
        ContributionKind.LIMIT_GROUPS,
        Optional.empty(),
        ColumnCheck.all(table, location),
        true,
        Optional.empty(),
        location);
  }
}
