package org.dpjdbc.plan.pushdown;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;

/**
 * Removes the analyst's names from the SQL for the database: an alias is text written by the
 * analyst, and no such text may reach the database. The remaining names are those of the policy's
 * columns, for these columns, and generated ones. Must be applied from the leaves up, once for each
 * statement.
 */
final class GeneratedNames {
  private static final Pattern OURS = Pattern.compile("unit|u|[acdkqrsvx]\\d{1,4}|\\$f\\d{1,4}");

  /** Names of one statement are all different: SQL may take one for an alias of another level. */
  private int given;

  RelNode of(RelNode rel) {
    if (rel instanceof Project project) {
      return LogicalProject.create(
          project.getInput(),
          List.of(),
          project.getProjects(),
          names(project),
          project.getVariablesSet());
    } else if (rel instanceof Aggregate aggregate) {
      return of(aggregate);
    } else if (rel instanceof Values values) {
      return LogicalValues.create(
          values.getCluster(), numbered(values.getRowType(), values), values.getTuples());
    }
    return rel;
  }

  private List<String> names(Project project) {
    List<String> inputs = project.getInput().getRowType().getFieldNames();
    List<String> names = new ArrayList<>(project.getRowType().getFieldNames());
    List<Integer> foreign = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (int i = 0; i < names.size(); i++) {
      boolean kept =
          project.getProjects().get(i) instanceof RexInputRef ref
              && inputs.get(ref.getIndex()).equals(names.get(i));
      if (kept || isOurs(names.get(i))) {
        taken.add(names.get(i));
      } else {
        foreign.add(i);
      }
    }
    for (int i : foreign) {
      String name = next();
      while (!taken.add(name)) {
        name = next();
      }
      names.set(i, name);
    }
    return names;
  }

  private String next() {
    given++;
    return "n" + given;
  }

  private static boolean isOurs(String name) {
    return OURS.matcher(name).matches();
  }

  /** An aggregate without a name gets one of Calcite's, by its place. */
  private static RelNode of(Aggregate aggregate) {
    List<AggregateCall> calls =
        aggregate.getAggCallList().stream()
            .map(call -> call.name == null || isOurs(call.name) ? call : call.withName(null))
            .toList();
    return aggregate.copy(
        aggregate.getTraitSet(),
        aggregate.getInput(),
        aggregate.getGroupSet(),
        aggregate.getGroupSets(),
        calls);
  }

  private RelDataType numbered(RelDataType row, Values values) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < row.getFieldCount(); i++) {
      names.add(next());
    }
    return values
        .getCluster()
        .getTypeFactory()
        .createStructType(
            row.getFieldList().stream().map(field -> field.getType()).toList(), names);
  }
}
