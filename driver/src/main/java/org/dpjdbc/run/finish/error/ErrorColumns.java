package org.dpjdbc.run.finish.error;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.run.finish.PlanCopy;

/**
 * Adds after every noisy output column {@code x} a column {@code x_error95}: the half-width of its
 * 95 % interval, a nullable DOUBLE. It is computed from the half-widths of the released values by
 * first-order propagation and is itself a function of released values alone, free of privacy cost.
 *
 * <ul>
 *   <li>The error of a sum of released columns of one row with constant factors is exact ({@link
 *       LinearErrors}) where the noise alone tells it. Otherwise the errors of independent releases
 *       add in squares; of releases that may depend on each other, linearly. Products, ratios and
 *       functions use their derivatives at the noisy values.
 *   <li>A nested SUM or AVG adds its rows' half-widths in squares, or linearly if a join may have
 *       repeated a row.
 *   <li>If no reliable figure exists (MIN, MAX, a variance of noisy values, ...) it is NULL.
 *   <li>Columns without noise, and columns that are not numbers, have none. Ranks, counts of
 *       released rows, and conditions on noisy values count as without noise: there is no figure
 *       for whether a row is there, or for its position.
 * </ul>
 */
public final class ErrorColumns {
  /** What follows the name of a noisy column in the name of its error. */
  public static final String SUFFIX = "_error95";

  private ErrorColumns() {}

  /**
   * Which columns carry noise; their errors are columns of every answer.
   *
   * @param outline the plan, as far as the query determines it
   * @param inputs the noisy inputs; others have no noise
   * @throws org.dpjdbc.sql.refusal.RefusedException if an operator in the plan is not offered
   */
  public static List<Boolean> noisy(RelNode outline, List<NoisyInput> inputs) {
    RelNode own = PlanCopy.adopt(outline);
    DoubleMath math = new DoubleMath(own.getCluster().getRexBuilder());
    RelationWithErrors known = new ErrorTracing(math, inputs, LinearErrors.UNKNOWN).trace(own);
    return known.deviations().stream().map(deviation -> !deviation.isNone()).toList();
  }

  /** The type of an error. */
  public static RelDataType type(RelDataTypeFactory types) {
    return types.createTypeWithNullability(types.createSqlType(SqlTypeName.DOUBLE), true);
  }

  /**
   * Adds the error columns.
   *
   * @param finish as {@link Finisher#compile} takes it
   * @param inputs the noisy inputs; others have no noise
   * @param noisy the columns that have an error: 0 in a plan if nothing moves them
   * @param linear what the noise alone tells
   * @return a plan whose noisy inputs have the hidden columns that {@link NoisyInput} says
   * @throws org.dpjdbc.sql.refusal.RefusedException if an operator in the plan is not offered
   */
  public static RelNode add(
      RelNode finish, List<NoisyInput> inputs, List<Boolean> noisy, LinearErrors linear) {
    RelNode own = PlanCopy.adopt(finish);
    DoubleMath math = new DoubleMath(own.getCluster().getRexBuilder());
    RelationWithErrors known = new ErrorTracing(math, inputs, linear).trace(own);
    List<RexNode> columns = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < known.visible(); i++) {
      RexNode column = known.columns().get(i);
      columns.add(column);
      names.add(known.names().get(i));
      if (noisy.get(i)) {
        RexNode missing = math.rexBuilder().makeCall(SqlStdOperatorTable.IS_NULL, column);
        columns.add(
            math.of(
                math.choose(
                    missing,
                    math.unknown(),
                    error(column, known.deviations().get(i), math, linear))));
        names.add(known.names().get(i) + SUFFIX);
      }
    }
    return LogicalProject.create(known.rel(), List.of(), columns, names, Set.of());
  }

  /**
   * The half-width of a column: the exact one for a sum of released columns, if the noise alone
   * determines it. Integers are off by integers: as often by up to m as their error and a random
   * part of a step, which is what half-widths add up to, by up to m + 1/2.
   */
  private static RexNode error(
      RexNode column, Deviation deviation, DoubleMath math, LinearErrors linear) {
    LinearForm form = deviation.linear();
    boolean whole =
        SqlTypeUtil.isExactNumeric(column.getType()) && column.getType().getScale() == 0;
    if (form != null) {
      OptionalDouble exact = linear.halfWidth(form.factors(), whole);
      if (exact.isPresent()) {
        return math.number(exact.getAsDouble());
      }
    }
    RexNode total = deviation.total(math);
    return whole ? math.nearestInteger(total) : total;
  }
}
