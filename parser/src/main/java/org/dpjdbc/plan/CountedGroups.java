package org.dpjdbc.plan;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.sql.SqlKind;
import org.dpjdbc.plan.model.FinishInput;
import org.dpjdbc.plan.model.FrontierDraft;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.sql.refusal.RunMessages;

/**
 * Listed groups that something above them counts, with rows or without: {@code SELECT AVG(n) FROM
 * (SELECT sex, COUNT(*) AS n FROM patients GROUP BY sex)}. The answer says so.
 */
final class CountedGroups {
  /** What an empty group adds nothing to: its sums and counts are 0 and noise. */
  private static final Set<SqlKind> UNMOVED = Set.of(SqlKind.SUM, SqlKind.SUM0, SqlKind.MAX);

  private CountedGroups() {}

  /** Notes the keys of each frontier whose groups are counted. */
  static void note(PlanContext context, RelNode finish) {
    Set<String> counted = new TreeSet<>();
    find(finish, counted);
    context.scalars().forEach(scalar -> find(scalar.rel(), counted));
    context.sets().forEach(set -> find(set.rel(), counted));
    List<FrontierDraft> drafts = context.drafts();
    for (int i = 0; i < drafts.size(); i++) {
      FrontierDraft draft = drafts.get(i);
      List<String> listed =
          draft.domains().stream()
              .filter(domain -> !(domain instanceof KeyDomain.Private))
              .flatMap(domain -> domain.keys().stream())
              .map(draft.keys()::get)
              .toList();
      if (counted.contains(PlanContext.name(i))
          && !listed.isEmpty()
          && !draft.statistics().isEmpty()) {
        context.note(RunMessages.emptyGroupsCount(listed));
      }
    }
  }

  private static void find(RelNode rel, Set<String> counted) {
    if (counts(rel)) {
      rel.getInputs().forEach(input -> addAll(input, counted));
    }
    rel.getInputs().forEach(input -> find(input, counted));
  }

  /** All that no filter of the query's stands above. */
  private static void addAll(RelNode rel, Set<String> counted) {
    if (rel instanceof FinishInput input && input.kind() == FinishInput.Kind.RELEASED) {
      counted.add(input.name());
    } else if (!(rel instanceof Filter)) {
      rel.getInputs().forEach(input -> addAll(input, counted));
    }
  }

  private static boolean counts(RelNode rel) {
    return rel instanceof Intersect
        || rel instanceof Minus
        || (rel instanceof Join join && !join.getJoinType().projectsRight())
        || (rel instanceof Aggregate aggregate
            && aggregate.getAggCallList().stream()
                .anyMatch(call -> !UNMOVED.contains(call.getAggregation().getKind())));
  }
}
