package org.dpjdbc.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.dpjdbc.plan.model.FinishInput;
import org.dpjdbc.sql.refusal.AnalysisSteps;

/**
 * Which columns of the frontiers a column of the answer is computed from. Conditions on rows and
 * orders do not count; what no rule names is computed from all columns below.
 */
final class ColumnSources {
  private final IdentityHashMap<RelNode, List<Set<Source>>> known = new IdentityHashMap<>();

  private ColumnSources() {}

  /**
   * A column of a frontier.
   *
   * @param frontier its name
   * @param field place in its rows, keys first
   */
  record Source(String frontier, int field) {}

  /** The sources of each column of what is evaluated above the frontiers. */
  static List<Set<Source>> of(RelNode finish) {
    return new ColumnSources().find(finish);
  }

  private List<Set<Source>> find(RelNode rel) {
    AnalysisSteps.step();
    List<Set<Source>> found = known.get(rel);
    if (found == null) {
      found = computed(rel);
      known.put(rel, found);
    }
    return found;
  }

  private List<Set<Source>> computed(RelNode rel) {
    List<List<Set<Source>>> inputs = rel.getInputs().stream().map(this::find).toList();
    int fields = rel.getRowType().getFieldCount();
    if (rel instanceof FinishInput input) {
      boolean released = input.kind() == FinishInput.Kind.RELEASED;
      return IntStream.range(0, fields)
          .mapToObj(i -> released ? Set.of(new Source(input.name(), i)) : Set.<Source>of())
          .toList();
    } else if (rel instanceof Filter || rel instanceof Sort) {
      return inputs.get(0);
    } else if (rel instanceof Project project) {
      return project.getProjects().stream()
          .map(column -> RelOptUtil.InputFinder.bits(column).asList())
          .map(columns -> united(inputs.get(0), columns))
          .toList();
    } else if (rel instanceof Aggregate aggregate) {
      return ofAggregate(aggregate, inputs.get(0));
    } else if (rel instanceof Join join) {
      List<Set<Source>> columns = new ArrayList<>(inputs.get(0));
      if (join.getJoinType().projectsRight()) {
        columns.addAll(inputs.get(1));
      }
      return columns;
    } else if (rel instanceof SetOp) {
      return IntStream.range(0, fields)
          .mapToObj(i -> united(inputs.stream().map(input -> input.get(i)).toList()))
          .toList();
    }
    return Collections.nCopies(fields, united(inputs.stream().flatMap(List::stream).toList()));
  }

  /** A number of rows is computed from whatever decides which rows there are. */
  private static List<Set<Source>> ofAggregate(Aggregate aggregate, List<Set<Source>> input) {
    List<Set<Source>> columns = new ArrayList<>();
    aggregate.getGroupSet().forEach(key -> columns.add(input.get(key)));
    for (AggregateCall call : aggregate.getAggCallList()) {
      List<Integer> read = new ArrayList<>(call.getArgList());
      if (call.hasFilter()) {
        read.add(call.filterArg);
      }
      columns.add(read.isEmpty() ? united(input) : united(input, read));
    }
    return columns;
  }

  private static Set<Source> united(List<Set<Source>> columns, List<Integer> of) {
    return united(of.stream().map(columns::get).toList());
  }

  private static Set<Source> united(List<Set<Source>> columns) {
    if (columns.size() == 1) {
      return columns.get(0);
    }
    Set<Source> all = new HashSet<>();
    for (Set<Source> column : columns) {
      for (Source source : column) {
        AnalysisSteps.step();
        all.add(source);
      }
    }
    return all;
  }
}
