package org.dpjdbc.plan.rule;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.sql.SqlKind;
import org.dpjdbc.plan.algebra.InputRefs;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.plan.bounds.Interval;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.sql.refusal.RefusedException;

/**
 * Bounds the rows of a unit by a condition on ROW_NUMBER. Partitioned by the unit, ROW_NUMBER gives
 * no two rows of a unit the same number, whatever the data; so at most as many rows of a unit pass
 * as there are numbers that satisfy the condition.
 */
final class RowNumbers {
  private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

  private final PlanContext context;

  RowNumbers(PlanContext context) {
    this.context = context;
  }

  /**
   * The bound.
   *
   * @param input the filtered rows
   * @param total the condition, as it stands in the pushed SQL
   * @return empty if the condition bounds no row number
   */
  OptionalInt passing(PerUnit input, RexNode total) {
    if (input.unit().isEmpty() || input.deferred()) {
      return OptionalInt.empty();
    }
    RelNode rel = input.rel();
    RexNode condition = total;
    int unit = input.unit().getAsInt();
    while (true) {
      if (rel instanceof Filter || rel instanceof SubSelect) {
        rel = rel.getInput(0);
      } else if (rel instanceof Project project) {
        if (!(project.getProjects().get(unit) instanceof RexInputRef ref)) {
          return OptionalInt.empty();
        }
        if (project.containsOver()) {
          return passing(project, condition, ref.getIndex());
        }
        condition = InputRefs.past(condition, project);
        unit = ref.getIndex();
        rel = project.getInput();
      } else {
        return OptionalInt.empty();
      }
    }
  }

  private OptionalInt passing(Project windows, RexNode condition, int unit) {
    List<RexNode> columns = windows.getProjects();
    Interval numbers = new Interval(BigDecimal.ONE, MOST);
    List<ColumnFacts> facts = new ArrayList<>();
    for (RexNode column : columns) {
      Optional<Interval> range =
          numbersRows(column, unit) ? Optional.of(numbers) : Optional.empty();
      facts.add(new ColumnFacts("n", range, Optional.empty()));
    }
    try {
      List<ColumnFacts> narrowed = context.expressions(facts).narrow(condition);
      return IntStream.range(0, columns.size())
          .filter(i -> numbersRows(columns.get(i), unit))
          .mapToObj(narrowed::get)
          .flatMap(column -> column.range().stream())
          .filter(range -> range.upper().compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) < 0)
          .mapToInt(
              range -> range.upper().subtract(range.lower()).max(BigDecimal.ZERO).intValue() + 1)
          .min();
    } catch (RefusedException e) {
      return OptionalInt.empty(); // a condition that grew too large says nothing
    }
  }

  private static boolean numbersRows(RexNode column, int unit) {
    return column instanceof RexOver over
        && over.getAggOperator().getKind() == SqlKind.ROW_NUMBER
        && !over.getWindow().partitionKeys.isEmpty()
        && over.getWindow().partitionKeys.stream()
            .allMatch(key -> key instanceof RexInputRef ref && ref.getIndex() == unit);
  }
}
