package org.dpjdbc.plan;

import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.sql.CatalogTable;

/** What the policy declares of a column of a public relation. */
final class PublicFacts {
  private PublicFacts() {}

  static ColumnFacts of(RelNode rel, RelDataTypeField field) {
    return declared(rel, field.getIndex())
        .orElse(new ColumnFacts(field.getName(), Optional.empty(), Optional.empty()));
  }

  private static Optional<ColumnFacts> declared(RelNode rel, int column) {
    if (rel instanceof Filter filter) {
      return declared(filter.getInput(), column);
    } else if (rel instanceof Project project) {
      return project.getProjects().get(column) instanceof RexInputRef ref
          ? declared(project.getInput(), ref.getIndex())
          : Optional.empty();
    } else if (rel instanceof TableScan scan) {
      RelDataTypeField field = scan.getRowType().getFieldList().get(column);
      return scan.getTable()
          .unwrapOrThrow(CatalogTable.Backend.class)
          .policy()
          .column(field.getName())
          .map(policy -> ScanRule.column(policy, field.getType()).facts());
    }
    return Optional.empty();
  }
}
