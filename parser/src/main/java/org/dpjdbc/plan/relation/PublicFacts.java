package org.dpjdbc.plan.relation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.Util;
import org.dpjdbc.plan.algebra.LiteralRows;
import org.dpjdbc.plan.bounds.ColumnFacts;
import org.dpjdbc.sql.refusal.RefusedException;
import org.dpjdbc.sql.validate.CatalogTable;

/** What the policy and filters say about the columns of a public relation. */
public final class PublicFacts {
  private PublicFacts() {}

  public static List<ColumnFacts> of(PlanContext context, RelNode rel) {
    if (rel instanceof Filter filter) {
      return narrowed(context, filter);
    } else if (rel instanceof Project project) {
      List<ColumnFacts> below = of(context, project.getInput());
      List<ColumnFacts> facts = new ArrayList<>();
      for (RelDataTypeField field : rel.getRowType().getFieldList()) {
        RexNode column = project.getProjects().get(field.getIndex());
        OptionalInt known = known(context, project.getInput(), column);
        facts.add(
            known.isPresent()
                ? below.get(known.getAsInt())
                : new ColumnFacts(
                    field.getName(),
                    ReleasedFacts.range(context, below, column),
                    Optional.empty()));
      }
      return facts;
    } else if (rel instanceof TableScan scan) {
      CatalogTable.Backend table = scan.getTable().unwrapOrThrow(CatalogTable.Backend.class);
      return rel.getRowType().getFieldList().stream().map(f -> declared(table, f)).toList();
    } else if (rel instanceof LiteralRows rows) {
      List<ColumnFacts> facts = new ArrayList<>(ReleasedFacts.of(context, context.set(rows.set())));
      facts.add(unknown(Util.last(rel.getRowType().getFieldList())));
      return facts;
    } else if (rel instanceof Aggregate aggregate) {
      List<ColumnFacts> below = of(context, aggregate.getInput());
      List<ColumnFacts> facts = new ArrayList<>();
      aggregate.getGroupSet().forEach(key -> facts.add(below.get(key)));
      for (AggregateCall call : aggregate.getAggCallList()) {
        facts.add(
            isExtreme(call)
                ? below.get(call.getArgList().get(0))
                : unknown(rel.getRowType().getFieldList().get(facts.size())));
      }
      return facts;
    }
    return rel.getRowType().getFieldList().stream().map(PublicFacts::unknown).toList();
  }

  private static boolean isExtreme(AggregateCall call) {
    SqlKind kind = call.getAggregation().getKind();
    return kind == SqlKind.MIN || kind == SqlKind.MAX;
  }

  /** The column below whose facts hold: the same one, or of a table as the dialect has it read. */
  private static OptionalInt known(PlanContext context, RelNode below, RexNode column) {
    if (column instanceof RexInputRef ref) {
      return OptionalInt.of(ref.getIndex());
    } else if (below instanceof TableScan scan) {
      CatalogTable.Backend table = scan.getTable().unwrapOrThrow(CatalogTable.Backend.class);
      return scan.getRowType().getFieldList().stream()
          .filter(field -> column.equals(TableRows.read(context, scan, table, field)))
          .mapToInt(RelDataTypeField::getIndex)
          .findFirst();
    }
    return OptionalInt.empty();
  }

  /** On public rows any condition is allowed; one that has no rule narrows nothing. */
  private static List<ColumnFacts> narrowed(PlanContext context, Filter filter) {
    List<ColumnFacts> below = of(context, filter.getInput());
    try {
      return context.expressions(below).narrow(filter.getCondition());
    } catch (RefusedException e) {
      return below;
    }
  }

  private static ColumnFacts declared(CatalogTable.Backend table, RelDataTypeField field) {
    return table
        .policy()
        .column(field.getName())
        .map(policy -> TableRows.column(policy, field.getType()).facts())
        .orElseGet(() -> unknown(field));
  }

  private static ColumnFacts unknown(RelDataTypeField field) {
    return new ColumnFacts(field.getName(), Optional.empty(), Optional.empty());
  }
}
