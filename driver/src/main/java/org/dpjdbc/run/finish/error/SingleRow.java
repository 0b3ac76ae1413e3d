package org.dpjdbc.run.finish.error;

import java.math.BigDecimal;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexLiteral;

/** Recognises relations with at most one row, such as scalar subqueries. */
final class SingleRow {
  private SingleRow() {}

  static boolean isAtMostOne(RelNode rel) {
    if (rel instanceof Aggregate aggregate) {
      return aggregate.getGroupSets().size() == 1 && aggregate.getGroupSet().isEmpty();
    }
    if (rel instanceof Values values) {
      return values.getTuples().size() <= 1;
    }
    if (rel instanceof Sort sort && sort.fetch instanceof RexLiteral literal) {
      BigDecimal fetch = literal.getValueAs(BigDecimal.class);
      if (fetch != null && fetch.compareTo(BigDecimal.ONE) <= 0) {
        return true;
      }
    }
    boolean keepsRows = rel instanceof Project || rel instanceof Filter || rel instanceof Sort;
    return keepsRows && isAtMostOne(rel.getInput(0));
  }
}
