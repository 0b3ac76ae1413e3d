package org.dpjdbc.plan.rule;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.core.TableScan;
import org.dpjdbc.plan.contribution.SeveralUnits;
import org.dpjdbc.plan.model.FinishInput;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.Relation;
import org.dpjdbc.plan.relation.TableRows;
import org.dpjdbc.policy.PrivacyUnit;
import org.dpjdbc.sql.validate.CatalogTable;

/**
 * Table scans, the leaves of a query: a private table is per-unit, by the column that the policy
 * declares.
 */
public final class ScanRule implements RelationRule<TableScan> {
  private final PlanContext context;

  public ScanRule(PlanContext context) {
    this.context = context;
  }

  @Override
  public Relation apply(TableScan scan, List<Relation> inputs) {
    CatalogTable table = scan.getTable().unwrapOrThrow(CatalogTable.class);
    if (table instanceof CatalogTable.Virtual virtual) {
      return new Relation.Local(
          new FinishInput(
              context.cluster(),
              FinishInput.Kind.VIRTUAL,
              virtual.table().name(),
              scan.getRowType()));
    }
    CatalogTable.Backend backend = (CatalogTable.Backend) table;
    TableRows rows = new TableRows(context);
    Optional<PrivacyUnit> unit = backend.policy().unit();
    if (unit.isEmpty()) {
      return new Relation.Public(rows.scan(backend, scan.getRowType()), true);
    } else if (unit.get() instanceof PrivacyUnit.Columns column) {
      return rows.byColumn(
          backend, scan.getRowType(), new SeveralUnits(context).bounded(backend, column));
    }
    return rows.ofUnits(backend, scan.getRowType());
  }
}
