package org.dpjdbc.plan.relation;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
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
 * row whose owner is missing counts nowhere. Where several columns reference one row, all of them
 * have to be equal to its key.
 */
public final class Owners {
  private final PlanContext context;

  Owners(PlanContext context) {
    this.context = context;
  }

  /**
   * A key that a table holds.
   *
   * @param columns of the table, as many as the key has
   * @param key whose values they hold
   */
  public record Held(List<String> columns, Reference key) {}

  /**
   * The column at the end of the references: its value is the unit.
   *
   * @param own the columns that {@code unit} names
   * @param unit of the table that the references start from
   */
  public Reference root(Reference own, PrivacyUnit.Columns unit) {
    Reference key = held(own, unit).key();
    return key.equals(own) ? own : rootOf(key);
  }

  private Reference rootOf(Reference key) {
    PrivacyUnit.Columns owner = unit(key);
    return owner.columns().equals(key.columns())
        ? key
        : root(new Reference(key.schema(), key.table(), owner.columns()), owner);
  }

  /**
   * The key whose value a table's unit columns hold: their own where they reference nothing. A
   * reference to columns that hold the key of yet another table leads on to that one: of line
   * items, referenced by the numbers of their order and of their line, the first one leads to the
   * order.
   */
  public Held held(Reference own, PrivacyUnit.Columns unit) {
    return unit.references()
        .map(next -> ledOn(own.columns(), next))
        .orElseGet(() -> new Held(own.columns(), own));
  }

  private Held ledOn(List<String> columns, Reference next) {
    PrivacyUnit.Columns owner = unit(next);
    if (!next.columns().containsAll(owner.columns())) {
      return new Held(columns, next);
    }
    List<String> mine =
        owner.columns().stream().map(c -> columns.get(next.columns().indexOf(c))).toList();
    return owner
        .references()
        .map(further -> ledOn(mine, further))
        .orElseGet(
            () -> new Held(mine, new Reference(next.schema(), next.table(), owner.columns())));
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
    PerUnit owner = owner(rows.owner());
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
    RelNode joined = joined(below, List.of(computed.get(rows.unit().orElseThrow())), owner);
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

  /**
   * All conditions together. Calcite's own would leave out what is true by its type, as that a unit
   * key is not NULL: which is true because this condition is there.
   */
  static RexNode all(PlanContext context, List<RexNode> conditions) {
    return conditions.size() == 1
        ? conditions.get(0)
        : context.rex().makeCall(SqlStdOperatorTable.AND, conditions);
  }

  /** The rows that a key belongs to: its columns first. */
  private PerUnit owner(Reference key) {
    return new TableRows(context).owner(key, unit(key));
  }

  /** Each row with the one that has the key, of which there is one at most. */
  private RelNode joined(RelNode rows, List<RexNode> key, PerUnit owner) {
    List<RexNode> equalities = new ArrayList<>();
    int width = rows.getRowType().getFieldCount();
    for (int i = 0; i < key.size(); i++) {
      RexNode theirs =
          context
              .rex()
              .makeInputRef(owner.rel().getRowType().getFieldList().get(i).getType(), width + i);
      equalities.add(context.rex().makeCall(SqlStdOperatorTable.EQUALS, key.get(i), theirs));
    }
    return FlatJoins.withOwners(
        LogicalJoin.create(
            rows, owner.rel(), List.of(), all(context, equalities), Set.of(), JoinRelType.INNER));
  }

  /**
   * The rows of a table that several columns of it reference, and behind the visible columns the
   * key of each row's owner.
   *
   * @param rows of the table, where none of the columns is NULL
   * @param key places of the columns
   * @param held what they hold
   */
  Owned owned(RelNode rows, int visible, List<Integer> key, Held held) {
    PerUnit owner = owner(held.key());
    RelNode joined =
        joined(
            rows,
            key.stream().<RexNode>map(i -> context.rex().makeInputRef(rows, i)).toList(),
            owner);
    int unit = owner.unit().orElseThrow();
    List<RexNode> projects = new ArrayList<>();
    IntStream.range(0, visible).forEach(i -> projects.add(context.rex().makeInputRef(joined, i)));
    projects.add(context.rex().makeInputRef(joined, rows.getRowType().getFieldCount() + unit));
    List<String> names = new ArrayList<>(rows.getRowType().getFieldNames().subList(0, visible));
    names.add("unit");
    return new Owned(
        LogicalProject.create(
            joined, List.of(), projects, SqlValidatorUtil.uniquify(names, true), Set.of()),
        owner.columns().get(unit));
  }

  /**
   * Rows with their owners.
   *
   * @param rel the rows
   * @param unit what is known of the last column, which tells whose they are
   */
  record Owned(RelNode rel, PerUnit.Column unit) {}

  private PrivacyUnit.Columns unit(Reference of) {
    return context.catalog().policy().tables().stream()
        .filter(t -> t.schema().equals(of.schema()) && t.name().equals(of.table()))
        .findFirst()
        .flatMap(TablePolicy::unit)
        .map(PrivacyUnit.Columns.class::cast)
        .orElseThrow(() -> new IllegalStateException("a checked policy has every owner"));
  }
}
