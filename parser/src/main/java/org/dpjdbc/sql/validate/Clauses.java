package org.dpjdbc.sql.validate;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.dpjdbc.sql.grammar.ClauseMark;
import org.dpjdbc.sql.refusal.ParseMessages;
import org.dpjdbc.sql.refusal.Position;

/**
 * Where a query has several {@code WITH DIFFERENTIAL_PRIVACY} clauses, the aggregates of each
 * SELECT with one know it by a hint, in the place of the {@link ClauseMark} among its conditions.
 */
public final class Clauses {
  static final String HINT = "clause";

  private Clauses() {}

  /** The clause of an aggregate; empty if its SELECT has none, or the query has not several. */
  public static OptionalInt of(Aggregate aggregate) {
    return aggregate.getHints().stream()
        .filter(hint -> hint.hintName.equals(HINT))
        .mapToInt(hint -> Integer.parseInt(hint.listOptions.get(0)))
        .findFirst();
  }

  /**
   * The query with hints instead of marks.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if a SELECT with a clause aggregates nothing
   */
  static RelNode marked(RelNode rel) {
    RelNode hinted = rel.accept(new Hinting());
    hinted.accept(new Unread());
    return hinted;
  }

  /** From the leaves up: the lowest aggregate above a mark takes it. */
  private static final class Hinting extends RelHomogeneousShuttle {
    private final RexShuttle inExpressions =
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery query) {
            RexSubQuery visited = (RexSubQuery) super.visitSubQuery(query);
            return visited.clone(visited.rel.accept(new Hinting()));
          }
        };

    @Override
    public RelNode visit(RelNode other) {
      RelNode visited = super.visit(other).accept(inExpressions);
      if (!(visited instanceof LogicalAggregate aggregate)) {
        return visited;
      }
      OptionalInt clause = below(aggregate.getInput());
      if (clause.isEmpty()) {
        return aggregate;
      }
      List<RelHint> hints = new ArrayList<>(aggregate.getHints());
      hints.add(RelHint.builder(HINT).hintOption(String.valueOf(clause.getAsInt())).build());
      RelNode bare = without(aggregate.getInput(), clause.getAsInt());
      return ((Aggregate) aggregate.copy(aggregate.getTraitSet(), List.of(bare))).withHints(hints);
    }
  }

  private static OptionalInt below(RelNode rel) {
    if (rel instanceof Filter filter) {
      for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
        OptionalInt clause = clause(condition);
        if (clause.isPresent()) {
          return clause;
        }
      }
    }
    return rel instanceof Filter || rel instanceof Project
        ? below(rel.getInput(0))
        : OptionalInt.empty();
  }

  private static OptionalInt clause(RexNode condition) {
    return condition instanceof RexCall call
        ? ClauseMark.read(call.getOperator())
        : OptionalInt.empty();
  }

  private static RelNode without(RelNode rel, int clause) {
    if (rel instanceof LogicalFilter filter) {
      RexBuilder rex = filter.getCluster().getRexBuilder();
      RexNode rest =
          RexUtil.composeConjunction(
              rex,
              RelOptUtil.conjunctions(filter.getCondition()).stream()
                  .filter(condition -> !clause(condition).equals(OptionalInt.of(clause)))
                  .toList());
      return rest.isAlwaysTrue()
          ? filter.getInput()
          : filter.copy(filter.getTraitSet(), filter.getInput(), rest);
    } else if (rel instanceof Project) {
      return rel.copy(rel.getTraitSet(), List.of(without(rel.getInput(0), clause)));
    }
    return rel;
  }

  /** A mark that no aggregate took is that of a SELECT that shows rows. */
  private static final class Unread extends RelHomogeneousShuttle {
    private final RexShuttle inExpressions =
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery query) {
            query.rel.accept(new Unread());
            return super.visitSubQuery(query);
          }

          @Override
          public RexNode visitCall(RexCall call) {
            if (call.getOperator() instanceof ClauseMark mark) {
              throw ParseMessages.clauseWithoutAggregate().at(Position.of(mark.pos()));
            }
            return super.visitCall(call);
          }
        };

    @Override
    public RelNode visit(RelNode other) {
      return super.visit(other).accept(inExpressions);
    }
  }
}
