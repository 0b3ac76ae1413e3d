package org.dpjdbc.plan.relation;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;
import org.dpjdbc.plan.algebra.AggregateCalls;
import org.dpjdbc.plan.algebra.LiteralRows;
import org.dpjdbc.plan.model.FinishInput;

/**
 * Released rows as a relation of the database's: what an analyst could have written as VALUES after
 * having asked for them. See {@link LiteralRows} for how they get there.
 */
public final class ReleasedSets {
  private final PlanContext context;

  public ReleasedSets(PlanContext context) {
    this.context = context;
  }

  /** Whether a relation of the database's reads a set. */
  public static boolean isIn(RelNode rel) {
    return rel instanceof LiteralRows || rel.getInputs().stream().anyMatch(ReleasedSets::isIn);
  }

  /**
   * The rows in the database. If the query has one for each value of some columns, the statement
   * groups them, so that the database's own equality applies: that a private row joins at most one
   * of them must not depend on the driver's equality.
   *
   * @param released evaluated by the driver
   * @return with names of ours: the analyst's do not reach the database
   */
  public RelNode rows(RelNode released) {
    RelDataTypeFactory.Builder row = context.catalog().types().builder();
    List<RelDataTypeField> fields = released.getRowType().getFieldList();
    fields.forEach(field -> row.add("c" + field.getIndex(), nullable(field.getType())));
    row.add("c" + fields.size(), context.catalog().types().createSqlType(SqlTypeName.INTEGER));
    LiteralRows leaf = new LiteralRows(context.cluster(), context.set(released), row.build());
    RelNode present =
        LogicalFilter.create(
            leaf,
            context
                .rex()
                .makeCall(
                    SqlStdOperatorTable.EQUALS,
                    context.rex().makeInputRef(leaf, fields.size()),
                    context.rex().makeExactLiteral(BigDecimal.ONE)));
    RelNode rows = columns(present, ImmutableBitSet.range(fields.size()).asList());
    return key(released).filter(key -> !key.isEmpty()).map(key -> unique(rows, key)).orElse(rows);
  }

  private RelDataType nullable(RelDataType type) {
    return context.catalog().types().createTypeWithNullability(type, true);
  }

  private RelNode columns(RelNode rel, List<Integer> columns) {
    List<RexNode> projects = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int column : columns) {
      projects.add(context.rex().makeInputRef(rel, column));
      names.add(rel.getRowType().getFieldNames().get(column));
    }
    return LogicalProject.create(rel, List.of(), projects, names, Set.of());
  }

  /** One row for each key, in the order of the columns. */
  private RelNode unique(RelNode rows, ImmutableBitSet key) {
    int width = rows.getRowType().getFieldCount();
    List<Integer> others = ImmutableBitSet.range(width).except(key).asList();
    List<AggregateCall> minimum = new ArrayList<>();
    for (int column : others) {
      minimum.add(
          AggregateCalls.of(
              SqlStdOperatorTable.MIN,
              false,
              List.of(column),
              rows,
              key.cardinality(),
              "x" + column));
    }
    Aggregate grouped = LogicalAggregate.create(rows, List.of(), key, null, minimum);
    List<Integer> order = new ArrayList<>();
    for (int column = 0; column < width; column++) {
      order.add(key.get(column) ? key.indexOf(column) : key.cardinality() + others.indexOf(column));
    }
    return columns(grouped, order);
  }

  /** Columns of which the query has each combination of values once, if it says so. */
  private Optional<ImmutableBitSet> key(RelNode released) {
    if (released instanceof Sort || released instanceof Filter) {
      return key(released.getInput(0));
    } else if (released instanceof Project project) {
      return key(project.getInput()).flatMap(key -> projected(project, key));
    } else if (released instanceof Aggregate aggregate) {
      return aggregate.getGroupType() == Aggregate.Group.SIMPLE
          ? Optional.of(grouped(aggregate))
          : Optional.empty();
    } else if (released instanceof FinishInput input
        && input.kind() == FinishInput.Kind.RELEASED
        && context.draft(input.name()).selection().filter(s -> s.others()).isEmpty()) {
      return Optional.of(ImmutableBitSet.range(context.draft(input.name()).keys().size()));
    }
    return Optional.empty();
  }

  private static Optional<ImmutableBitSet> projected(Project project, ImmutableBitSet key) {
    ImmutableBitSet.Builder above = ImmutableBitSet.builder();
    for (int column : key) {
      int at =
          project.getProjects().indexOf(RexInputRef.of(column, project.getInput().getRowType()));
      if (at < 0) {
        return Optional.empty();
      }
      above.set(at);
    }
    return Optional.of(above.build());
  }

  /** The grouped columns, but for constants, of which each group has the same. */
  private static ImmutableBitSet grouped(Aggregate aggregate) {
    ImmutableBitSet.Builder key = ImmutableBitSet.builder();
    for (int column = 0; column < aggregate.getGroupCount(); column++) {
      boolean constant =
          aggregate.getInput() instanceof Project project
              && project.getProjects().get(aggregate.getGroupSet().nth(column))
                  instanceof RexLiteral;
      if (!constant) {
        key.set(column);
      }
    }
    ImmutableBitSet differing = key.build();
    return differing.isEmpty() ? ImmutableBitSet.range(aggregate.getGroupCount()) : differing;
  }

  /** The same rows, evaluated by the driver. */
  public static RelNode local(PlanContext context, RelNode rel) {
    if (rel instanceof LiteralRows rows) {
      RelNode released = context.set(rows.set());
      List<RexNode> columns =
          new ArrayList<>(context.rex().identityProjects(released.getRowType()));
      columns.add(context.rex().makeExactLiteral(BigDecimal.ONE));
      return LogicalProject.create(
          released, List.of(), columns, rows.getRowType().getFieldNames(), Set.of());
    } else if (!isIn(rel)) {
      return context.local(new Relation.Public(rel, true)).rel();
    }
    return rel.copy(
        rel.getTraitSet(), rel.getInputs().stream().map(input -> local(context, input)).toList());
  }
}
