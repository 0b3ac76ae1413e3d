package org.dpjdbc.plan.rule;

import java.util.List;
import java.util.function.Predicate;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.dpjdbc.plan.model.FrontierDraft;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * Recognises queries that ask whether there are rows at all: {@code SELECT EXISTS (SELECT 1 FROM
 * visits)}, {@code SELECT 3 IN (SELECT cost FROM visits)}. Calcite translates them to groups whose
 * only keys are constants. Such keys are public, so the group would always be listed, and the
 * answer would always be that there are rows. If the values searched may be NULL, there are two
 * groups, one for the values and one for NULL, and the first one listed is joined.
 */
public final class ExistenceQueries {
  private ExistenceQueries() {}

  /**
   * Refuses a query that asks it of private rows.
   *
   * @param rel the query
   * @param drafts what is released for it
   * @param perUnit whether rows are people's
   */
  public static void check(RelNode rel, List<FrontierDraft> drafts, Predicate<RelNode> perUnit) {
    if (drafts.isEmpty()) {
      return;
    }
    if ((drafts.stream().anyMatch(ExistenceQueries::disclosesNothing) && asks(rel))
        || testsExistence(rel, perUnit)) {
      throw RelationMessages.existenceNotDisclosed();
    }
  }

  /** Looks for a constant among people's values. */
  private static boolean testsExistence(RelNode rel, Predicate<RelNode> perUnit) {
    return rel.getInputs().stream()
        .anyMatch(
            input ->
                (rel instanceof Join && isFirstOfTwo(input, perUnit))
                    || testsExistence(input, perUnit));
  }

  /** As Calcite's rule for such subqueries makes it, with its name for the key. */
  private static boolean isFirstOfTwo(RelNode rel, Predicate<RelNode> perUnit) {
    RelNode below = rel;
    while (below instanceof Project) {
      below = below.getInput(0);
    }
    return below instanceof Sort sort
        && sort.fetch != null
        && sort.getInput() instanceof Aggregate aggregate
        && isOfRows(aggregate)
        && perUnit.test(aggregate.getInput());
  }

  /** Whether groups show that there are rows, with a value or without. */
  static boolean isOfRows(Aggregate aggregate) {
    return aggregate.getGroupCount() == 1
        && aggregate.getRowType().getFieldNames().get(0).equals("cs")
        && aggregate.getInput() instanceof Project project
        && isOfNull(project.getProjects().get(aggregate.getGroupSet().nth(0)));
  }

  private static boolean isOfNull(RexNode key) {
    return key instanceof RexLiteral || key.isA(SqlKind.IS_NOT_NULL);
  }

  /** One group that is always listed, of which nothing is computed. */
  private static boolean disclosesNothing(FrontierDraft draft) {
    return draft.queries().isEmpty()
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
    return here || rel.getInputs().stream().anyMatch(ExistenceQueries::asks);
  }
}
