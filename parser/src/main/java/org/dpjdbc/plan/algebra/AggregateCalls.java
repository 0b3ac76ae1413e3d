package org.dpjdbc.plan.algebra;

import java.util.List;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.sql.SqlAggFunction;
import org.jspecify.annotations.Nullable;

/** Aggregate calls without what we never use: approximations, orders, keys that are distinct. */
public final class AggregateCalls {
  private AggregateCalls() {}

  /**
   * A call of the type that its function gives it.
   *
   * @param arguments columns of {@code input}
   * @param groups how many keys the aggregate has
   * @param name of its column; {@code null} for one that Calcite gives
   */
  public static AggregateCall of(
      SqlAggFunction function,
      boolean distinct,
      List<Integer> arguments,
      RelNode input,
      int groups,
      @Nullable String name) {
    return AggregateCall.create(
        function,
        distinct,
        false,
        false,
        List.of(),
        arguments,
        -1,
        null,
        RelCollations.EMPTY,
        groups,
        input,
        null,
        name);
  }

  /** The call of another function that gives the same type. */
  public static AggregateCall as(AggregateCall call, SqlAggFunction function) {
    return AggregateCall.create(
        call.getParserPosition(),
        function,
        call.isDistinct(),
        call.isApproximate(),
        call.ignoreNulls(),
        call.rexList,
        call.getArgList(),
        call.filterArg,
        call.distinctKeys,
        call.collation,
        call.getType(),
        call.getName());
  }
}
