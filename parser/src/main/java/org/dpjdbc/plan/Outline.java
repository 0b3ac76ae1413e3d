package org.dpjdbc.plan;

import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.dpjdbc.plan.model.FinishInput;

/**
 * The part of a query above the frontier, as far as the query alone determines it: without regard
 * to bounds, to the number of rows, or to whether the query would be refused.
 *
 * @param finish the query over {@link FinishInput}s
 * @param noisy the columns that carry noise, by the names of released inputs
 */
public record Outline(RelNode finish, Map<String, List<Integer>> noisy) {
  /** Copies the map. */
  public Outline {
    noisy = Map.copyOf(noisy);
  }
}
