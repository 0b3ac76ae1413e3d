package org.dpjdbc.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.dpjdbc.plan.algebra.EmptyRelations;
import org.dpjdbc.plan.model.FinishInput;
import org.dpjdbc.policy.TablePolicy;
import org.dpjdbc.sql.refusal.RelationMessages;
import org.dpjdbc.sql.validate.CatalogTable;

/**
 * A query for the unchanged columns of one private table, or for constants ({@code SELECT 1}), at
 * most sorted or limited, as a tool sends it to show a table or to see that it is there. A query
 * that computes or filters is not a peek, because its sample rows would be taken for an answer;
 * only a filter that no row passes is allowed.
 *
 * @param table that is opened
 * @param rowType of its rows: the columns that may be read
 * @param finish the query over rows of that type, named {@link #ROWS}, with one more column that
 *     marks every row as a sample
 * @param limited whether the query itself says how many rows it wants
 */
public record TablePeek(TablePolicy table, RelDataType rowType, RelNode finish, boolean limited) {
  /** What the finish calls the rows. */
  public static final String ROWS = "made up";

  /** The column that says so, after the query's own. */
  public static final String LABEL = "MADE_UP";

  /** The peek that a query is; empty if it is more, or asks of no private table. */
  public static Optional<TablePeek> of(RelNode rel) {
    RelNode leaf = rel;
    boolean limited = false;
    while (leaf instanceof Sort || isPlain(leaf) || isProbe(leaf)) {
      limited |= leaf instanceof Sort sort && sort.fetch instanceof RexLiteral;
      leaf = leaf.getInput(0);
    }
    if (!(leaf instanceof TableScan)
        || !(leaf.getTable().unwrap(CatalogTable.class) instanceof CatalogTable.Backend table)
        || table.policy().isPublic()) {
      return Optional.empty();
    }
    RelNode finish = said(over(rel, leaf.getRowType()));
    return Optional.of(new TablePeek(table.policy(), leaf.getRowType(), finish, limited));
  }

  private static boolean isPlain(RelNode rel) {
    return rel instanceof Project project
        && project.getProjects().stream()
            .allMatch(column -> column instanceof RexInputRef || column instanceof RexLiteral);
  }

  /** A filter that lets nothing through: who asks so wants to know what the rows look like. */
  private static boolean isProbe(RelNode rel) {
    return rel instanceof Filter && EmptyRelations.isEmpty(rel);
  }

  private static RelNode over(RelNode rel, RelDataType rowType) {
    return rel instanceof TableScan
        ? new FinishInput(rel.getCluster(), FinishInput.Kind.MADE_UP, ROWS, rowType)
        : rel.copy(rel.getTraitSet(), List.of(over(rel.getInput(0), rowType)));
  }

  /** Rows with the column that marks them as samples. */
  public static RelNode said(RelNode rel) {
    List<RexNode> columns = new ArrayList<>();
    List<String> names = new ArrayList<>(rel.getRowType().getFieldNames());
    for (int i = 0; i < names.size(); i++) {
      columns.add(rel.getCluster().getRexBuilder().makeInputRef(rel, i));
    }
    columns.add(rel.getCluster().getRexBuilder().makeLiteral(RelationMessages.madeUpRow()));
    names.add(LABEL);
    return LogicalProject.create(rel, List.of(), columns, names, Set.of());
  }
}
