package org.dpjdbc.run.finish;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.run.finish.expression.Expression;
import org.dpjdbc.run.finish.expression.ExpressionCompiler;
import org.dpjdbc.run.finish.expression.NumericType;
import org.dpjdbc.run.finish.expression.Tuple;
import org.jspecify.annotations.Nullable;

/** Compiles a SELECT list with window functions: these first, then the rest over their values. */
final class WindowCompiler {
  private final RexBuilder rexBuilder;
  private final ExpressionCompiler expressions;

  WindowCompiler(RexBuilder rexBuilder, ExpressionCompiler expressions) {
    this.rexBuilder = rexBuilder;
    this.expressions = expressions;
  }

  /** The projection over an input, if all of it is known. */
  Optional<Operator> compile(Project project, Operator input) {
    int width = project.getInput().getRowType().getFieldCount();
    List<RexOver> windows = new ArrayList<>();
    List<RexNode> columns =
        new RexShuttle() {
          @Override
          public RexNode visitOver(RexOver over) {
            int known = windows.indexOf(over);
            if (known < 0) {
              windows.add(over);
            }
            int index = width + (known < 0 ? windows.size() - 1 : known);
            return rexBuilder.makeInputRef(over.getType(), index);
          }
        }.visitList(project.getProjects());
    List<WindowOperator.Call> calls = new ArrayList<>();
    for (RexOver window : windows) {
      Optional<WindowOperator.Call> call = call(window, calls, windows);
      if (call.isEmpty()) {
        return Optional.empty();
      }
      calls.add(call.get());
    }
    return expressions
        .compileAll(columns)
        .map(list -> new ProjectOperator(new WindowOperator(input, width, calls), list));
  }

  private Optional<WindowOperator.Call> call(
      RexOver over, List<WindowOperator.Call> earlier, List<RexOver> windows) {
    Optional<Partition.Arrangement> arrangement = shared(over, earlier, windows);
    if (arrangement.isEmpty()) {
      arrangement = arrangement(over.getWindow());
    }
    return arrangement.flatMap(
        known ->
            frame(over.getWindow(), known.order())
                .flatMap(frame -> function(over, frame))
                .map(function -> new WindowOperator.Call(known, function)));
  }

  /** The arrangement of an earlier function with the same partition and order: sorted once. */
  private static Optional<Partition.Arrangement> shared(
      RexOver over, List<WindowOperator.Call> earlier, List<RexOver> windows) {
    for (int i = 0; i < earlier.size(); i++) {
      RexWindow window = windows.get(i).getWindow();
      if (window.partitionKeys.equals(over.getWindow().partitionKeys)
          && window.orderKeys.equals(over.getWindow().orderKeys)) {
        return Optional.of(earlier.get(i).arrangement());
      }
    }
    return Optional.empty();
  }

  private Optional<Partition.Arrangement> arrangement(RexWindow window) {
    List<OrderKey> order = new ArrayList<>();
    for (RexFieldCollation key : window.orderKeys) {
      Optional<Expression> expression = expressions.compile(key.left);
      if (expression.isEmpty()) {
        return Optional.empty();
      }
      order.add(OrderKey.of(expression.get(), key.getDirection(), key.getNullDirection()));
    }
    return expressions
        .compileAll(window.partitionKeys)
        .map(partition -> new Partition.Arrangement(partition, order));
  }

  private Optional<Frame> frame(RexWindow window, List<OrderKey> order) {
    Optional<Frame.Bound> lower = bound(window, window.getLowerBound());
    Optional<Frame.Bound> upper = bound(window, window.getUpperBound());
    return lower.isPresent() && upper.isPresent()
        ? Optional.of(
            new Frame(window.isRows(), lower.get(), upper.get(), order, window.getExclude()))
        : Optional.empty();
  }

  private Optional<Frame.Bound> bound(RexWindow window, RexWindowBound bound) {
    if (bound.isUnbounded()) {
      return Optional.of(new Frame.Unbounded());
    }
    if (bound.isCurrentRow()) {
      return Optional.of(new Frame.Current());
    }
    RexNode offset = bound.getOffset();
    if (offset == null) {
      return Optional.empty();
    }
    return unit(window, offset.getType())
        .flatMap(
            unit ->
                expressions
                    .compile(offset)
                    .map(
                        distance ->
                            new Frame.Offset(distance, bound.isPreceding() ? -1 : 1, unit)));
  }

