package org.dpjdbc.plan.release;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlKind;
import org.dpjdbc.sql.refusal.ExpressionMessages;

/** The aggregate calls of a frontier that ask for the most common value; equal ones are one. */
final class Modes {
  private final Map<Integer, Measures.Key> byCall = new LinkedHashMap<>();
  private final Map<Measures.Key, RelDataType> types = new LinkedHashMap<>();

  /** Takes a call, if it is one of these. */
  boolean take(Aggregate aggregate, int place) {
    AggregateCall call = aggregate.getAggCallList().get(place);
    if (call.getAggregation().getKind() != SqlKind.MODE) {
      return false;
    } else if (call.isDistinct()) {
      throw ExpressionMessages.distinctNotOffered(call.getAggregation().getName());
    }
    int argument = call.getArgList().get(0);
    Measures.Key key = new Measures.Key(argument, Measures.NONE, call.filterArg, Measures.Once.NO);
    byCall.put(place, key);
    types.put(key, aggregate.getInput().getRowType().getFieldList().get(argument).getType());
    return true;
  }

  /** What a call asks for, if it is one of these. */
  Optional<Measures.Key> of(int call) {
    return Optional.ofNullable(byCall.get(call));
  }

  boolean isEmpty() {
    return byCall.isEmpty();
  }

  /** Each argument with its filter, and the type that its values are read in. */
  Map<Measures.Key, RelDataType> measures() {
    return types;
  }
}
