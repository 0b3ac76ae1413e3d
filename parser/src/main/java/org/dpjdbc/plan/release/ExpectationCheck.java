package org.dpjdbc.plan.release;

import java.util.List;
import java.util.OptionalInt;
import org.dpjdbc.plan.contribution.ContributionRule;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PrivacyRequest;
import org.dpjdbc.sql.parse.Expectations;
import org.dpjdbc.sql.refusal.RelationMessages;

/** Whether what a query takes for granted is so. */
public final class ExpectationCheck {
  private static final OptionalInt ONE = OptionalInt.of(1);

  private ExpectationCheck() {}

  /**
   * Checks rows that are aggregated.
   *
   * @param keys by which they are grouped
   * @param bound of what a unit contributes
   * @param privateKeys the names of the keys whose values are not public
   * @throws org.dpjdbc.sql.refusal.RefusedException if it is not so
   */
  public static void check(
      PrivacyRequest request,
      PerUnit rows,
      List<Integer> keys,
      Contribution bound,
      List<String> privateKeys) {
    Expectations expected = request.expectations();
    if (expected.publicGroups() && !privateKeys.isEmpty()) {
      throw RelationMessages.groupsNotPublic(privateKeys.get(0));
    } else if (expected.oneRowInGroups()
        && !rows.rowsPerUnit().equals(ONE)
        && !(bound instanceof Contribution.PerGroup && ContributionRule.isGrouped(rows, keys))
        && !keepsOneRow(request, rows.table())) {
      throw RelationMessages.boundsOfGroup(rows.table().name());
    }
  }

  /** Whether one row of a unit counts in each group, and is not scaled with those of others. */
  private static boolean keepsOneRow(PrivacyRequest request, PerUnit.PrivateTable table) {
    return request.rows(table).equals(ONE)
        && request.groups(table).isPresent()
        && !request.clips(table);
  }
}
