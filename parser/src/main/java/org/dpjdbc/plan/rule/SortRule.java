package org.dpjdbc.plan.rule;

import java.util.List;
import org.apache.calcite.rel.core.Sort;
import org.dpjdbc.plan.relation.Relation;
import org.dpjdbc.sql.refusal.RelationMessages;

/** An order of private rows means nothing below an aggregate; a limit would mix people. */
public final class SortRule implements RelationRule<Sort> {
  @Override
  public Relation apply(Sort sort, List<Relation> inputs) {
    if (sort.fetch != null || sort.offset != null) {
      throw RelationMessages.limitBelowAggregate();
    }
    return inputs.get(0);
  }
}
