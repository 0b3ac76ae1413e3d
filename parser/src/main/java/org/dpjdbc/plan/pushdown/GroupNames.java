package org.dpjdbc.plan.pushdown;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.dpjdbc.plan.algebra.SubSelect;

/**
 * Keeps group keys and aliases of a query apart. H2 reads a name in GROUP BY that is not selected
 * as the alias of that name, if there is one: {@code SELECT a AS b ... GROUP BY a, b} would group
 * by a alone, and the rows of different units would be merged.
 */
final class GroupNames {
  private GroupNames() {}

  /** The projection; over a subselect that shows the groups, where a name could be mistaken. */
  static RelNode apart(Project project) {
    if (!(project.getInput() instanceof Aggregate aggregate)) {
      return project;
    }
    Set<Integer> shown = new TreeSet<>();
    for (RexNode column : project.getProjects()) {
      if (column instanceof RexInputRef ref) {
        shown.add(ref.getIndex());
      }
    }
    Set<String> aliases = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    aliases.addAll(project.getRowType().getFieldNames());
    List<Integer> groups = aggregate.getGroupSet().asList();
    for (int i = 0; i < groups.size(); i++) {
      if (!shown.contains(i)
          && names(aggregate, groups.get(i)).stream().anyMatch(aliases::contains)) {
        return project.copy(project.getTraitSet(), List.of(SubSelect.of(aggregate)));
      }
    }
    return project;
  }

  /** What a grouped column may be called where it is printed: projections below are merged. */
  private static List<String> names(Aggregate aggregate, int column) {
    List<String> names = new ArrayList<>();
    RelNode rel = aggregate.getInput();
    int at = column;
    names.add(rel.getRowType().getFieldNames().get(at));
    while (rel instanceof Project project
        && project.getProjects().get(at) instanceof RexInputRef ref) {
      rel = project.getInput();
      at = ref.getIndex();
      names.add(rel.getRowType().getFieldNames().get(at));
    }
    return names;
  }
}
