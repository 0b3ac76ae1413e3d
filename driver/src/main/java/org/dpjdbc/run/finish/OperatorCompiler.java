package org.dpjdbc.run.finish;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.FinishInput;
import org.dpjdbc.run.Rows;
import org.jspecify.annotations.Nullable;

/** Compiles relational operators; what is not known here becomes a unit of Calcite's engine. */
final class OperatorCompiler {
  private final RexBuilder rexBuilder;
  private final ExpressionCompiler expressions;
  private final WindowCompiler windows;
  private final EnumerableCompiler enumerable;

  OperatorCompiler(RexBuilder rexBuilder, EnumerableCompiler enumerable) {
    this.rexBuilder = rexBuilder;
    this.expressions = new ExpressionCompiler(rexBuilder);
    this.windows = new WindowCompiler(rexBuilder, expressions);
    this.enumerable = enumerable;
  }

  /**
   * Compiles a tree.
   *
   * @throws org.dpjdbc.sql.RefusedException if something in it can be evaluated nowhere
   */
  Operator compile(RelNode rel) {
    if (rel instanceof FinishInput input) {
      String name = input.name();
      return run -> run.input(name);
    }
    return known(rel).orElseGet(() -> unit(rel));
  }

  private Optional<Operator> known(RelNode rel) {
    if (rel instanceof Project project && project.containsOver()) {
      return windows.compile(project, compile(project.getInput()));
    }
    if (rel instanceof Project project) {
      return expressions
          .compileAll(project.getProjects())
          .map(columns -> new ProjectOperator(compile(project.getInput()), columns));
    }
    if (rel instanceof Filter filter) {
      return expressions
          .compile(filter.getCondition())
          .map(condition -> new FilterOperator(compile(filter.getInput()), condition));
    }
    if (rel instanceof Sort sort) {
      return sort(sort);
    }
    if (rel instanceof Values values) {
      return values(values);
    }
    if (rel instanceof Aggregate aggregate) {
      return aggregate(aggregate);
    }
    if (rel instanceof Join join) {
      return join(join);
    }
    return rel instanceof SetOp set ? set(set) : Optional.empty();
  }

  /** Evaluates one node by Calcite, over inputs that are evaluated here where that can be. */
  private Operator unit(RelNode rel) {
    return enumerable.compile(rel, Unknown.nameIn(rel, expressions), this::compile);
  }

  private static Optional<Operator> noOperator() {
    return Optional.empty();
  }

  private Optional<Operator> sort(Sort sort) {
    Optional<Long> offset = rowCount(sort.offset, 0);
    Optional<Long> fetch = rowCount(sort.fetch, Long.MAX_VALUE);
    if (offset.isEmpty() || fetch.isEmpty()) {
      return noOperator();
    }
    return Optional.of(
        new SortOperator(
            compile(sort.getInput()),
            sort.getCollation().getFieldCollations().stream().map(OrderKey::of).toList(),
            offset.get(),
            fetch.get()));
  }

  private static Optional<Long> rowCount(@Nullable RexNode node, long absent) {
    if (node == null) {
      return Optional.of(absent);
    }
    return node instanceof RexLiteral literal
        ? Optional.ofNullable(literal.getValueAs(Long.class))
        : Optional.empty();
  }

  private Optional<Operator> values(Values values) {
    List<RelDataTypeField> fields = values.getRowType().getFieldList();
    List<List<Expression>> tuples = new ArrayList<>();
    for (List<RexLiteral> tuple : values.getTuples()) {
      List<Expression> row = new ArrayList<>();
      for (int i = 0; i < tuple.size(); i++) {
        Optional<Expression> cell = expressions.compileAs(tuple.get(i), fields.get(i).getType());
        if (cell.isEmpty()) {
          return noOperator();
        }
        row.add(cell.get());
      }
      tuples.add(row);
    }
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (List<Expression> tuple : tuples) {
      rows.add(tuple.stream().map(cell -> cell.value(new Tuple.Absent())).toArray());
    }
    Rows constant = Rows.of(fields.size(), rows);
    return Optional.of(run -> constant);
  }

  private Optional<Operator> set(SetOp set) {
    SetOperator.Kind kind;
    if (set instanceof Union) {
      kind = SetOperator.Kind.UNION;
    } else if (set instanceof Intersect) {
      kind = SetOperator.Kind.INTERSECT;
    } else if (set instanceof Minus) {
      kind = SetOperator.Kind.MINUS;
    } else {
      return noOperator();
    }
    List<Operator> inputs = new ArrayList<>();
    for (RelNode input : set.getInputs()) {
      Optional<Operator> converted = converted(input, set.getRowType());
      if (converted.isEmpty()) {
        return noOperator();
      }
      inputs.add(converted.get());
    }
    return Optional.of(new SetOperator(kind, set.all, set.getRowType().getFieldCount(), inputs));
  }

