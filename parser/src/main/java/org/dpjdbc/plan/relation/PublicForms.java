package org.dpjdbc.plan.relation;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.plan.algebra.ForeignCalls;

/**
 * Expressions over public rows that have no form common to all databases: the driver computes them
 * from the stored rows.
 */
final class PublicForms {
  private PublicForms() {}

  /** Whether the database can be asked for the relation. */
  static boolean arePrintable(PlanContext context, RelNode rel) {
    if (context.catalog().dialects().isForeign() && !isAlike(context, rel)) {
      return false;
    }
    boolean[] printable = {isPrintable(context, rel)};
    rel.accept(
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            printable[0] &= isPrintable(call);
            return super.visitCall(call);
          }
        });
    return printable[0] && rel.getInputs().stream().allMatch(input -> arePrintable(context, input));
  }

  /** Whether the database has the set operation: how often a row occurs is not compared by all. */
  static boolean isPrintable(PlanContext context, RelNode rel) {
    return context.catalog().dialects().backend().comparesOccurrences()
        || !(rel instanceof SetOp set && set.all && set.kind != SqlKind.UNION);
  }

  /** What makes of a stored column what is read in its place is not the analyst's. */
  private static boolean isAlike(PlanContext context, RelNode rel) {
    boolean stored =
        rel instanceof Project project
            && project.getInput() instanceof TableScan scan
            && project.getProjects().stream().allMatch(c -> TableRows.isRead(context, scan, c));
    return stored || ForeignCalls.areAlike(rel);
  }

  /**
   * Except the difference of two timestamps, shifts by weeks and quarters, and a search from a
   * given position.
   */
  private static boolean isPrintable(RexCall call) {
    boolean farPosition =
        call.getOperator().getName().equals("POSITION") && call.getOperands().size() > 2;
    return call.getKind() != SqlKind.REINTERPRET
        && !farPosition
        && call.getOperands().stream().noneMatch(PublicForms::isOddInterval);
  }

  private static boolean isOddInterval(RexNode node) {
    if (!SqlTypeUtil.isInterval(node.getType()) || node.getType().getIntervalQualifier() == null) {
      return false;
    }
    return switch (node.getType().getIntervalQualifier().getUnit()) {
      case WEEK, QUARTER -> true;
      default -> false;
    };
  }
}
