package org.dpjdbc.plan.relation;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.Strong;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.InputRefs;
import org.dpjdbc.plan.relation.Origin.OfPublic;

/**
 * Two public relations that were joined to the private rows, and that a condition joins to each
 * other ({@code n_regionkey = r_regionkey}), list their keys together: only pairs that satisfy the
 * condition can occur.
 */
public final class PublicJoins {
  private PublicJoins() {}

  /**
   * Merges sources whose columns a condition compares.
   *
   * @param condition of an inner join, over {@code columns}
   * @param partner index of the first column of the public relation that was joined in last
   * @param columns of the joined rows; changed
   */
  public static void merge(
      PlanContext context, RexNode condition, int partner, List<PerUnit.Column> columns) {
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      ImmutableBitSet used = RelOptUtil.InputFinder.bits(conjunct);
      Set<Integer> sources = new TreeSet<>();
      boolean allPublic = true;
      for (int column : used) {
        if (columns.get(column).origin() instanceof OfPublic of) {
          sources.add(of.source().id());
        } else {
          allPublic = false;
        }
      }
      if (allPublic && sources.size() == 2 && used.nth(used.cardinality() - 1) >= partner) {
        merge(context, conjunct, used, columns);
      }
    }
  }

  private static void merge(
      PlanContext context, RexNode conjunct, ImmutableBitSet used, List<PerUnit.Column> columns) {
    PublicSource first = ((OfPublic) columns.get(used.nth(0)).origin()).source();
    PublicSource second =
        used.asList().stream()
            .map(column -> ((OfPublic) columns.get(column).origin()).source())
            .filter(source -> source.id() != first.id())
            .findFirst()
            .orElseThrow();
    int width = first.rel().getRowType().getFieldCount();
    RexNode there =
        InputRefs.replaced(
            conjunct,
            ref -> {
              OfPublic of = (OfPublic) columns.get(ref.getIndex()).origin();
              boolean isFirst = of.source().id() == first.id();
              PublicSource source = isFirst ? first : second;
              return new RexInputRef(
                  of.column() + (isFirst ? 0 : width),
                  source.rel().getRowType().getFieldList().get(of.column()).getType());
            });
    boolean optional = first.optional() || second.optional();
    if (optional && !Strong.isNotTrue(there, RelOptUtil.InputFinder.bits(there))) {
      return;
    }
    RelNode joined =
        LogicalJoin.create(
            first.rel(), second.rel(), List.of(), there, Set.of(), JoinRelType.INNER);
    PublicSource merged = context.source(joined, first.lookup() && second.lookup(), false);
    for (int i = 0; i < columns.size(); i++) {
      PerUnit.Column column = columns.get(i);
      if (column.origin() instanceof OfPublic of
          && (of.source().id() == first.id() || of.source().id() == second.id())) {
        int shift = of.source().id() == first.id() ? 0 : width;
        columns.set(i, column.with(column.facts(), new OfPublic(merged, of.column() + shift)));
      }
    }
  }
}
