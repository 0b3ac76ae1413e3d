package org.dpjdbc.plan.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.Relation;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * Relations that depend only on which different rows an input has: {@code UNION}, {@code
 * INTERSECT}, {@code EXCEPT}, and the inner side of {@code EXISTS} and {@code NOT EXISTS}. Where
 * the rows of several people stand there, the query means the same as with {@code SELECT DISTINCT},
 * whose groups are released.
 */
public final class DistinctRelations {
  private DistinctRelations() {}

  /**
   * The same relation over released groups; empty if that is not what the query needs.
   *
   * @param inputs what the inputs of the relation are
   */
  public static Optional<RelNode> rewritten(RelNode rel, List<Relation> inputs) {
    if (rel instanceof SetOp setOp) {
      return compared(setOp, inputs);
    }
    boolean asks = rel instanceof Join join && !join.getJoinType().projectsRight();
    return asks && !(inputs.get(0) instanceof PerUnit) && inputs.get(1) instanceof PerUnit rows
        ? Optional.of(asked((Join) rel, rows))
        : Optional.empty();
  }

  private static Optional<RelNode> compared(SetOp setOp, List<Relation> inputs) {
    if (setOp.all || SetOpRule.comparesUnits(setOp, inputs)) {
      return Optional.empty();
    } else if (setOp instanceof Union && SetOpRule.isOfOneKind(inputs)) {
      return inputs.stream().anyMatch(DistinctRelations::determinesUnit)
          ? Optional.empty()
          : Optional.of(distinct(LogicalUnion.create(setOp.getInputs(), true)));
    }
    List<RelNode> distinct = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      boolean groups = inputs.get(i) instanceof PerUnit && !determinesUnit(inputs.get(i));
      RelNode input = setOp.getInput(i);
      distinct.add(groups ? distinct(input) : input);
    }
    return distinct.equals(setOp.getInputs())
        ? Optional.empty()
        : Optional.of(setOp.copy(setOp.getTraitSet(), distinct));
  }

  /** Whether different rows are of different people: groups of them are as private as the rows. */
  private static boolean determinesUnit(Relation relation) {
    return relation instanceof PerUnit rows
        && rows.determineUnit(IntStream.range(0, rows.visible()).boxed().toList());
  }

  private static RelNode distinct(RelNode rel) {
    ImmutableBitSet all = ImmutableBitSet.range(rel.getRowType().getFieldCount());
    return LogicalAggregate.create(rel, List.of(), all, null, List.of());
  }

  /**
   * The condition reads no more of the inner rows than what it compares with the outer ones. Groups
   * by what tells the unit would be as private as the rows.
   */
  private static RelNode asked(Join join, PerUnit rows) {
    InnerTerms terms = new InnerTerms(join.getLeft().getRowType().getFieldCount());
    RexNode condition = join.getCondition().accept(terms);
    List<Integer> columns =
        terms.found.stream()
            .filter(RexInputRef.class::isInstance)
            .map(term -> ((RexInputRef) term).getIndex())
            .toList();
    if (terms.found.isEmpty() || rows.determineUnit(columns)) {
      throw RelationMessages.existenceNotDisclosed();
    }
    List<String> names = IntStream.range(0, terms.found.size()).mapToObj(i -> "x" + i).toList();
    RelNode keys = LogicalProject.create(join.getRight(), List.of(), terms.found, names, Set.of());
    return join.copy(
        join.getTraitSet(),
        condition,
        join.getLeft(),
        distinct(keys),
        join.getJoinType(),
        join.isSemiJoinDone());
  }

  /** Replaces each of the largest expressions over the inner rows alone by a column of its own. */
  private static final class InnerTerms extends RexShuttle {
    private final int width;
    private final List<RexNode> found = new ArrayList<>();

    InnerTerms(int width) {
      this.width = width;
    }

    @Override
    public RexNode visitCall(RexCall call) {
      ImmutableBitSet used = RelOptUtil.InputFinder.bits(call);
      return used.isEmpty() || used.nth(0) < width ? super.visitCall(call) : column(call);
    }

    @Override
    public RexNode visitInputRef(RexInputRef ref) {
      return ref.getIndex() < width ? ref : column(ref);
    }

    private RexNode column(RexNode term) {
      RexNode inner = RexUtil.shift(term, -width);
      if (!found.contains(inner)) {
        found.add(inner);
      }
      return new RexInputRef(width + found.indexOf(inner), inner.getType());
    }
  }
}
