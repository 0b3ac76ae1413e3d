package org.dpjdbc.plan;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
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
    List<FrontierDraft> drafts = context.drafts();
    Set<String> counted = new TreeSet<>();
    find(finish, counted, drafts);
    context.scalars().forEach(scalar -> find(scalar.rel(), counted, drafts));
    context.sets().forEach(set -> find(set.rel(), counted, drafts));
    for (int i = 0; i < drafts.size(); i++) {
      FrontierDraft draft = drafts.get(i);
      List<String> listed =
          draft.domains().stream()
              .filter(domain -> !(domain instanceof KeyDomain.Private))
              .flatMap(domain -> domain.keys().stream())
              .map(draft.keys()::get)
              .filter(key -> !draft.widened().contains(key))
              .toList();
      if (counted.contains(PlanContext.name(i))
          && !listed.isEmpty()
          && !draft.statistics().isEmpty()) {
        context.note(RunMessages.emptyGroupsCount(listed));
      }
    }
  }

  private static void find(RelNode rel, Set<String> counted, List<FrontierDraft> drafts) {
    if (counts(rel)) {
      rel.getInputs().forEach(input -> addAll(input, counted, drafts));
    }
    rel.getInputs().forEach(input -> find(input, counted, drafts));
  }

  /** All that no filter of the query's stands above. */
  private static void addAll(RelNode rel, Set<String> counted, List<FrontierDraft> drafts) {
    if (rel instanceof FinishInput input && input.kind() == FinishInput.Kind.RELEASED) {
      counted.add(input.name());
    } else if (!(rel instanceof Filter filter) || selects(filter, drafts)) {
      rel.getInputs().forEach(input -> addAll(input, counted, drafts));
    }
  }

  /** Whether a filter selects the groups that the query asks for, of all that are released. */
  private static boolean selects(Filter filter, List<FrontierDraft> drafts) {
    if (!(filter.getInput() instanceof FinishInput input)
        || input.kind() != FinishInput.Kind.RELEASED) {
      return false;
    }
    return IntStream.range(0, drafts.size())
        .filter(i -> PlanContext.name(i).equals(input.name()))
        .mapToObj(drafts::get)
        .anyMatch(
            draft ->
                RelOptUtil.InputFinder.bits(filter.getCondition()).asList().stream()
                    .allMatch(
                        column ->
                            column < draft.keys().size()
                                && draft.widened().contains(draft.keys().get(column))));
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
