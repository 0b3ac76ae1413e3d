package org.dpjdbc.plan.rule;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.schema.TransientTable;
import org.apache.calcite.util.Util;
import org.dpjdbc.plan.model.FinishInput;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.Relation;
import org.dpjdbc.policy.TablePolicy;
import org.dpjdbc.sql.refusal.RelationMessages;
import org.dpjdbc.sql.validate.CatalogTable;
import org.jspecify.annotations.Nullable;

/**
 * {@code WITH RECURSIVE} in a query that names no private table. The driver computes it: the first
 * part once, and then the second part over the rows that it added last, until it adds none. Each
 * step adds a row, so the limits on rows and time bound the work.
 */
public final class RecursionRule {
  private final PlanContext context;

  /** Creates the rule. */
  public RecursionRule(PlanContext context) {
    this.context = context;
  }

  /**
   * Looks for recursion beside private rows, whose number of steps would depend on them.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if there is one
   */
  public static void check(RelNode query) {
    boolean[] found = new boolean[2];
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
        found[0] |= node instanceof RepeatUnion;
        found[1] |= node instanceof TableScan scan && isPrivate(scan);
        super.visit(node, ordinal, parent);
      }
    }.go(query);
    if (found[0] && found[1]) {
      throw RelationMessages.recursionBesidePrivate();
    }
  }

  private static boolean isPrivate(TableScan scan) {
    return Optional.ofNullable(scan.getTable().unwrap(CatalogTable.class))
        .filter(CatalogTable.Backend.class::isInstance)
        .map(table -> ((CatalogTable.Backend) table).policy())
        .flatMap(TablePolicy::unit)
        .isPresent();
  }

  /** The name of the rows that are added last. No other input's name has a blank. */
  public static String name(RelOptTable working) {
    return "recursion " + Util.last(working.getQualifiedName());
  }

  /** What the second part of a recursion reads: the rows that were added last. */
  public static Optional<RelNode> working(TableScan scan) {
    return Optional.ofNullable(scan.getTable().unwrap(TransientTable.class))
        .map(
            table ->
                new FinishInput(
                    scan.getCluster(),
                    FinishInput.Kind.WORKING,
                    name(scan.getTable()),
                    scan.getRowType()));
  }

  /**
   * The recursion over rows that the driver has.
   *
   * @param first part
   * @param second part
   */
  public Relation apply(RepeatUnion recursion, Relation first, Relation second) {
    return new Relation.Local(
        recursion.copy(
            recursion.getTraitSet(),
            List.of(context.local(first).rel(), context.local(second).rel())));
  }
}
