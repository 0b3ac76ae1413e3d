package org.dpjdbc.plan.pushdown;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.dpjdbc.plan.bounds.TextSteps;
import org.dpjdbc.sql.refusal.ExpressionMessages;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * Refuses queries that are short but would take long to print, or take the database long to plan:
 * while a statement is being planned, it reacts neither to a cancellation nor to a time limit.
 */
final class PushdownSize {
  /**
   * Set operations within each other, and joins on the right side of joins: H2 takes two or three
   * times as long to plan one level deeper, and needs ten seconds at 10.
   */
  private static final int MAX_LEVELS = 5;

  /** Joins of one statement: H2 needs a second to plan 24 that stand four deep in each other. */
  private static final int MAX_JOINS = 24;

  /**
   * Operands and operators of one expression once those it refers to are written out in their
   * places, as the printer does: twenty steps that each use a value twice come to a million.
   */
  private static final long MAX_EXPRESSION = 20_000;

  /** Steps that one row's texts may make the database take: some tenths of a second. */
  private static final long MAX_STEPS = 1L << 25;

  private final TextSteps texts;
  private long steps;

  private PushdownSize(RexBuilder rex) {
    this.texts = new TextSteps(rex);
  }

  /**
   * The size of an expression, with the expressions it refers to written out.
   *
   * @param nodes operands and operators
   * @param steps of what it does with texts
   */
  private record Cost(long nodes, long steps) {
    static final Cost OF_COLUMN = new Cost(1, 0);

    Cost plus(Cost other) {
      return new Cost(nodes + other.nodes, steps + other.steps);
    }
  }

  static void check(RelNode rel) {
    if (levels(rel) > MAX_LEVELS) {
      throw RelationMessages.nestedTooDeep(MAX_LEVELS);
    }
    if (joins(rel) > MAX_JOINS) {
      throw RelationMessages.tooManyJoins(MAX_JOINS);
    }
    PushdownSize size = new PushdownSize(rel.getCluster().getRexBuilder());
    size.columns(rel);
    if (size.steps > MAX_STEPS) {
      throw ExpressionMessages.textsTooLong(size.steps, MAX_STEPS);
    }
  }

  private static int levels(RelNode rel) {
    if (rel instanceof Join join) {
      int right = joins(join.getRight()) > 0 ? 1 : 0;
      return Math.max(levels(join.getLeft()), levels(join.getRight()) + right);
    }
    int below = rel.getInputs().stream().mapToInt(PushdownSize::levels).max().orElse(0);
    return below + (rel instanceof SetOp ? 1 : 0);
  }

  private static int joins(RelNode rel) {
    return (rel instanceof Join ? 1 : 0)
        + rel.getInputs().stream().mapToInt(PushdownSize::joins).sum();
  }

  /** The cost of each column, as an expression written out. */
  private List<Cost> columns(RelNode rel) {
    List<Cost> inputs = new ArrayList<>();
    rel.getInputs().forEach(input -> inputs.addAll(columns(input)));
    if (rel instanceof Project project) {
      return project.getProjects().stream().map(node -> limited(node, inputs)).toList();
    }
    if (rel instanceof Filter filter) {
      limited(filter.getCondition(), inputs);
      return inputs;
    }
    if (rel instanceof Join join) {
      limited(join.getCondition(), inputs);
    }
    boolean keepsExpressions = rel instanceof Sort || rel instanceof Join;
    return keepsExpressions
        ? inputs
        : Collections.nCopies(rel.getRowType().getFieldCount(), Cost.OF_COLUMN);
  }

  private Cost limited(RexNode node, List<Cost> inputs) {
    Cost cost = cost(node, inputs);
    if (cost.nodes() > MAX_EXPRESSION) {
      throw ExpressionMessages.tooComplex();
    }
    if (!(node instanceof RexInputRef)) {
      steps += cost.steps();
    }
    return cost;
  }

  private Cost cost(RexNode node, List<Cost> inputs) {
    if (node instanceof RexInputRef ref) {
      // A semi-join's condition sees both sides, its rows one.
      return inputs.get(ref.getIndex());
    }
    if (!(node instanceof RexCall call)) {
      return Cost.OF_COLUMN;
    }
    Cost cost = new Cost(1, texts.of(call));
    for (RexNode operand : call.getOperands()) {
      cost = cost.plus(cost(operand, inputs));
    }
    return cost;
  }
}