  /** The input with its columns in the types of the whole. */
  private Optional<Operator> converted(RelNode input, RelDataType rowType) {
    List<RelDataTypeField> from = input.getRowType().getFieldList();
    List<Expression> columns = new ArrayList<>();
    for (RelDataTypeField field : rowType.getFieldList()) {
      RexNode ref = rexBuilder.makeInputRef(from.get(field.getIndex()).getType(), field.getIndex());
      expressions.compileAs(ref, field.getType()).ifPresent(columns::add);
    }
    return columns.size() == from.size()
        ? Optional.of(new ProjectOperator(compile(input), columns))
        : noOperator();
  }

  private Optional<Operator> aggregate(Aggregate aggregate) {
    List<AggregateOperator.Measure> measures = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      Optional<AggregateOperator.Measure> measure = measure(call);
      if (measure.isEmpty()) {
        return noOperator();
      }
      measures.add(measure.get());
    }
    List<Set<Integer>> sets = new ArrayList<>();
    for (ImmutableBitSet set : aggregate.getGroupSets()) {
      sets.add(new LinkedHashSet<>(set.asList()));
    }
    return Optional.of(
        new AggregateOperator(
            compile(aggregate.getInput()), aggregate.getGroupSet().asList(), sets, measures));
  }

  private Optional<AggregateOperator.Measure> measure(AggregateCall call) {
    Optional<NumericType> type =
        NumericType.of(call.getType(), rexBuilder.getTypeFactory().getTypeSystem());
    if (call.getAggregation().getKind() == SqlKind.GROUPING) {
      return type.map(number -> new AggregateOperator.Grouping(call.getArgList(), number));
    }
    boolean ordered = !call.collation.getFieldCollations().isEmpty();
    if (ordered || call.isApproximate() || call.distinctKeys != null || !call.rexList.isEmpty()) {
      return Optional.empty();
    }
    Optional<Supplier<Accumulator>> accumulators = Accumulators.of(call.getAggregation(), type);
    OptionalInt filter = call.hasFilter() ? OptionalInt.of(call.filterArg) : OptionalInt.empty();
    return accumulators.map(
        supplier ->
            new AggregateOperator.Call(supplier, call.getArgList(), filter, call.isDistinct()));
  }

  private Optional<Operator> join(Join join) {
    if (join.getJoinType() == JoinRelType.ASOF || join.getJoinType() == JoinRelType.LEFT_ASOF) {
      return noOperator();
    }
    int width = join.getLeft().getRowType().getFieldCount();
    List<JoinOperator.Key> keys = new ArrayList<>();
    List<RexNode> rest = new ArrayList<>();
    for (RexNode condition : RelOptUtil.conjunctions(join.getCondition())) {
      Optional<JoinOperator.Key> key = key(condition, width);
      key.ifPresentOrElse(keys::add, () -> rest.add(condition));
    }
    Optional<List<Expression>> residue = expressions.compileAll(rest);
    return residue.map(
        conditions ->
            new JoinOperator(
                compile(join.getLeft()),
                width,
                compile(join.getRight()),
                join.getRight().getRowType().getFieldCount(),
                join.getJoinType(),
                keys,
                conditions.stream().reduce(OperatorCompiler::both)));
  }

  private static Expression both(Expression a, Expression b) {
    return tuple -> a.holds(tuple) && b.holds(tuple);
  }

  /** An equality of a column on the left with one on the right whose values hash alike. */
  private static Optional<JoinOperator.Key> key(RexNode condition, int leftWidth) {
    boolean nullsMatch = condition.getKind() == SqlKind.IS_NOT_DISTINCT_FROM;
    if (condition.getKind() != SqlKind.EQUALS && !nullsMatch) {
      return Optional.empty();
    }
    List<RexNode> operands = ((RexCall) condition).getOperands();
    if (!(operands.get(0) instanceof RexInputRef a)
        || !(operands.get(1) instanceof RexInputRef b)
        || !Functions.comparable(a.getType(), b.getType())) {
      return Optional.empty();
    }
    int low = Math.min(a.getIndex(), b.getIndex());
    int high = Math.max(a.getIndex(), b.getIndex());
    return low < leftWidth && high >= leftWidth
        ? Optional.of(
            new JoinOperator.Key(low, high - leftWidth, nullsMatch, Padding.applies(a, b)))
        : Optional.empty();
  }
}
