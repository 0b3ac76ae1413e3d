package org.dpjdbc.plan;

import org.apache.calcite.rel.core.Sort;
import org.dpjdbc.sql.Messages;

/** An order of private rows means nothing below an aggregate; a limit would mix people. */
final class SortRule {
  private SortRule() {}

  static PerUnit apply(Sort sort, PerUnit input) {
    if (sort.fetch != null || sort.offset != null) {
      throw Messages.limitBelowAggregate();
    }
    return input;
  }
}
