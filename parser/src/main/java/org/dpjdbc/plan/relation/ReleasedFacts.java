package org.dpjdbc.plan.relation;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexNode;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.plan.bounds.Interval;
import org.dpjdbc.plan.model.FinishInput;
import org.dpjdbc.plan.model.FrontierDraft;
import org.dpjdbc.plan.model.Statistic;
import org.dpjdbc.sql.refusal.RefusedException;

/**
 * Facts about the columns of released rows that follow from the plan alone: a mean lies within the
 * bounds of its column. Like any other range these are only claims: values that are aggregated are
 * clamped to them.
 */
public final class ReleasedFacts {
  private ReleasedFacts() {}

  public static List<ColumnFacts> of(PlanContext context, RelNode rel) {
    List<Optional<Interval>> ranges = ranges(context, rel);
    return IntStream.range(0, ranges.size()).mapToObj(i -> facts(rel, i, ranges.get(i))).toList();
  }

  private static ColumnFacts facts(RelNode rel, int column, Optional<Interval> range) {
    String name = rel.getRowType().getFieldNames().get(column);
    return new ColumnFacts(name, range, Optional.empty()).asWritten();
  }

  private static List<Optional<Interval>> ranges(PlanContext context, RelNode rel) {
    if (rel instanceof FinishInput input && input.kind() == FinishInput.Kind.RELEASED) {
      return released(context.draft(input.name()));
    } else if (rel instanceof Filter filter) {
      return passing(context, filter);
    } else if (rel instanceof Sort) {
      return ranges(context, rel.getInput(0));
    } else if (rel instanceof Project project) {
      List<ColumnFacts> below = of(context, project.getInput());
      List<Optional<Interval>> ranges = new ArrayList<>();
      project.getProjects().forEach(e -> ranges.add(range(context, below, e)));
      return ranges;
    } else if (rel instanceof Join join && join.getJoinType().projectsRight()) {
      List<Optional<Interval>> ranges = new ArrayList<>(ranges(context, join.getLeft()));
      ranges.addAll(ranges(context, join.getRight()));
      return ranges;
    }
    return rel.getRowType().getFieldList().stream().map(f -> Optional.<Interval>empty()).toList();
  }

  /** On released rows any condition is allowed; one that has no rule narrows nothing. */
  private static List<Optional<Interval>> passing(PlanContext context, Filter filter) {
    List<ColumnFacts> below = of(context, filter.getInput());
    try {
      return context.expressions(below).narrow(filter.getCondition()).stream()
          .map(ColumnFacts::range)
          .toList();
    } catch (RefusedException e) {
      return below.stream().map(ColumnFacts::range).toList();
    }
  }

  private static List<Optional<Interval>> released(FrontierDraft draft) {
    List<Optional<Interval>> ranges = new ArrayList<>();
    draft.keys().forEach(key -> ranges.add(Optional.empty()));
    for (Statistic statistic : draft.statistics()) {
      ranges.add(range(statistic));
    }
    return ranges;
  }

  private static Optional<Interval> range(Statistic statistic) {
    if (statistic instanceof Statistic.Mean mean) {
      Statistic.Pair pair = mean.pair();
      return range(new Statistic.Bounds(pair.lower(), pair.upper(), pair.step()));
    } else if (statistic instanceof Statistic.Variance variance) {
      Statistic.Pair pair = variance.pair();
      BigDecimal width = new BigDecimal(pair.upper().subtract(pair.lower())).multiply(pair.step());
      BigDecimal max = variance.root() ? width : width.multiply(width);
      return Optional.of(new Interval(BigDecimal.ZERO, max));
    } else if (statistic instanceof Statistic.Comoment of) {
      return switch (of.function()) {
        case AVG_X -> range(of.joint().x());
        case AVG_Y -> range(of.joint().y());
        case CORR -> Optional.of(new Interval(BigDecimal.ONE.negate(), BigDecimal.ONE));
        case R2 -> Optional.of(new Interval(BigDecimal.ZERO, BigDecimal.ONE));
        default -> Optional.empty();
      };
    }
    return Optional.empty();
  }

  private static Optional<Interval> range(Statistic.Bounds bounds) {
    return Optional.of(
        new Interval(
            new BigDecimal(bounds.lower()).multiply(bounds.step()),
            new BigDecimal(bounds.upper()).multiply(bounds.step())));
  }

  /**
   * Any expression is allowed where no row of a person is: of one without a rule nothing is known.
   */
  static Optional<Interval> range(
      PlanContext context, List<ColumnFacts> below, RexNode expression) {
    try {
      return context.expressions(below).range(expression);
    } catch (RefusedException e) {
      return Optional.empty();
    }
  }
}
