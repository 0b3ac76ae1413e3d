package org.dpjdbc.plan.release;

import java.math.BigInteger;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.model.NoisyVector;
import org.dpjdbc.plan.model.Release;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/**
 * One group for the rows of all private keys that partition selection does not show. Which those
 * are is known when the releases are made, and they are private whatever it is (adaptive
 * composition). The exact integers of the hidden groups are added up, and the sum gets the noise of
 * any group: it costs nothing more, and it says no more of how many groups are hidden.
 *
 * <p>The groups being disjoint, adding some of them up does not move a release further in L1, by
 * the triangle inequality. In L2 it can: a unit in g groups may have them all in the sum. Where
 * each group is clamped to what moves by m, the sum moves by g · m, where the groups apart move by
 * √g · m. In one pass, and where L1 is clipped, the claim in L2 is that of all rows in one group
 * anyway.
 */
final class OtherGroup {
  private OtherGroup() {}

  /** Refuses what cannot be added up over groups, and keys that cannot be NULL. */
  static void check(
      Measures measures, Contribution contribution, List<KeyDomain> domains, RelDataType row) {
    if (measures.needs().keySet().stream().anyMatch(Measures.Key::distinct)) {
      throw ExpressionMessages.otherGroupDistinct();
    }
    if (contribution instanceof Contribution.Clip clip && clip.squares()) {
      throw ExpressionMessages.otherGroupClipped();
    }
    for (KeyDomain domain : domains) {
      if (domain instanceof KeyDomain.Private) {
        for (int key : domain.keys()) {
          RelDataTypeField field = row.getFieldList().get(key);
          if (!field.getType().isNullable()) {
            throw ExpressionMessages.otherGroupKey(field.getName());
          }
        }
      }
    }
  }

  /** The release with the group among the others: its counts and sums alone can be added up. */
  static Release.Draft gathered(Release.Draft release, Contribution contribution) {
    if (!(release instanceof NoisyVector.Draft vector)) {
      throw ExpressionMessages.otherGroupChoices();
    }
    return contribution instanceof Contribution.PerGroup bound
        ? vector.withL2Squared(vector.l2Squared().multiply(BigInteger.valueOf(bound.groups())))
        : vector;
  }
}
