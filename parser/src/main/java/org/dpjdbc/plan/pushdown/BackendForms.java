package org.dpjdbc.plan.pushdown;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlNtileAggFunction;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.dpjdbc.plan.algebra.AggregateCalls;
import org.dpjdbc.plan.algebra.ForeignCalls;
import org.dpjdbc.plan.algebra.SubSelect;
import org.dpjdbc.sql.dialect.common.BackendDialect;

/** Rewrites a relation into the forms that the database needs, before it is printed. */
final class BackendForms extends RexShuttle {
  /** Calcite prints a frame with it, which it does not look at, and which some databases refuse. */
  private static final SqlAggFunction NTILE =
      new SqlNtileAggFunction() {
        @Override
        public boolean allowsFraming() {
          return false;
        }
      };

  private final BackendDialect dialect;
  private final RexBuilder rex;

  /** Whether what is printed was read as another product means it. */
  private final boolean foreign;

  BackendForms(BackendDialect dialect, RexBuilder rex) {
    this.dialect = dialect;
    this.rex = rex;
    this.foreign = ForeignCalls.areIn(rex);
  }

  /** The relation, whose inputs are in their forms already. */
  RelNode of(RelNode rel) {
    RelNode spelled = rel.accept(this);
    if (!(spelled instanceof Aggregate grouped)) {
      return spelled;
    }
    Aggregate aggregate = keysApart(grouped);
    List<AggregateCall> calls =
        aggregate.getAggCallList().stream().map(call -> aggregate(aggregate, call)).toList();
    return calls.equals(aggregate.getAggCallList())
        ? aggregate
        : aggregate.copy(
            aggregate.getTraitSet(),
            aggregate.getInput(),
            aggregate.getGroupSet(),
            aggregate.getGroupSets(),
            calls);
  }

  /**
   * A key that contains an analyst's string is a parameter twice, and databases do not take two
   * parameters for equal. A constant is no key to PostgreSQL, or is the place of one.
   */
  private static Aggregate keysApart(Aggregate aggregate) {
    return aggregate.getInput() instanceof Project project
            && aggregate.getGroupSet().asList().stream()
                .map(project.getProjects()::get)
                .anyMatch(key -> key instanceof RexLiteral || holdsString(key))
        ? aggregate.copy(
            aggregate.getTraitSet(),
            SubSelect.of(project),
            aggregate.getGroupSet(),
            aggregate.getGroupSets(),
            aggregate.getAggCallList())
        : aggregate;
  }

  private static boolean holdsString(RexNode key) {
    return (key instanceof RexLiteral || key instanceof RexDynamicParam)
        ? SqlTypeUtil.inCharFamily(key.getType())
        : key instanceof RexCall call
            && call.getOperands().stream().anyMatch(BackendForms::holdsString);
  }

  private AggregateCall aggregate(Aggregate aggregate, AggregateCall call) {
    if (call.getArgList().size() != 1) {
      return call;
    }
    RelDataType argument =
        aggregate.getInput().getRowType().getFieldList().get(call.getArgList().get(0)).getType();
    SqlAggFunction function = dialect.rewrite(call.getAggregation(), argument);
    return function.equals(call.getAggregation()) ? call : AggregateCalls.as(call, function);
  }

  @Override
  public RexNode visitCall(RexCall call) {
    Optional<RexNode> date = DateForms.of(rex, call);
    if (date.isPresent()) {
      return date.get().accept(this);
    }
    if (foreign) {
      RexNode form = ForeignCalls.form(rex, call);
      if (!form.equals(call)) {
        return form.accept(this);
      }
    }
    return super.visitCall(call) instanceof RexCall spelled ? dialect.rewrite(rex, spelled) : call;
  }

  @Override
  public RexNode visitOver(RexOver over) {
    RexOver spelled = (RexOver) super.visitOver(over);
    if (spelled.getOperands().size() != 1) {
      return spelled;
    }
    SqlAggFunction function =
        spelled.getAggOperator().getKind() == SqlKind.NTILE
            ? NTILE
            : dialect.rewrite(spelled.getAggOperator(), spelled.getOperands().get(0).getType());
    return function.equals(spelled.getAggOperator())
        ? spelled
        : rex.makeOver(
            spelled.getType(),
            function,
            spelled.getOperands(),
            spelled.getWindow().partitionKeys,
            spelled.getWindow().orderKeys,
            spelled.getWindow().getLowerBound(),
            spelled.getWindow().getUpperBound(),
            spelled.getWindow().getExclude(),
            spelled.getWindow().isRows(),
            true,
            false,
            spelled.isDistinct(),
            spelled.ignoreNulls());
  }
}
