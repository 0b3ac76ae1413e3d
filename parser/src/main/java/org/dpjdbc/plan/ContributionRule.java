package org.dpjdbc.plan;

import java.util.List;
import java.util.OptionalInt;
import org.dpjdbc.sql.Messages;

/** Chooses how contributions are bounded: one pass where a key allows it, else per unit. */
final class ContributionRule {
  private ContributionRule() {}

  /**
   * The bound for a frontier.
   *
   * @param request gives the query's own bounds
   * @param input the private rows
   * @param domains of the keys
   * @param countsRows whether a unit's rows in a group matter; false where units alone are counted
   */
  static Contribution choose(
      PrivacyRequest request, PerUnit input, List<KeyDomain> domains, boolean countsRows) {
    boolean privateKeys = domains.stream().anyMatch(KeyDomain.Private.class::isInstance);
    if (input.rowsPerUnit().isPresent()) {
      int rows = input.rowsPerUnit().getAsInt();
      if (rows == 1 || !privateKeys) {
        return new Contribution.OnePass(rows);
      }
      if (input.unit().isEmpty()) {
        throw Messages.repeatedRows(input.table().name());
      }
      return new Contribution.PerGroup(rows, rows, false);
    }
    return perGroup(request, input, domains, countsRows);
  }

  private static Contribution perGroup(
      PrivacyRequest request, PerUnit input, List<KeyDomain> domains, boolean countsRows) {
    String table = input.table().name();
    OptionalInt rows = countsRows ? request.rows(input.table()) : OptionalInt.of(1);
    if (rows.isEmpty()) {
      throw Messages.noContributionBound(table, "max_rows_contributed");
    }
    OptionalInt size = KeyDomains.size(domains);
    OptionalInt most = request.groups(input.table());
    if (size.isPresent() && (most.isEmpty() || size.getAsInt() <= most.getAsInt())) {
      return new Contribution.PerGroup(rows.getAsInt(), size.getAsInt(), false);
    }
    if (most.isEmpty()) {
      throw Messages.noContributionBound(table, "max_groups_contributed");
    }
    return new Contribution.PerGroup(rows.getAsInt(), most.getAsInt(), true);
  }
}
