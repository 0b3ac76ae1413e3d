package org.dpjdbc.plan.pushdown;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.logical.LogicalProject;

/**
 * Gives the columns of a join distinct names. In algebra the row of a join has them already, but
 * the SQL that Calcite prints selects {@code *} from both sides, so a name that both have would
 * appear twice, unless a projection above names each column.
 */
final class JoinNames {
  private JoinNames() {}

  /** The join; where both sides have a name, its right side is renamed as its row is. */
  static RelNode distinct(Join join) {
    List<String> left = join.getLeft().getRowType().getFieldNames();
    List<String> right = join.getRight().getRowType().getFieldNames();
    if (FlatJoins.isNamed(join)
        || !join.getJoinType().projectsRight()
        || Collections.disjoint(left, right)) {
      return join;
    }
    List<String> names = join.getRowType().getFieldNames();
    RelNode renamed =
        LogicalProject.create(
            join.getRight(),
            List.of(),
            join.getCluster().getRexBuilder().identityProjects(join.getRight().getRowType()),
            names.subList(left.size(), names.size()),
            Set.of());
    return join.copy(join.getTraitSet(), List.of(join.getLeft(), renamed));
  }
}
