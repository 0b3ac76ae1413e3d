package org.dpjdbc.run.finish.error;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * The deviations of aggregates of noisy values: for each aggregate that has one, hidden aggregates
 * of its rows' half-widths are added.
 */
final class AggregateErrors {
  private final DoubleMath math;
  private final LinearErrors known;

  AggregateErrors(DoubleMath math, LinearErrors known) {
    this.math = math;
    this.known = known;
  }

  /** The aggregate over an input with deviations. */
  RelationWithErrors of(Aggregate aggregate, RelationWithErrors input) {
    return new Building(aggregate, input).build();
  }

  /** The distinct visible rows; of rows that merge, the largest half-width is kept. */
  RelationWithErrors distinct(RelationWithErrors input, List<String> names) {
    Aggregate distinct =
        LogicalAggregate.create(
            input.bare(), List.of(), ImmutableBitSet.range(input.visible()), null, List.of());
    RelationWithErrors result = of(distinct, input);
    return RelationWithErrors.project(result.rel(), result.columns(), result.deviations(), names);
  }

  /** What is gathered for one aggregate. */
  private final class Building {
    private final Aggregate aggregate;
    private final RelationWithErrors input;
    private final List<RexNode> columns;
    private final List<AggregateCall> calls;
    private final int keys;

    Building(Aggregate aggregate, RelationWithErrors input) {
      this.aggregate = aggregate;
      this.input = input;
      this.columns = new ArrayList<>(input.columns());
      this.calls = new ArrayList<>(aggregate.getAggCallList());
      this.keys = aggregate.getGroupCount();
    }

    /**
     * Hidden aggregates are announced first, by their position among the calls; the half-widths are
     * written of them once the node that has them exists.
     */
    RelationWithErrors build() {
      List<Measure> measures = new ArrayList<>();
      for (int key : aggregate.getGroupSet()) {
        measures.add(key(key));
      }
      for (AggregateCall call : aggregate.getAggCallList()) {
        measures.add(measure(call));
      }
      RelNode below =
          LogicalProject.create(input.rel(), List.of(), columns, (List<String>) null, Set.of());
      RelNode above =
          LogicalAggregate.create(
              below,
              aggregate.getHints(),
              aggregate.getGroupSet(),
              aggregate.getGroupSets(),
              typed(below));
      List<RexNode> visible = new ArrayList<>();
      List<Deviation> deviations = new ArrayList<>();
      for (int i = 0; i < measures.size(); i++) {
        visible.add(RexInputRef.of(i, above.getRowType()));
        deviations.add(measures.get(i).deviation(above));
      }
      return RelationWithErrors.project(
          above, visible, deviations, aggregate.getRowType().getFieldNames());
    }

    /** The hidden calls with their types, now that their input exists. */
    private List<AggregateCall> typed(RelNode below) {
      List<AggregateCall> typed = new ArrayList<>();
      for (int i = 0; i < calls.size(); i++) {
        AggregateCall call = calls.get(i);
        typed.add(
            i < aggregate.getAggCallList().size()
                ? call
                : AggregateCall.create(
                    call.getParserPosition(),
                    call.getAggregation(),
                    false,
                    false,
                    false,
                    List.of(),
                    call.getArgList(),
                    call.filterArg,
                    null,
                    RelCollations.EMPTY,
                    aggregate.hasEmptyGroup(),
                    below,
                    null,
                    null));
      }
      return typed;
    }

    private Measure key(int column) {
      Deviation deviation = input.deviations().get(column);
      if (deviation.isNone()) {
        return above -> Deviation.NONE;
      }
      int max = hidden(SqlStdOperatorTable.MAX, error(column), -1);
      return above -> single(deviation, RexInputRef.of(max, above.getRowType()));
    }

    private Measure measure(AggregateCall call) {
      boolean counts = call.getAggregation().getKind() == SqlKind.COUNT;
      Deviation deviation = counts ? Deviation.NONE : ofArguments(call);
      if (deviation.isNone()) {
        return above -> Deviation.NONE;
      }
      int argument = call.getArgList().get(0);
      boolean plain = !call.isDistinct() && call.getArgList().size() == 1;
      SqlKind kind = plain ? call.getAggregation().getKind() : SqlKind.OTHER;
      return switch (kind) {
        case SUM, SUM0 -> sum(call, argument, deviation, /* mean= */ false);
        case AVG -> sum(call, argument, deviation, /* mean= */ true);
        case SINGLE_VALUE -> {
          int picked = hidden(SqlStdOperatorTable.SINGLE_VALUE, error(argument), call.filterArg);
          yield above -> single(deviation, RexInputRef.of(picked, above.getRowType()));
        }
        default -> above -> single(deviation, math.unknown());
      };
    }

    private Deviation ofArguments(AggregateCall call) {
      Deviation all = Deviation.NONE;
      for (int argument : call.getArgList()) {
        all = all.plus(input.deviations().get(argument), math);
      }
      return all;
    }

    private Measure sum(AggregateCall call, int argument, Deviation deviation, boolean mean) {
      boolean independent = deviation.parts().keySet().stream().allMatch(Draw::oncePerRow);
      RexNode error =
          error(argument, independent ? deviation.addend(known, math) : deviation.total(math));
      RexNode added = independent ? math.times(error, error) : error;
      int total = hidden(SqlStdOperatorTable.SUM, added, call.filterArg);
      int known = hidden(SqlStdOperatorTable.COUNT, added, call.filterArg);
      int values = hidden(SqlStdOperatorTable.COUNT, columns.get(argument), call.filterArg);
      return above -> {
        RexNode sum = RexInputRef.of(total, above.getRowType());
        RexNode count = RexInputRef.of(values, above.getRowType());
        RexNode width = independent ? math.sqrt(sum) : sum;
        RexNode complete =
            math.rexBuilder()
                .makeCall(
                    SqlStdOperatorTable.EQUALS, count, RexInputRef.of(known, above.getRowType()));
        return single(
            deviation,
            math.choose(complete, mean ? math.divide(width, count) : width, math.unknown()));
      };
    }

    /** The half-width of a column's value in a row; NULL if the value is. */
    private RexNode error(int column) {
      return error(column, input.deviations().get(column).total(math));
    }

    private RexNode error(int column, RexNode width) {
      RexNode missing =
          math.rexBuilder().makeCall(SqlStdOperatorTable.IS_NULL, columns.get(column));
      return math.choose(missing, math.unknown(), width);
    }

    /** Adds an aggregate of an expression; says its column. */
    private int hidden(SqlAggFunction function, RexNode argument, int filter) {
      columns.add(argument);
      calls.add(
          AggregateCall.create(
              function,
              false,
              false,
              false,
              List.of(),
              List.of(columns.size() - 1),
              filter,
              null,
              RelCollations.EMPTY,
              math.type(),
              null));
      return keys + calls.size() - 1;
    }

    private Deviation single(Deviation of, RexNode width) {
      boolean once =
          aggregate.getGroupSets().size() == 1
              && of.parts().keySet().stream().allMatch(Draw::oncePerRow);
      return new Deviation(Map.of(new Draw(Draw.originsOf(of.parts().keySet()), once), width));
    }
  }

  /** Writes an output column's deviation over the finished aggregate. */
  private interface Measure {
    Deviation deviation(RelNode above);
  }
}