  private static Optional<Frame.Unit> unit(RexWindow window, RelDataType offset) {
    if (window.isRows()) {
      return onlyIf(SqlTypeUtil.isNumeric(offset), Frame.Unit.NUMBER);
    }
    if (window.orderKeys.size() != 1) {
      return Optional.empty();
    }
    RelDataType key = window.orderKeys.get(0).left.getType();
    if (SqlTypeUtil.isNumeric(key)) {
      return onlyIf(SqlTypeUtil.isNumeric(offset), Frame.Unit.NUMBER);
    }
    boolean months = SqlTypeName.YEAR_INTERVAL_TYPES.contains(offset.getSqlTypeName());
    return switch (key.getSqlTypeName()) {
      case DATE, TIMESTAMP ->
          onlyIf(
              SqlTypeUtil.isInterval(offset), months ? Frame.Unit.MONTHS : Frame.Unit.MILLISECONDS);
      case TIME -> onlyIf(SqlTypeUtil.isInterval(offset) && !months, Frame.Unit.MILLISECONDS);
      default -> Optional.empty();
    };
  }

  private static Optional<Frame.Unit> onlyIf(boolean has, Frame.Unit unit) {
    return has ? Optional.of(unit) : Optional.empty();
  }

  private Optional<CompiledWindowFunction> function(RexOver over, Frame frame) {
    RelDataType type = over.getType();
    Optional<NumericType> number =
        NumericType.of(type, rexBuilder.getTypeFactory().getTypeSystem());
    Optional<CompiledWindowFunction> ranking =
        number.flatMap(known -> WindowFunctions.ranking(over.getKind(), known));
    if (ranking.isPresent()) {
      return ranking;
    }
    return switch (over.getKind()) {
      case NTILE ->
          expressions
              .compile(over.getOperands().get(0))
              .flatMap(parts -> number.map(known -> WindowFunctions.ntile(parts, known)));
      case LAG -> shift(over, -1);
      case LEAD -> shift(over, 1);
      case FIRST_VALUE ->
          operand(over, 0, type)
              .map(value -> WindowFunctions.nth(value, tuple -> 1L, frame, over.ignoreNulls()));
      case LAST_VALUE ->
          operand(over, 0, type)
              .map(value -> WindowFunctions.last(value, frame, over.ignoreNulls()));
      case NTH_VALUE ->
          operand(over, 0, type)
              .flatMap(
                  value ->
                      expressions
                          .compile(over.getOperands().get(1))
                          .map(
                              place ->
                                  WindowFunctions.nth(value, place, frame, over.ignoreNulls())));
      default -> aggregate(over, number, frame);
    };
  }

  private Optional<CompiledWindowFunction> shift(RexOver over, int sign) {
    Optional<Expression> value = operand(over, 0, over.getType());
    Optional<Expression> distance =
        over.getOperands().size() > 1
            ? expressions.compile(over.getOperands().get(1))
            : expressions.compile(rexBuilder.makeExactLiteral(BigDecimal.ONE));
    Optional<Expression> otherwise =
        over.getOperands().size() > 2
            ? operand(over, 2, over.getType())
            : Optional.of(WindowCompiler::nothing);
    return value.isPresent() && distance.isPresent() && otherwise.isPresent()
        ? Optional.of(
            WindowFunctions.shift(
                value.get(), distance.get(), otherwise.get(), sign, over.ignoreNulls()))
        : Optional.empty();
  }

  private static @Nullable Object nothing(Tuple tuple) {
    return null;
  }

  private Optional<Expression> operand(RexOver over, int index, RelDataType type) {
    return expressions.compileAs(over.getOperands().get(index), type);
  }

  private Optional<CompiledWindowFunction> aggregate(
      RexOver over, Optional<NumericType> number, Frame frame) {
    return Accumulators.of(over.getAggOperator(), number)
        .flatMap(
            accumulators ->
                expressions
                    .compileAll(over.getOperands())
                    .map(
                        arguments ->
                            WindowFunctions.aggregate(
                                TotalAccumulator.of(accumulators),
                                arguments,
                                over.isDistinct(),
                                frame)));
  }
}
