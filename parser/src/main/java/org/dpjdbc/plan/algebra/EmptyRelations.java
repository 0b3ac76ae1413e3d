package org.dpjdbc.plan.algebra;

import java.math.BigDecimal;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSimplify;
import org.apache.calcite.sql.SqlKind;
import org.dpjdbc.sql.simplify.LiteralCasts;

/**
 * Recognises, by the query alone, relations that have no rows: {@code WHERE 1 = 0}, {@code LIMIT
 * 0}.
 */
public final class EmptyRelations {
  /**
   * Conditions larger than those of tools' probes are not inspected, because that takes cubic time.
   */
  private static final int MAX_SIZE = 100;

  private EmptyRelations() {}

  public static boolean isEmpty(RelNode rel) {
    if (rel instanceof Values values) {
      return values.getTuples().isEmpty();
    } else if (rel instanceof Filter filter) {
      return neverHolds(filter) || isEmpty(filter.getInput());
    } else if (rel instanceof Sort sort) {
      return fetchesNothing(sort) || isEmpty(sort.getInput());
    } else if (rel instanceof Project project) {
      return isEmpty(project.getInput());
    } else if (rel instanceof Aggregate aggregate) {
      return !aggregate.getGroupSet().isEmpty()
          && aggregate.getGroupType() == Aggregate.Group.SIMPLE
          && isEmpty(aggregate.getInput());
    } else if (rel instanceof Join join) {
      return isEmpty(join);
    } else if (rel instanceof Union union) {
      return union.getInputs().stream().allMatch(EmptyRelations::isEmpty);
    }
    return false;
  }

  private static boolean isEmpty(Join join) {
    return switch (join.getJoinType()) {
      case INNER, SEMI -> isEmpty(join.getLeft()) || isEmpty(join.getRight());
      case LEFT, ANTI -> isEmpty(join.getLeft());
      case RIGHT -> isEmpty(join.getRight());
      default -> false;
    };
  }

  private static boolean fetchesNothing(Sort sort) {
    if (!(sort.fetch instanceof RexLiteral literal)) {
      return false;
    }
    BigDecimal rows = literal.getValueAs(BigDecimal.class);
    return rows != null && rows.signum() == 0;
  }

  private static boolean neverHolds(Filter filter) {
    RexSimplify simplify =
        new RexSimplify(
            filter.getCluster().getRexBuilder(), RelOptPredicateList.EMPTY, LiteralCasts.EXECUTOR);
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      if (conjunct.nodeCount() > MAX_SIZE || hasBadPattern(conjunct)) {
        continue;
      }
      RexNode simple = simplify.simplifyUnknownAsFalse(conjunct);
      if (simple.isAlwaysFalse() || (simple instanceof RexLiteral literal && literal.isNull())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Calcite fails where the character of an ESCAPE is not one, and on a pattern that is NULL; such
   * patterns are refused later, or never fulfilled.
   */
  private static boolean hasBadPattern(RexNode node) {
    if (!(node instanceof RexCall call)) {
      return false;
    }
    boolean pattern = call.isA(SqlKind.LIKE);
    boolean escapes = pattern && call.getOperands().size() > 2;
    return (escapes && !isCharacter(call.getOperands().get(2)))
        || (pattern && call.getOperands().stream().anyMatch(RexLiteral::isNullLiteral))
        || call.getOperands().stream().anyMatch(EmptyRelations::hasBadPattern);
  }

  private static boolean isCharacter(RexNode escape) {
    String text = escape instanceof RexLiteral literal ? literal.getValueAs(String.class) : null;
    return text != null && text.length() == 1;
  }
}
