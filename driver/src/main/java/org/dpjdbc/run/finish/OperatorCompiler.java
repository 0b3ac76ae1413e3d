package org.dpjdbc.run.finish;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.dpjdbc.plan.model.FinishInput;
import org.dpjdbc.plan.rule.RecursionRule;
import org.dpjdbc.run.finish.expression.Expression;
import org.dpjdbc.run.finish.expression.ExpressionCompiler;
import org.dpjdbc.run.finish.expression.Tuple;
import org.dpjdbc.run.rows.Rows;
import org.dpjdbc.sql.refusal.RunMessages;
import org.jspecify.annotations.Nullable;

/** Compiles relational operators. What is unknown is refused. */
final class OperatorCompiler {
  private final RexBuilder rexBuilder;
  private final ExpressionCompiler expressions;
  private final WindowCompiler windows;
  private final AggregateCompiler aggregates;
  private final JoinCompiler joins;

  OperatorCompiler(RexBuilder rexBuilder, ExpressionCompiler expressions) {
    this.rexBuilder = rexBuilder;
    this.expressions = expressions;
    this.windows = new WindowCompiler(rexBuilder, expressions);
    this.aggregates =
        new AggregateCompiler(rexBuilder.getTypeFactory().getTypeSystem(), expressions);
    this.joins = new JoinCompiler(rexBuilder, expressions, this);
  }

  /**
   * Compiles a tree.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if something in it is not known here
   */
  Operator compile(RelNode rel) {
    if (rel instanceof FinishInput input) {
      String name = input.name();
      return run -> run.input(name);
    }
    Operator operator =
        known(rel)
            .orElseThrow(
                () -> RunMessages.notOfferedAbove(UnsupportedPart.nameIn(rel, expressions)));
    return run -> run.rows(operator);
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
    if (rel instanceof Filter filter && joins.pushDown(filter) instanceof Join join) {
      return joins.compile(join);
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
      return aggregates.compile(aggregate, () -> compile(aggregate.getInput()));
    }
    if (rel instanceof Join join) {
      return joins.compile(join);
    }
    if (rel instanceof Correlate correlate) {
      return Optional.of(correlate(correlate));
    }
    if (rel instanceof RepeatUnion recursion) {
      return recursion(recursion);
    }
    return rel instanceof SetOp set ? set(set) : Optional.empty();
  }

  private Optional<Operator> recursion(RepeatUnion recursion) {
    RelDataType rowType = recursion.getRowType();
    String name = RecursionRule.name(recursion.getTransientTable());
    return converted(recursion.getSeedRel(), rowType)
        .flatMap(
            first ->
                converted(recursion.getIterativeRel(), rowType)
                    .map(
                        second ->
                            new RecursionOperator(
                                first,
                                second,
                                name,
                                recursion.all,
                                rowType.getFieldList().stream()
                                    .map(field -> field.getType().isNullable())
                                    .toList())));
  }

  private Operator correlate(Correlate correlate) {
    return new CorrelateOperator(
        compile(correlate.getLeft()),
        correlate.getLeft().getRowType().getFieldCount(),
        compile(correlate.getRight()),
        correlate.getRight().getRowType().getFieldCount(),
        correlate.getJoinType(),
        correlate.getCorrelVariable());
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
    // A number beyond all longs is as good as the last of them: there are never as many rows.
    return node instanceof RexLiteral literal
        ? Optional.ofNullable(literal.getValueAs(BigDecimal.class))
            .map(rows -> rows.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue())
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
}
