package org.dpjdbc.plan.pushdown;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.InputRefs;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.sql.refusal.AnalysisSteps;

/** The join of the leaves, and the positions of their columns in it. */
final class FlatBuilder {
  private final FlatRows rows;
  private final Predicate<RexNode> inWhere;
  private final RexBuilder rex;
  private final int[] starts;
  private final int[] places;
  private final List<RexNode> pending;
  private RelNode rel;

  FlatBuilder(FlatRows rows, Predicate<RexNode> inWhere) {
    this.rows = rows;
    this.inWhere = inWhere;
    this.rex = rows.origin().getCluster().getRexBuilder();
    this.starts = new int[rows.leaves().size()];
    this.pending = new ArrayList<>(rows.conditions());
    int width = 0;
    for (int i = 0; i < starts.length; i++) {
      starts[i] = width;
      width += rows.leaves().get(i).width();
    }
    this.places = new int[width];
    Arrays.fill(places, -1);
    List<Integer> order = order();
    RelNode first = rows.leaves().get(order.get(0)).rel();
    this.rel = order.size() > 1 ? side(first) : first;
    place(order.get(0), 0);
    order.stream().skip(1).forEach(this::join);
    if (!pending.isEmpty()) {
      rel = LogicalFilter.create(rel, all(rex, pending.stream().map(this::placed).toList()));
    }
  }

  RelNode joined() {
    return rel;
  }

  /**
   * Inner joins before left ones; among them first what a condition connects with those before, and
   * late what a left join looks at, since H2 keeps a left join beside the table before it.
   */
  private List<Integer> order() {
    ImmutableBitSet looked =
        ImmutableBitSet.union(
            rows.leaves().stream()
                .flatMap(leaf -> leaf.on().stream())
                .map(RelOptUtil.InputFinder::bits)
                .toList());
    List<Integer> order = new ArrayList<>();
    ImmutableBitSet placed = ImmutableBitSet.of();
    while (order.size() < starts.length) {
      ImmutableBitSet before = placed;
      int next =
          IntStream.range(0, starts.length)
              .filter(leaf -> !order.contains(leaf))
              .boxed()
              .min(Comparator.comparingInt(leaf -> rank(leaf, before, looked)))
              .orElseThrow();
      order.add(next);
      placed = placed.union(columns(next));
    }
    return order;
  }

  private int rank(int leaf, ImmutableBitSet placed, ImmutableBitSet looked) {
    AnalysisSteps.step();
    if (!rows.leaves().get(leaf).isInner()) {
      return 4;
    }
    ImmutableBitSet with = placed.union(columns(leaf));
    boolean connected =
        rows.conditions().stream()
            .peek(condition -> AnalysisSteps.step())
            .map(RelOptUtil.InputFinder::bits)
            .anyMatch(
                used ->
                    with.contains(used)
                        && used.intersects(columns(leaf))
                        && used.intersects(placed));
    return (connected ? 0 : 2) + (looked.intersects(columns(leaf)) ? 1 : 0);
  }

  private ImmutableBitSet columns(int leaf) {
    return ImmutableBitSet.range(starts[leaf], starts[leaf] + rows.leaves().get(leaf).width());
  }

  private void place(int leaf, int at) {
    IntStream.range(0, rows.leaves().get(leaf).width())
        .forEach(i -> places[starts[leaf] + i] = at + i);
  }

  private void join(int number) {
    FlatRows.Leaf leaf = rows.leaves().get(number);
    int width = rel.getRowType().getFieldCount();
    place(number, width);
    List<RexNode> on = leaf.isInner() ? conditionsOf(number) : leaf.on();
    List<RelHint> hints = new ArrayList<>();
    if (leaf.owners()) {
      hints.add(FlatJoins.OWNER);
    }
    if (rows.selectsByName()) {
      hints.add(FlatJoins.NAMED);
    }
    List<RelNode> sides = List.of(rel, side(leaf.rel()));
    rel =
        LogicalJoin.create(
            sides.get(0),
            sides.get(1),
            hints,
            all(rex, on.stream().map(e -> placed(e, sides)).toList()),
            Set.of(),
            leaf.isInner() || leaf.owners() ? JoinRelType.INNER : JoinRelType.LEFT);
  }

  static RexNode all(RexBuilder rex, List<RexNode> conjuncts) {
    return switch (conjuncts.size()) {
      case 0 -> rex.makeLiteral(true);
      case 1 -> conjuncts.get(0);
      default -> rex.makeCall(SqlStdOperatorTable.AND, conjuncts);
    };
  }

  /** A subselect beside others is one anyway. */
  private static RelNode side(RelNode rel) {
    return rel instanceof SubSelect select ? select.getInput() : rel;
  }

  /** Conditions that compare a leaf with those before it, where they do not go into WHERE. */
  private List<RexNode> conditionsOf(int leaf) {
    List<RexNode> found = new ArrayList<>();
    for (Iterator<RexNode> each = pending.iterator(); each.hasNext(); ) {
      RexNode condition = each.next();
      ImmutableBitSet used = RelOptUtil.InputFinder.bits(condition);
      boolean known = used.asList().stream().allMatch(column -> places[column] >= 0);
      if (known
          && !inWhere.test(condition)
          && used.intersects(columns(leaf))
          && !columns(leaf).contains(used)) {
        found.add(condition);
        each.remove();
      }
    }
    return found;
  }

  /** An expression over the columns of the leaves as one over those of the joins. */
  RexNode placed(RexNode expression) {
    return placed(expression, List.of(rel));
  }

  private RexNode placed(RexNode expression, List<RelNode> over) {
    return InputRefs.replaced(
        expression,
        ref -> {
          int place = places[ref.getIndex()];
          int left = over.get(0).getRowType().getFieldCount();
          RelNode side = over.get(place < left ? 0 : 1);
          int at = place < left ? place : place - left;
          return rex.makeInputRef(side.getRowType().getFieldList().get(at).getType(), place);
        });
  }
}
