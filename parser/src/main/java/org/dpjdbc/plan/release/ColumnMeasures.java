package org.dpjdbc.plan.release;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.dpjdbc.plan.bounds.Measure;
import org.dpjdbc.plan.bounds.RowExpressions;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;

/**
 * Measures that are better taken of the columns that they are computed from than of their values:
 * each is computed in the place of its value, or beside it where that is wanted as well.
 *
 * @param rows the rows, with the measures among their columns
 * @param of the measures, by the column of their value
 */
record ColumnMeasures(PerUnit rows, Map<Integer, Measure> of) {
  /**
   * The column to measure in the place of another: the first of those that hold one exact number,
   * as it is or in a wider type. Tools ask for the sum of a column and for the mean of {@code
   * CAST(column AS DOUBLE)}, which is one release.
   */
  static IntUnaryOperator same(PerUnit rows) {
    if (!(rows.rel() instanceof Project project)) {
      return column -> column;
    }
    Map<RexNode, Integer> firsts = new HashMap<>();
    List<Integer> same = new ArrayList<>();
    for (int column = 0; column < project.getProjects().size(); column++) {
      RexNode exact = RowExpressions.unwidened(project.getProjects().get(column));
      same.add(firsts.merge(exact, column, (first, next) -> first));
    }
    return same::get;
  }

  /**
   * Whether a column holds nothing but 0, 1 and NULL, and nothing else bounds what those of a unit
   * add up to: then its sum is the number of rows that have 1.
   */
  static boolean areOnes(PerUnit rows, int column) {
    PerUnit.Column known = rows.columns().get(column);
    RelDataType type = rows.rel().getRowType().getFieldList().get(column).getType();
    return SqlTypeName.INT_TYPES.contains(type.getSqlTypeName())
        && known.unitSum().isEmpty()
        && known.facts().step().isEmpty()
        && known
            .facts()
            .range()
            .filter(range -> range.lower().signum() == 0)
            .filter(range -> range.upper().compareTo(BigDecimal.ONE) == 0)
            .isPresent();
  }

  private static boolean isSum(SqlKind kind) {
    return kind == SqlKind.SUM || kind == SqlKind.SUM0;
  }

  /** Whether several numbers of rows are asked for, as for a share. */
  static boolean comparesCounts(PerUnit rows, Aggregate aggregate) {
    return aggregate.getAggCallList().stream()
            .filter(
                call ->
                    (call.getAggregation().getKind() == SqlKind.COUNT && !call.isDistinct())
                        || (isSum(call.getAggregation().getKind())
                            && !call.isDistinct()
                            && areOnes(rows, call.getArgList().get(0))))
            .map(call -> List.of(call.getArgList(), call.filterArg))
            .distinct()
            .count()
        > 1;
  }

  /**
   * Finds them.
   *
   * @param summed columns of which sums are wanted
   * @param read columns of which the values are wanted
   */
  static ColumnMeasures of(
      PlanContext context, PerUnit rows, Set<Integer> summed, Set<Integer> read) {
    Map<Integer, Measure> measures = new TreeMap<>();
    if (!(rows.rel() instanceof Project project) || rows.below().isEmpty()) {
      return new ColumnMeasures(rows, measures);
    }
    RowExpressions below = context.expressions(rows.below());
    List<RexNode> projects = new ArrayList<>(project.getProjects());
    List<String> names = new ArrayList<>(project.getRowType().getFieldNames());
    List<PerUnit.Column> columns = new ArrayList<>(rows.columns());
    Map<Integer, Integer> places = new HashMap<>();
    for (int column : summed) {
      RexNode value = project.getProjects().get(column);
      Optional<Measure> measure = below.measureOfColumns(value);
      // Of a constant a database may find out that all is NULL, and of what type it cannot tell.
      if (measure.isEmpty() && !RexUtil.isConstant(value)) {
        measure = below.measureOfExact(value);
      }
      if (measure.isPresent()) {
        measures.put(column, measure.get());
        places.put(column, read.contains(column) ? projects.size() : column);
        if (read.contains(column)) {
          projects.add(TypedLiterals.of(context.rex(), measure.get().value()));
          names.add("x" + column);
          columns.add(rows.columns().get(column));
        } else {
          projects.set(column, TypedLiterals.of(context.rex(), measure.get().value()));
        }
      }
    }
    if (measures.isEmpty()) {
      return new ColumnMeasures(rows, measures);
    }
    RelNode rel =
        LogicalProject.create(
            project.getInput(),
            project.getHints(),
            projects,
            SqlValidatorUtil.uniquify(names, true),
            project.getVariablesSet());
    measures.replaceAll(
        (column, measure) ->
            measure.of(context.rex().makeInputRef(rel, places.getOrDefault(column, column))));
    return new ColumnMeasures(rows.withRel(rel, columns), measures);
  }
}
