package org.dpjdbc.plan.rule;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.InputRefs;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.plan.bounds.RowExpressions;
import org.dpjdbc.plan.bounds.UnitAggregate;
import org.dpjdbc.plan.relation.Origins;
import org.dpjdbc.plan.relation.OutOfRange;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * Window functions that are partitioned by the unit, so that each sees only the rows of one unit.
 *
 * <p>If the order of a window leaves ties and the function depends on their order, all other
 * columns of the rows break the ties. Rows that are equal in all columns are interchangeable, so
 * the result is a function of the unit's set of rows.
 */
final class WindowRule {
  private static final Set<SqlKind> RANKS =
      Set.of(
          SqlKind.ROW_NUMBER,
          SqlKind.RANK,
          SqlKind.DENSE_RANK,
          SqlKind.PERCENT_RANK,
          SqlKind.CUME_DIST,
          SqlKind.NTILE);

  private final PlanContext context;
  private final PerUnit input;
  private final RowExpressions expressions;
  private final List<RexNode> operands = new ArrayList<>();
  private final Map<RexOver, Integer> places = new LinkedHashMap<>();
  private final List<RexNode> parts = new ArrayList<>();
  private final List<UnitAggregate> made = new ArrayList<>();
  private final List<Optional<OutOfRange>> outOfRange = new ArrayList<>();
  private final List<Integer> firstParts = new ArrayList<>();

  WindowRule(PlanContext context, PerUnit input) {
    this.context = context;
    this.input = input;
    this.expressions = context.expressions(input.facts());
    operands.addAll(refs(input.rel(), width()));
  }

  /**
   * The rows with the values of window functions.
   *
   * @param rows the input's columns, then one for each window function
   * @param expressions with references to them instead of the functions
   */
  record Windowed(PerUnit rows, List<RexNode> expressions) {}

  Windowed apply(List<RexNode> written, List<String> names) {
    List<RexNode> plain =
        written.stream()
            .map(e -> InputRefs.typed(context.rex(), input.rel(), e))
            .map(e -> WindowMeans.restored(context.rex(), e))
            .toList();
    for (int i = 0; i < plain.size(); i++) {
      plain.get(i).accept(finder(names.get(i)));
    }
    RelNode computed = project(input.rel(), operands, "x");
    List<RexNode> windows = new ArrayList<>(refs(computed, width()));
    parts.forEach(part -> windows.add(InputRefs.typed(context.rex(), computed, part)));
    RelNode windowed = SubSelect.of(project(computed, windows, "w"));
    List<RexNode> results = new ArrayList<>(refs(windowed, width()));
    List<PerUnit.Column> columns = new ArrayList<>(input.columns());
    for (int i = 0; i < made.size(); i++) {
      RexNode result = made.get(i).result().of(partsOf(i, windowed));
      results.add(result);
      // of whichever column it is: a window of a loose one may be loose
      columns.add(
          new PerUnit.Column(made.get(i).facts(), Origins.ofType(result.getType()))
              .autoBounded(input.columns().stream().anyMatch(PerUnit.Column::autoBounded))
              .within(outOfRange.get(i)));
    }
    RelNode rel = project(windowed, results, "x");
    PerUnit rows =
        new PerUnit(
            rel,
            columns.size(),
            columns,
            input.unit(),
            input.kind(),
            input.rowsPerUnit(),
            input.table());
    return new Windowed(rows, plain.stream().map(e -> replaced(e, rel)).toList());
  }

  private List<RexNode> partsOf(int function, RelNode windowed) {
    int first = width() + firstParts.get(function);
    return IntStream.range(first, first + made.get(function).parts().size())
        .<RexNode>mapToObj(i -> context.rex().makeInputRef(windowed, i))
        .toList();
  }

