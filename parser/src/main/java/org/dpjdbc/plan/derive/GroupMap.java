package org.dpjdbc.plan.derive;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.dpjdbc.plan.algebra.Conditions;
import org.dpjdbc.plan.model.AskedGroups;
import org.dpjdbc.plan.model.FinishInput;
import org.dpjdbc.plan.model.KeyValue;
import org.dpjdbc.sql.parse.GivenValue;

/**
 * Which released groups, the cells, each group that a query asks for is made up of. The rows of a
 * group are then exactly those of its cells, but for rows that are in no cell because the list of a
 * key leaves them out.
 *
 * @param groups for each cell that counts, its number and the keys of its group; over {@link
 *     #CELLS}, evaluated by the driver
 * @param grouping the keys of the cells that are keys of the groups as well
 * @param fixed the values that conditions leave of keys of the cells
 */
public record GroupMap(RelNode groups, Set<Integer> grouping, List<Fixed> fixed) {
  /** The name of the input: the keys of each cell, then its number. */
  public static final String CELLS = "cells";

  /**
   * A condition on a key of the cells.
   *
   * @param values that it leaves, whether cells have them or not
   */
  public record Fixed(int key, Set<KeyValue> values) {}

  /**
   * A question: what is asked, and the values that are open in it.
   *
   * @param row of its frontier: the keys first
   */
  public record Question(AskedGroups groups, RelDataType row, List<GivenValue> given) {
    /** The forms of its conditions. */
    public Set<String> conditions() {
      return groups.conditions().stream()
          .map(condition -> condition.form().with(given))
          .collect(Collectors.toSet());
    }

    /** The form of a key. */
    public String keyForm(int key) {
      return groups.keys().get(key).form().with(given);
    }

    /** Whether another one reads the same rows, whatever conditions hold for those that count. */
    public boolean hasRowsOf(Question other) {
      return groups.rowsForm().with(given).equals(other.groups.rowsForm().with(other.given));
    }

    private RelDataType key(int key) {
      return row.getFieldList().get(key).getType();
    }
  }

  /** The map; empty if a key or a condition is no function of the cells' keys. */
  public static Optional<GroupMap> of(Question asked, Question cells) {
    if (!asked.hasRowsOf(cells) || !asked.conditions().containsAll(cells.conditions())) {
      return Optional.empty();
    }
    RelOptCluster cluster = asked.groups().rows().getCluster();
    RexBuilder rex = cluster.getRexBuilder();
    RelDataTypeFactory.Builder row = rex.getTypeFactory().builder();
    int width = cells.groups().keys().size();
    for (int i = 0; i < width; i++) {
      row.add("k" + i, cells.key(i));
    }
    row.add("cell", SqlTypeName.BIGINT);
    RelNode rel = new FinishInput(cluster, FinishInput.Kind.RELEASED, CELLS, row.build());
    KeyFunctions functions =
        new KeyFunctions(rel, asked.groups(), asked.given(), cells.groups(), cells.given());

    Set<Integer> grouping = new HashSet<>();
    List<Fixed> fixed = new ArrayList<>();
    Set<String> known = cells.conditions();
    List<RexNode> conditions = new ArrayList<>();
    for (AskedGroups.Part part : asked.groups().conditions()) {
      if (!known.contains(part.form().with(asked.given()))) {
        Optional<RexNode> condition = functions.of(part.expression());
        if (condition.isEmpty()) {
          return Optional.empty();
        }
        conditions.add(condition.get());
        KeyFunctions.fixed(condition.get()).ifPresent(fixed::add);
      }
    }
    List<RexNode> columns = new ArrayList<>();
    List<String> names = new ArrayList<>();
    columns.add(rex.makeInputRef(rel, width));
    names.add("cell");
    for (int i = 0; i < asked.groups().keys().size(); i++) {
      Optional<RexNode> key = functions.of(asked.groups().keys().get(i).expression());
      if (key.isEmpty() || !isAlike(key.get().getType(), asked.key(i))) {
        return Optional.empty();
      }
      columns.add(key.get());
      names.add("k" + i);
      if (key.get() instanceof RexInputRef same) {
        grouping.add(same.getIndex());
      }
    }
    if (!conditions.isEmpty()) {
      rel = LogicalFilter.create(rel, Conditions.and(rex, conditions));
    }
    return Optional.of(
        new GroupMap(
            LogicalProject.create(rel, List.of(), columns, names, Set.of()), grouping, fixed));
  }

  /** Whether the values of both types have one runtime form. */
  private static boolean isAlike(RelDataType one, RelDataType other) {
    return one.getSqlTypeName() == other.getSqlTypeName()
        && one.getScale() == other.getScale()
        && (one.getSqlTypeName() != SqlTypeName.CHAR || one.getPrecision() == other.getPrecision());
  }
}
