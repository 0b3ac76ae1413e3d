package org.dpjdbc.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.dpjdbc.sql.Messages;

/**
 * Refuses what would take long to print, or the database long to plan, although it is short: a
 * statement that is being planned hears no cancellation and no time limit.
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

  private PushdownSize() {}

  static void check(RelNode rel) {
    if (levels(rel) > MAX_LEVELS) {
      throw Messages.nestedTooDeep(MAX_LEVELS);
    }
    if (joins(rel) > MAX_JOINS) {
      throw Messages.tooManyJoins(MAX_JOINS);
    }
    columns(rel);
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

  /** The size of each column, as an expression written out. */
  private static List<Long> columns(RelNode rel) {
    List<Long> inputs = new ArrayList<>();
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
    return keepsExpressions ? inputs : Collections.nCopies(rel.getRowType().getFieldCount(), 1L);
  }

  private static long limited(RexNode node, List<Long> inputs) {
    long size = size(node, inputs);
    if (size > MAX_EXPRESSION) {
      throw Messages.tooComplex();
    }
    return size;
  }

  private static long size(RexNode node, List<Long> inputs) {
    if (node instanceof RexInputRef ref) {
      // A semi-join's condition sees both sides, its rows one.
      return inputs.get(ref.getIndex());
    }
    long size = 1;
    if (node instanceof RexCall call) {
      for (RexNode operand : call.getOperands()) {
        size += size(operand, inputs);
      }
    }
    return size;
  }
}
