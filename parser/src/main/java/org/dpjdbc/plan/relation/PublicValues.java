package org.dpjdbc.plan.relation;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.UniqueColumns;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * A subquery over public tables that is used as a single value: {@code (SELECT code FROM diseases
 * WHERE name = 'flu')}. Calcite checks it with an aggregate that no database has.
 */
public final class PublicValues {
  /** One row, and one more to see that there is not one. */
  private static final int ROWS = 2;

  private final PlanContext context;

  public PublicValues(PlanContext context) {
    this.context = context;
  }

  public static boolean isIn(RelNode rel) {
    return rel instanceof Aggregate aggregate
        && aggregate.getAggCallList().stream().anyMatch(PublicValues::isSingle);
  }

  private static boolean isSingle(AggregateCall call) {
    return call.getAggregation().getKind() == SqlKind.SINGLE_VALUE;
  }

  /**
   * The value if nothing private is asked for yet: the rows are read, and refused if there are
   * several; or one for each value of a key, of which there is one row each.
   *
   * @param aggregate over public rows of the database
   */
  public Relation of(Aggregate aggregate) {
    RelNode rows = aggregate.getInput();
    if (aggregate.getGroupCount() == 0) {
      RelNode few =
          LogicalSort.create(
              rows,
              RelCollations.EMPTY,
              null,
              context.rex().makeExactLiteral(BigDecimal.valueOf(ROWS)));
      RelNode read = context.local(new Relation.Public(few, true)).rel();
      return new Relation.Local(aggregate.copy(aggregate.getTraitSet(), List.of(read)));
    } else if (!UniqueColumns.contains(rows, aggregate.getGroupSet())) {
      throw RelationMessages.severalValues();
    }
    return new Relation.Public(only(aggregate), true);
  }

  /** Of one row, the smallest value is the only one. */
  private static RelNode only(Aggregate aggregate) {
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      calls.add(
          isSingle(call)
              ? AggregateCall.create(
                  call.getParserPosition(),
                  SqlStdOperatorTable.MIN,
                  false,
                  false,
                  false,
                  call.rexList,
                  call.getArgList(),
                  call.filterArg,
                  call.distinctKeys,
                  call.collation,
                  call.getType(),
                  call.getName())
              : call);
    }
    ImmutableBitSet keys = aggregate.getGroupSet();
    return aggregate.copy(
        aggregate.getTraitSet(), aggregate.getInput(), keys, aggregate.getGroupSets(), calls);
  }
}