  private RexNode replaced(RexNode expression, RelNode rel) {
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitOver(RexOver over) {
            int place = Objects.requireNonNull(places.get(over), "collected before");
            return context.rex().makeInputRef(rel, width() + place);
          }
        });
  }

  private RexShuttle finder(String name) {
    return new RexShuttle() {
      @Override
      public RexNode visitOver(RexOver over) {
        places.computeIfAbsent(over, found -> add(found, name));
        return over;
      }
    };
  }

  private int add(RexOver over, String name) {
    RexWindow window = over.getWindow();
    List<RexNode> partition = window.partitionKeys.stream().map(this::operand).toList();
    if (!input.determineUnit(columns(partition).asList())) {
      throw rankedBy(over)
          .map(RelationMessages::ranksBelowAggregate)
          .orElseGet(RelationMessages::windowBelowAggregate);
    }
    WindowFunction function = WindowFunction.of(over);
    List<RexNode> arguments = over.getOperands().stream().map(expressions::total).toList();
    OptionalInt rows = context.request().rowsForRanges(input, columns(partition));
    UnitAggregate aggregate = aggregate(function, over, arguments, name, rows);
    UnitAggregate uncut = aggregate(function, over, arguments, name, input.rowsPerUnit());
    outOfRange.add(OutOfRange.of(aggregate.facts(), uncut.facts().range(), "max_rows_contributed"));
    ImmutableList<RexFieldCollation> order = order(window, partition, function.breaksTies());
    firstParts.add(parts.size());
    for (UnitAggregate.Part part : aggregate.parts()) {
      List<RexNode> columns = arguments(part);
      RelDataType type = function.type(context.rex().getTypeFactory(), part, over);
      parts.add(
          context
              .rex()
              .makeOver(
                  type,
                  part.function(),
                  columns,
                  partition,
                  order,
                  window.getLowerBound(),
                  window.getUpperBound(),
                  window.isRows(),
                  true,
                  false,
                  false,
                  false));
    }
    made.add(aggregate);
    return made.size() - 1;
  }

  /** The column that a function ranks the rows by. */
  private Optional<String> rankedBy(RexOver over) {
    List<RexFieldCollation> order = over.getWindow().orderKeys;
    return RANKS.contains(over.getAggOperator().getKind())
            && !order.isEmpty()
            && order.get(0).left instanceof RexInputRef ref
            && ref.getIndex() < width()
        ? Optional.of(input.rel().getRowType().getFieldNames().get(ref.getIndex()))
        : Optional.empty();
  }

  private UnitAggregate aggregate(
      WindowFunction function,
      RexOver over,
      List<RexNode> arguments,
      String name,
      OptionalInt rows) {
    return function.aggregate(context.rex(), input, rows, expressions, arguments, over, name);
  }

  /** The columns of the rows that are keys of a window. */
  private ImmutableBitSet columns(List<RexNode> partition) {
    ImmutableBitSet.Builder columns = ImmutableBitSet.builder();
    for (RexNode key : partition) {
      if (key instanceof RexInputRef ref && ref.getIndex() < width()) {
        columns.set(ref.getIndex());
      }
    }
    return columns.build();
  }

  private ImmutableList<RexFieldCollation> order(
      RexWindow window, List<RexNode> partition, boolean breaksTies) {
    ImmutableList.Builder<RexFieldCollation> order = ImmutableList.builder();
    List<RexNode> keys = new ArrayList<>(partition);
    for (RexFieldCollation key : window.orderKeys) {
      RexNode operand = operand(key.left);
      keys.add(operand);
      order.add(new RexFieldCollation(operand, key.right));
    }
    if (breaksTies) {
      refs(input.rel(), width()).stream()
          .filter(column -> !keys.contains(column))
          .forEach(column -> order.add(new RexFieldCollation(column, Set.of())));
    }
    return order.build();
  }

  /** The place of a total form among the columns that the windows look at. */
  private RexNode operand(RexNode expression) {
    return place(expressions.total(expression));
  }

  /**
   * Columns; but how many rows LAG and LEAD go is a constant, as not every database reads another.
   */
  private List<RexNode> arguments(UnitAggregate.Part part) {
    List<RexNode> columns = new ArrayList<>();
    for (RexNode argument : part.arguments()) {
      boolean isOffset =
          !columns.isEmpty()
              && (part.function().getKind() == SqlKind.LAG
                  || part.function().getKind() == SqlKind.LEAD);
      columns.add(isOffset ? argument : place(argument));
    }
    return columns;
  }

  private RexNode place(RexNode total) {
    int known = operands.indexOf(total);
    if (known < 0) {
      operands.add(total);
      known = operands.size() - 1;
    }
    return new RexInputRef(known, total.getType());
  }

  /**
   * Those of the input, and others under names of their own: MariaDB takes a name in the
   * specification of a window for that of a window beside it.
   */
  private RelNode project(RelNode rel, List<RexNode> columns, String prefix) {
    List<String> names = new ArrayList<>(input.rel().getRowType().getFieldNames());
    for (int i = width(); i < columns.size(); i++) {
      names.add(prefix + (i - width()));
    }
    return LogicalProject.create(
        rel, List.of(), columns, SqlValidatorUtil.uniquify(names, true), Set.of());
  }

  private int width() {
    return input.rel().getRowType().getFieldCount();
  }

  private List<RexNode> refs(RelNode rel, int count) {
    return IntStream.range(0, count)
        .<RexNode>mapToObj(i -> context.rex().makeInputRef(rel, i))
        .toList();
  }
}
