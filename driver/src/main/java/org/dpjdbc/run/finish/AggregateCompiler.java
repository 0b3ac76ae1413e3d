package org.dpjdbc.run.finish;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.run.finish.expression.ExpressionCompiler;
import org.dpjdbc.run.finish.expression.NumericType;

/** Compiles GROUP BY. */
final class AggregateCompiler {
  private final RelDataTypeSystem system;
  private final ExpressionCompiler expressions;

  AggregateCompiler(RelDataTypeSystem system, ExpressionCompiler expressions) {
    this.system = system;
    this.expressions = expressions;
  }

  /** The aggregate over an input, if all its functions are known. */
  Optional<Operator> compile(Aggregate aggregate, Supplier<Operator> input) {
    List<AggregateOperator.Measure> measures = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      Optional<AggregateOperator.Measure> measure = measure(call);
      if (measure.isEmpty()) {
        return Optional.empty();
      }
      measures.add(measure.get());
    }
    List<Set<Integer>> sets = new ArrayList<>();
    for (ImmutableBitSet set : aggregate.getGroupSets()) {
      sets.add(new LinkedHashSet<>(set.asList()));
    }
    return Optional.of(
        new AggregateOperator(input.get(), aggregate.getGroupSet().asList(), sets, measures));
  }

  private Optional<AggregateOperator.Measure> measure(AggregateCall call) {
    Optional<NumericType> type = NumericType.of(call.getType(), system);
    boolean grouping =
        switch (call.getAggregation().getKind()) {
          case GROUPING, GROUPING_ID -> true;
          default -> false;
        };
    if (grouping) {
      return type.map(number -> new AggregateOperator.Grouping(call.getArgList(), number));
    }
    if (call.getAggregation().getKind() == SqlKind.LITERAL_AGG) {
      return expressions
          .compileAs(call.rexList.get(0), call.getType())
          .map(AggregateOperator.Constant::new);
    }
    if (call.isApproximate() || call.distinctKeys != null || !call.rexList.isEmpty()) {
      return Optional.empty();
    }
    List<RelFieldCollation> order = call.collation.getFieldCollations();
    List<Integer> arguments = new ArrayList<>(call.getArgList());
    order.forEach(key -> arguments.add(key.getFieldIndex()));
    OptionalInt filter = call.hasFilter() ? OptionalInt.of(call.filterArg) : OptionalInt.empty();
    return accumulators(call, type, order)
        .map(
            supplier ->
                new AggregateOperator.Call(
                    TotalAccumulator.of(supplier), arguments, filter, call.isDistinct()));
  }

  private static Optional<Supplier<Accumulator>> accumulators(
      AggregateCall call, Optional<NumericType> type, List<RelFieldCollation> order) {
    if (order.isEmpty()) {
      return Accumulators.of(call.getAggregation(), type);
    }
    return order.size() == 1 && call.getArgList().size() == 1
        ? Percentile.of(
            call.getAggregation().getKind(), type, order.get(0).getDirection().isDescending())
        : Optional.empty();
  }
}
