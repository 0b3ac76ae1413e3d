package org.dpjdbc.plan.rule;

import org.apache.calcite.rel.core.Sort;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.sql.refusal.RelationMessages;

/** An order of private rows means nothing below an aggregate; a limit would mix people. */
public final class SortRule {
  private SortRule() {}

  public static PerUnit apply(Sort sort, PerUnit input) {
    if (sort.fetch != null || sort.offset != null) {
      throw RelationMessages.limitBelowAggregate();
    }
    return input;
  }
}
