package org.dpjdbc.plan;

import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexLiteral;
import org.dpjdbc.sql.Messages;

/**
 * Whether there are rows at all: {@code SELECT EXISTS (SELECT 1 FROM visits)}, {@code SELECT 3 IN
 * (SELECT cost FROM visits)}. It comes as groups whose only keys are constants. Such a group is
 * public, so that it is always listed: that would tell nothing of the rows, but say that there are
 * some.
 */
final class Existence {
  private Existence() {}

  /**
   * Refuses a query that asks it of private rows.
   *
   * @param rel the query
   * @param drafts what is released for it
   */
  static void check(RelNode rel, List<FrontierDraft> drafts) {
    if (drafts.stream().anyMatch(Existence::tellsNothing) && asks(rel)) {
      throw Messages.existenceNotTold();
    }
  }

  /** One group that is always listed, of which nothing is computed. */
  private static boolean tellsNothing(FrontierDraft draft) {
    return draft.asks().isEmpty()
        && draft.statistics().isEmpty()
        && draft.domains().stream()
            .allMatch(domain -> domain instanceof KeyDomain.Declared d && d.values().size() == 1);
  }

  private static boolean asks(RelNode rel) {
    boolean here =
        rel instanceof Aggregate aggregate
            && aggregate.getAggCallList().isEmpty()
            && aggregate.getInput() instanceof Project project
            && aggregate.getGroupSet().asList().stream()
                .allMatch(key -> project.getProjects().get(key) instanceof RexLiteral);
    return here || rel.getInputs().stream().anyMatch(Existence::asks);
  }
}
