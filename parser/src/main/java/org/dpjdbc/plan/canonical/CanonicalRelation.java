package org.dpjdbc.plan.canonical;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexNode;
import org.dpjdbc.plan.algebra.InputRefs;

/**
 * A relation in canonical form.
 *
 * @param columns those of the written relation, as expressions over this one; empty if they are its
 *     own
 */
record CanonicalRelation(RelNode rel, Optional<List<RexNode>> columns) {
  static CanonicalRelation asWritten(RelNode rel) {
    return new CanonicalRelation(rel, Optional.empty());
  }

  /** An expression over the written relation as one over this one. */
  RexNode moved(RexNode expression) {
    return columns
        .map(of -> InputRefs.replaced(expression, ref -> of.get(ref.getIndex())))
        .orElse(expression);
  }

  /** The relation with the columns of the written one. */
  RelNode restored(RelNode written) {
    return columns
        .<RelNode>map(
            of ->
                LogicalProject.create(
                    rel, List.of(), of, written.getRowType().getFieldNames(), Set.of()))
        .orElse(rel);
  }
}
