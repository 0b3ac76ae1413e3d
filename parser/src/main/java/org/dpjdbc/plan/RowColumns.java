package org.dpjdbc.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/** The columns, one value per private row, that an ask aggregates; equal ones stand once. */
final class RowColumns {
  private final RelNode input;
  private final List<RexNode> columns = new ArrayList<>();
  private final List<String> names = new ArrayList<>();

  RowColumns(RelNode input) {
    this.input = input;
  }

  /** How many there are. */
  int width() {
    return columns.size();
  }

  /** The place of a column under a name of its own, whatever stands already. */
  int add(RexNode column, String name) {
    columns.add(column);
    names.add(name);
    return columns.size() - 1;
  }

  /** The place of a column, shared with an equal one among those from {@code first} on. */
  int share(RexNode column, int first) {
    for (int i = first; i < columns.size(); i++) {
      if (columns.get(i).equals(column)) {
        return i;
      }
    }
    return add(column, "x" + (columns.size() - first));
  }

  /**
   * The projection. It is merged with one below where that only renames columns; where the one
   * below computes, it stays a sub-select, so that a computed key stands in the SQL once.
   */
  RelNode build() {
    RelNode below = input;
    List<RexNode> merged = columns;
    while (below instanceof Project project && onlyRenames(project, merged)) {
      merged = RelOptUtil.pushPastProject(merged, project);
      below = project.getInput();
    }
    RelNode source = below instanceof Project ? SubSelect.of(below) : below;
    return LogicalProject.create(source, List.of(), merged, names, Set.of());
  }

  private static boolean onlyRenames(Project below, List<RexNode> above) {
    boolean[] renames = {true};
    RexShuttle finder =
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            renames[0] &= below.getProjects().get(ref.getIndex()) instanceof RexInputRef;
            return ref;
          }
        };
    above.forEach(column -> column.accept(finder));
    return renames[0];
  }
}
