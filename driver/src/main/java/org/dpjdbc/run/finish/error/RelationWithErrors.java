package org.dpjdbc.run.finish.error;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;

/**
 * A relation whose rows carry, after their visible columns, hidden ones with the parts of their
 * deviations.
 *
 * @param rel the relation
 * @param deviations of each visible column; the parts are references to hidden columns, or constant
 */
record RelationWithErrors(RelNode rel, List<Deviation> deviations) {

  int visible() {
    return deviations.size();
  }

  int hidden() {
    return rel.getRowType().getFieldCount() - visible();
  }

  /**
   * A projection of an input that computes visible columns and their deviations.
   *
   * @param input the relation below, with its hidden columns
   * @param columns the visible columns, over the input
   * @param deviations theirs, over the input
   * @param names of the visible columns
   */
  static RelationWithErrors project(
      RelNode input, List<RexNode> columns, List<Deviation> deviations, List<String> names) {
    List<RexNode> all = new ArrayList<>(columns);
    List<String> allNames = new ArrayList<>(names);
    List<Deviation> outer = new ArrayList<>();
    for (Deviation deviation : deviations) {
      Map<Draw, RexNode> parts = new LinkedHashMap<>();
      deviation
          .parts()
          .forEach(
              (draw, part) -> {
                parts.put(draw, new RexInputRef(all.size(), part.getType()));
                allNames.add("error$" + all.size());
                all.add(part);
              });
      outer.add(new Deviation(parts, deviation.linear()));
    }
    return new RelationWithErrors(
        LogicalProject.create(input, List.of(), all, allNames, Set.of()), outer);
  }

  /** References to the visible columns. */
  List<RexNode> columns() {
    List<RexNode> columns = new ArrayList<>();
    for (RelDataTypeField field : rel.getRowType().getFieldList().subList(0, visible())) {
      columns.add(RexInputRef.of(field.getIndex(), rel.getRowType()));
    }
    return columns;
  }

  List<String> names() {
    return rel.getRowType().getFieldNames().subList(0, visible());
  }

  /** The relation without its hidden columns. */
  RelNode bare() {
    return hidden() == 0
        ? rel
        : LogicalProject.create(rel, List.of(), columns(), names(), Set.of());
  }

  /** The same relation over another node that keeps columns and rows apart as this one does. */
  RelationWithErrors over(RelNode other) {
    return new RelationWithErrors(other, deviations);
  }
}
