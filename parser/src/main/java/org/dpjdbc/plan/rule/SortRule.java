package org.dpjdbc.plan.rule;

import java.util.List;
import org.apache.calcite.rel.core.Sort;
import org.dpjdbc.plan.relation.Relation;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * An order of private rows has no effect below an aggregate; a limit would make one unit's rows
 * depend on those of others.
 */
public final class SortRule implements RelationRule<Sort> {
  @Override
  public Relation apply(Sort sort, List<Relation> inputs) {
    if (sort.fetch != null || sort.offset != null) {
      throw RelationMessages.limitBelowAggregate();
    }
    return inputs.get(0);
  }
}
