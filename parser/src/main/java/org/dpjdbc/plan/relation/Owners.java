package org.dpjdbc.plan.relation;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.plan.pushdown.FlatJoins;
import org.dpjdbc.policy.PrivacyUnit;
import org.dpjdbc.policy.PrivacyUnit.Reference;
import org.dpjdbc.policy.TablePolicy;

/**
 * Follows references to the person: line items reference orders, orders reference customers. A row
 * belongs to the unit of the row it references. The key of that row is unique because the database
 * enforces it, which is checked against the live schema, so each row belongs to exactly one unit. A
 * row whose owner is missing counts nowhere.
 */
public final class Owners {
  private final PlanContext context;

  Owners(PlanContext context) {
    this.context = context;
  }

  /**
   * The column at the end of the references: its value is the unit.
   *
   * @param own the column that {@code unit} names
   * @param unit of the table that the references start from
   */
  public Reference root(Reference own, PrivacyUnit.Column unit) {
    Reference held = held(own, unit);
    return held.equals(own) ? own : rootOf(held);
  }

  private Reference rootOf(Reference key) {
    PrivacyUnit.Column owner = unit(key);
    return owner.column().equals(key.column())
        ? key
        : root(new Reference(key.schema(), key.table(), owner.column()), owner);
  }

  /**
   * The key whose value a table's unit column holds: its own where it references nothing. A
   * reference to a column that holds the key of yet another table leads on to that one.
   */
  public Reference held(Reference own, PrivacyUnit.Column unit) {
    if (unit.references().isEmpty()) {
      return own;
    }
    Reference next = unit.references().get();
    PrivacyUnit.Column owner = unit(next);
    return owner.column().equals(next.column()) ? held(next, owner) : next;
  }

  /** Joins the owners until a column holds the unit key. */
  public PerUnit resolve(PerUnit rows) {
    PerUnit resolved = rows;
    while (resolved.deferred()) {
      resolved = joinOwner(resolved);
    }
    return resolved;
  }

  /**
   * Joins below what is computed from the rows, which is total: it then stands beside what reads
   * it.
   */
  private PerUnit joinOwner(PerUnit rows) {
    Reference key = rows.owner();
    PerUnit owner = new TableRows(context).owner(key, unit(key));
    RelNode below = rows.rel();
    List<ColumnFacts> facts = new ArrayList<>(rows.facts());
    List<RexNode> computed = context.rex().identityProjects(below.getRowType());
    if (below instanceof Project project
        && !project.containsOver()
        && project.getVariablesSet().isEmpty()
        && project.getProjects().get(rows.unit().orElseThrow()) instanceof RexInputRef) {
      computed = project.getProjects();
      below = project.getInput();
      facts = new ArrayList<>(rows.below());
    }
    boolean known = facts.size() == below.getRowType().getFieldCount();
    facts.addAll(owner.facts());
    int width = below.getRowType().getFieldCount();
    RexNode condition =
        context
            .rex()
            .makeCall(
                SqlStdOperatorTable.EQUALS,
                computed.get(rows.unit().orElseThrow()),
                context
                    .rex()
                    .makeInputRef(owner.rel().getRowType().getFieldList().get(0).getType(), width));
    RelNode joined =
        FlatJoins.withOwners(
            LogicalJoin.create(
                below, owner.rel(), List.of(), condition, Set.of(), JoinRelType.INNER));
    List<RexNode> projects = new ArrayList<>(computed.subList(0, rows.visible()));
    List<String> names =
        new ArrayList<>(rows.rel().getRowType().getFieldNames().subList(0, rows.visible()));
    projects.add(context.rex().makeInputRef(joined, width + owner.unit().orElseThrow()));
    names.add("unit");
    List<PerUnit.Column> columns = new ArrayList<>(rows.columns().subList(0, rows.visible()));
    columns.add(owner.columns().get(owner.unit().orElseThrow()));
    return new PerUnit(
        LogicalProject.create(
            joined, List.of(), projects, SqlValidatorUtil.uniquify(names, true), Set.of()),
        rows.visible(),
        columns,
        OptionalInt.of(rows.visible()),
        rows.kind(),
        rows.rowsPerUnit(),
        rows.table(),
        known ? facts : List.of());
  }

  private PrivacyUnit.Column unit(Reference of) {
    return context.catalog().policy().tables().stream()
        .filter(t -> t.schema().equals(of.schema()) && t.name().equals(of.table()))
        .findFirst()
        .flatMap(TablePolicy::unit)
        .map(PrivacyUnit.Column.class::cast)
        .orElseThrow(() -> new IllegalStateException("a checked policy has every owner"));
  }
}
