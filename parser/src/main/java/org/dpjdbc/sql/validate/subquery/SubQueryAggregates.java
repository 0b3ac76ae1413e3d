package org.dpjdbc.sql.validate.subquery;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.rules.SubQueryRemoveRule;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Calcite's rules that turn subqueries into joins. For NOT IN, ALL, ANY and SOME they add
 * aggregates that the query does not have: a count of rows, or the largest value. These aggregates
 * have special names, so that none is taken for one of the analyst's. If a column of the analyst
 * has such a name, the query is refused; nothing worse can happen.
 */
public final class SubQueryAggregates {
  private static final String NAME = "$of a sub-query ";
  private static final String OF_VALUES = NAME + "of values ";

  /** Every subquery expression becomes a join, so that one set of rules serves them all. */
  public static final List<RelOptRule> RULES =
      List.of(
          new Rule(SubQueryRemoveRule.Config.FILTER),
          new Rule(SubQueryRemoveRule.Config.PROJECT),
          new Rule(SubQueryRemoveRule.Config.JOIN));

  private SubQueryAggregates() {}

  /** Whether the translation of a subquery added the aggregate. */
  public static boolean isAdded(AggregateCall call) {
    return call.getName() != null && call.getName().startsWith(NAME);
  }

  /** Whether it is of the different values that the subquery has, which the translation grouped. */
  public static boolean isOfValues(AggregateCall call) {
    return call.getName() != null && call.getName().startsWith(OF_VALUES);
  }

  private static final class Rule extends SubQueryRemoveRule {
    Rule(Config config) {
      super(config);
    }

    @Override
    protected RexNode apply(
        RexSubQuery query,
        Set<CorrelationId> variables,
        RelOptUtil.Logic logic,
        RelBuilder builder,
        int inputCount,
        int offset,
        int subQueryIndex) {
      RexSubQuery compared = compared(query, logic);
      Set<RelNode> given = Collections.newSetFromMap(new IdentityHashMap<>());
      given.add(builder.peek());
      collect(compared.rel, given);
      RexNode condition =
          super.apply(compared, variables, logic, builder, inputCount, offset, subQueryIndex);
      if (query.getKind() != SqlKind.SCALAR_QUERY) {
        builder.push(builder.build().accept(new Naming(given)));
      }
      return condition;
    }

    /**
     * NOT IN depends on the distinct values alone: it counts these, not the rows. Whether a single
     * constant is among them is another query, which is refused over people's rows.
     */
    private static RexSubQuery compared(RexSubQuery query, RelOptUtil.Logic logic) {
      if (query.getKind() != SqlKind.IN
          || logic == RelOptUtil.Logic.TRUE
          || RexUtil.allLiterals(query.getOperands())) {
        return query;
      }
      ImmutableBitSet all = ImmutableBitSet.range(query.rel.getRowType().getFieldCount());
      return query.clone(LogicalAggregate.create(query.rel, List.of(), all, null, List.of()));
    }

    private static void collect(RelNode rel, Set<RelNode> into) {
      into.add(rel);
      rel.getInputs().forEach(input -> collect(input, into));
    }
  }

  /** Names the aggregates that were not given. */
  private static final class Naming extends RelHomogeneousShuttle {
    private final Set<RelNode> given;

    Naming(Set<RelNode> given) {
      this.given = given;
    }

    @Override
    public RelNode visit(RelNode rel) {
      if (given.contains(rel)) {
        return rel;
      }
      RelNode visited = super.visit(rel);
      return visited instanceof Aggregate aggregate ? named(aggregate) : visited;
    }

    private RelNode named(Aggregate aggregate) {
      boolean ofValues =
          aggregate.getInput() instanceof Aggregate && !given.contains(aggregate.getInput());
      List<AggregateCall> calls = new ArrayList<>();
      for (AggregateCall call : aggregate.getAggCallList()) {
        boolean constant = call.getAggregation().getKind() == SqlKind.LITERAL_AGG;
        calls.add(constant ? call : call.withName((ofValues ? OF_VALUES : NAME) + calls.size()));
      }
      return aggregate.copy(
          aggregate.getTraitSet(),
          aggregate.getInput(),
          aggregate.getGroupSet(),
          aggregate.getGroupSets(),
          calls);
    }
  }
}
