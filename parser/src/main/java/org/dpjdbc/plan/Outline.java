package org.dpjdbc.plan;

import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.dpjdbc.plan.model.FinishInput;

/**
 * What is evaluated above the frontier, as far as the text of a query tells it: with no regard to
 * bounds, to whether it has rows at all, or to whether it would be refused.
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
