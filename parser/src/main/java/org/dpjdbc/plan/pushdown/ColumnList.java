package org.dpjdbc.plan.pushdown;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexUtil;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.policy.LiveSchema;
import org.dpjdbc.sql.validate.CatalogTable;

/**
 * The same rows, printed with an explicit list of columns. Calcite prints {@code SELECT *} for all
 * columns of a relation, but to the database this means all columns of its table, in its own order,
 * including those that the policy does not show. Set operations match columns by position, so an
 * extra column could take the position of another one, even of the unit key; and joins would have
 * two columns of the same name.
 */
public final class ColumnList extends SingleRel {
  private ColumnList(RelNode input) {
    super(input.getCluster(), input.getTraitSet(), input);
  }

  /** The relation over inputs that have no column but those that are meant. */
  static RelNode below(RelNode rel) {
    boolean reads = rel instanceof SetOp || rel instanceof Join;
    if (!reads || rel.getInputs().stream().noneMatch(input -> listed(rel, input))) {
      return rel;
    }
    return rel.copy(
        rel.getTraitSet(),
        rel.getInputs().stream()
            .map(input -> listed(rel, input) ? new ColumnList(input) : input)
            .toList());
  }

  /**
   * A table that is joined is named, not selected from; so are tables that stand in a row. A join
   * in a set operation is listed always: Calcite takes the names of its columns for unimportant
   * there, and leaves out those that keep apart columns of one name.
   */
  private static boolean listed(RelNode rel, RelNode input) {
    boolean united = rel instanceof SetOp && input instanceof Join;
    boolean named =
        rel instanceof Join join
            && (input instanceof TableScan || (input instanceof Join && FlatJoins.isNamed(join)));
    return united || (!named && showsMore(input));
  }

  /** Whether {@code *} would select something other than the columns of the row. */
  private static boolean showsMore(RelNode rel) {
    if (rel instanceof TableScan scan) {
      CatalogTable.Backend table = scan.getTable().unwrapOrThrow(CatalogTable.Backend.class);
      List<String> there = table.live().columns().stream().map(LiveSchema.Column::name).toList();
      return !there.equals(rel.getRowType().getFieldNames());
    } else if (rel instanceof Project project) {
      RelNode input = project.getInput();
      return RexUtil.isIdentity(project.getProjects(), input.getRowType())
          && input.getRowType().getFieldNames().equals(rel.getRowType().getFieldNames())
          && showsMore(input);
    }
    return (rel instanceof Filter
            || rel instanceof Sort
            || rel instanceof Join
            || rel instanceof SubSelect)
        && rel.getInputs().stream().anyMatch(ColumnList::showsMore);
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new ColumnList(inputs.get(0));
  }
}
