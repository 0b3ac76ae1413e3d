package org.dpjdbc.plan.canonical;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rex.RexInputRef;
import org.dpjdbc.sql.refusal.AnalysisSteps;
import org.dpjdbc.sql.validate.CatalogTable;

/**
 * The query in its canonical form. Each step keeps the rows of every relation. Aggregates are put
 * in order from the leaves up; the order of columns that the query has is restored by the nearest
 * projection above.
 */
public final class CanonicalQuery {
  private final Function<Aggregate, Optional<Wider>> widening;

  private CanonicalQuery(Function<Aggregate, Optional<Wider>> widening) {
    this.widening = widening;
  }

  /** The query with the same columns. */
  public static RelNode of(RelNode query) {
    return of(query, aggregate -> Optional.empty());
  }

  /**
   * The query with the same columns, and with aggregates of more groups where there are such.
   *
   * @param widening the wider aggregate for one whose rows are in canonical form
   */
  public static RelNode of(RelNode query, Function<Aggregate, Optional<Wider>> widening) {
    return isRecursive(query)
        ? query
        : new CanonicalQuery(widening).canonical(query).restored(query);
  }

  /** Whether rows of people are read. */
  public static boolean readsPrivate(RelNode rel) {
    return rel instanceof TableScan scan
        ? scan.getTable().unwrap(CatalogTable.class) instanceof CatalogTable.Backend table
            && table.policy().unit().isPresent()
        : rel.getInputs().stream().anyMatch(CanonicalQuery::readsPrivate);
  }

  private static boolean isRecursive(RelNode rel) {
    return rel instanceof RepeatUnion
        || rel.getInputs().stream().anyMatch(CanonicalQuery::isRecursive);
  }

  private CanonicalRelation canonical(RelNode rel) {
    AnalysisSteps.step();
    if (rel instanceof Aggregate aggregate && readsPrivate(rel)) {
      RelNode rows =
          Wrappers.removed(canonical(aggregate.getInput()).restored(aggregate.getInput()));
      Aggregate written = (Aggregate) over(aggregate, List.of(rows));
      return widening
          .apply(written)
          .map(CanonicalQuery::selected)
          .orElseGet(() -> CanonicalAggregate.of(written));
    } else if (rel instanceof Project project
        && !project.containsOver()
        && project.getVariablesSet().isEmpty()) {
      return projected(project, canonical(project.getInput()));
    } else if (rel instanceof Filter filter
        && !filter.containsOver()
        && filter.getVariablesSet().isEmpty()) {
      return filtered(filter, canonical(filter.getInput()));
    } else if (rel instanceof Sort sort) {
      return sorted(sort, canonical(sort.getInput()));
    }
    List<RelNode> inputs = new ArrayList<>();
    rel.getInputs().forEach(input -> inputs.add(canonical(input).restored(input)));
    return CanonicalRelation.asWritten(over(rel, inputs));
  }

  /** The rows of a wider aggregate that the query asks for. */
  private static CanonicalRelation selected(Wider wider) {
    CanonicalRelation all = CanonicalAggregate.of(wider.aggregate());
    return new CanonicalRelation(
        LogicalFilter.create(all.rel(), all.moved(wider.condition())),
        Optional.of(wider.columns().stream().map(all::moved).toList()));
  }

  private static RelNode over(RelNode rel, List<RelNode> inputs) {
    return rel.getInputs().equals(inputs) ? rel : rel.copy(rel.getTraitSet(), inputs);
  }

  private static CanonicalRelation projected(Project project, CanonicalRelation input) {
    return CanonicalRelation.asWritten(
        input.columns().isEmpty()
            ? over(project, List.of(input.rel()))
            : LogicalProject.create(
                input.rel(),
                project.getHints(),
                project.getProjects().stream().map(input::moved).toList(),
                project.getRowType().getFieldNames(),
                Set.of()));
  }

  private static CanonicalRelation filtered(Filter filter, CanonicalRelation input) {
    return input.columns().isEmpty()
        ? CanonicalRelation.asWritten(over(filter, List.of(input.rel())))
        : new CanonicalRelation(
            LogicalFilter.create(input.rel(), input.moved(filter.getCondition())), input.columns());
  }

  private static CanonicalRelation sorted(Sort sort, CanonicalRelation input) {
    if (input.columns().isEmpty()) {
      return CanonicalRelation.asWritten(over(sort, List.of(input.rel())));
    }
    List<RelFieldCollation> moved = new ArrayList<>();
    for (RelFieldCollation by : sort.getCollation().getFieldCollations()) {
      if (!(input.columns().get().get(by.getFieldIndex()) instanceof RexInputRef ref)) {
        return CanonicalRelation.asWritten(over(sort, List.of(input.restored(sort.getInput()))));
      }
      moved.add(by.withFieldIndex(ref.getIndex()));
    }
    return new CanonicalRelation(
        LogicalSort.create(input.rel(), RelCollations.of(moved), sort.offset, sort.fetch),
        input.columns());
  }
}
