package org.dpjdbc.run.finish;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import org.dpjdbc.run.finish.expression.Expression;
import org.dpjdbc.run.finish.expression.NumericType;
import org.dpjdbc.run.finish.expression.Tuple;
import org.dpjdbc.run.finish.expression.Values;
import org.dpjdbc.run.rows.Rows;
import org.jspecify.annotations.Nullable;

/**
 * GROUP BY above the frontier: aggregates of released rows. Groups come in the order of their first
 * row, grouping sets one after the other.
 *
 * @param columns the grouping columns
 * @param sets the grouping sets, each a subset of the columns
 * @param measures the aggregates, which follow the grouping columns
 */
record AggregateOperator(
    Operator input, List<Integer> columns, List<Set<Integer>> sets, List<Measure> measures)
    implements Operator {

  /** An output column after the grouping columns. */
  sealed interface Measure {}

  /**
   * An aggregate function.
   *
   * @param accumulators makes its state
   * @param arguments columns of its arguments
   * @param filter column that must be true
   * @param distinct whether equal arguments count once
   */
  record Call(
      Supplier<Accumulator> accumulators,
      List<Integer> arguments,
      OptionalInt filter,
      boolean distinct)
      implements Measure {
    /** Whether its state grows with the rows: any may, that has an argument. */
    boolean holdsArguments() {
      return !arguments.isEmpty();
    }
  }

  /** GROUPING: a bit per column, set where the column is not in the grouping set. */
  record Grouping(List<Integer> arguments, NumericType type) implements Measure {
    Object value(Set<Integer> set) {
      long bits = 0;
      for (int argument : arguments) {
        bits = bits * 2 + (set.contains(argument) ? 0 : 1);
      }
      return type.fit(bits);
    }
  }

  /** A value that is the same for all groups. */
  record Constant(Expression value) implements Measure {}

  @Override
  public Rows run(Run run) {
    Rows rows = input.run(run);
    RowCollector out = new RowCollector(columns.size() + measures.size(), run);
    for (Set<Integer> set : sets) {
      for (Group group : groups(rows, set, run)) {
        out.add(group.row());
      }
    }
    return out.rows();
  }

  private Iterable<Group> groups(Rows rows, Set<Integer> set, Run run) {
    Map<List<Object>, Group> groups = new LinkedHashMap<>();
    if (set.isEmpty()) {
      groups.put(List.of(), new Group(set)); // the whole is a group even where it is empty
    }
    long distinct =
        measures.stream().filter(m -> m instanceof Call call && call.holdsArguments()).count();
    run.hold(rows.size() * distinct * Run.OVERHEAD);
    for (int row = 0; row < rows.size(); row++) {
      run.step();
      List<Object> key = new ArrayList<>();
      for (int column : columns) {
        if (set.contains(column)) {
          Object value = rows.get(row, column);
          key.add(value == null ? Optional.empty() : Values.key(value));
        }
      }
      groups
          .computeIfAbsent(
              key,
              k -> {
                run.hold(Run.OVERHEAD * (2L + columns.size() + 2L * measures.size()));
                return new Group(set);
              })
          .add(new Tuple.Of(rows, row));
    }
    return groups.values();
  }

  private final class Group {
    private final Set<Integer> set;
    private final List<@Nullable Object> keys = new ArrayList<>();
    private final List<State> states = new ArrayList<>();

    Group(Set<Integer> set) {
      this.set = set;
      for (Measure measure : measures) {
        if (measure instanceof Call call) {
          states.add(new State(call));
        }
      }
    }

    void add(Tuple tuple) {
      if (keys.isEmpty()) {
        for (int column : columns) {
          keys.add(set.contains(column) ? tuple.get(column) : null);
        }
      }
      for (State state : states) {
        state.add(tuple);
      }
    }

    @Nullable Object[] row() {
      @Nullable Object[] values = new @Nullable Object[columns.size() + measures.size()];
      for (int i = 0; i < keys.size(); i++) {
        values[i] = keys.get(i);
      }
      int call = 0;
      for (int i = 0; i < measures.size(); i++) {
        Measure measure = measures.get(i);
        Object value;
        if (measure instanceof Grouping grouping) {
          value = grouping.value(set);
        } else if (measure instanceof Constant constant) {
          value = constant.value().value(new Tuple.Absent());
        } else {
          value = states.get(call++).accumulator.result();
        }
        values[columns.size() + i] = value;
      }
      return values;
    }
  }

  private static final class State {
    private final Call call;
    private final Accumulator accumulator;
    private final Set<List<Object>> seen = new HashSet<>();

    State(Call call) {
      this.call = call;
      this.accumulator = call.accumulators().get();
    }

    void add(Tuple tuple) {
      if (call.filter().isPresent() && !Boolean.TRUE.equals(tuple.get(call.filter().getAsInt()))) {
        return;
      }
      List<Object> values = new ArrayList<>();
      List<Object> keys = new ArrayList<>();
      for (int argument : call.arguments()) {
        Object value = tuple.get(argument);
        if (value == null) {
          accumulator.addNull();
          return;
        }
        values.add(value);
        keys.add(call.distinct() ? Values.key(value) : value);
      }
      if (!call.distinct() || seen.add(keys)) {
        accumulator.add(values);
      }
    }
  }
}
