package org.dpjdbc.plan.contribution;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexOver;
import org.dpjdbc.plan.model.Contribution;
import org.dpjdbc.plan.model.KeyDomain;
import org.dpjdbc.plan.relation.PerUnit;
import org.dpjdbc.plan.relation.PlanContext;
import org.dpjdbc.plan.relation.PrivacyRequest;
import org.dpjdbc.plan.relation.Relation;
import org.dpjdbc.policy.NoiseRule;
import org.dpjdbc.policy.PrivacyUnit;
import org.dpjdbc.policy.PrivacyUnit.Reference;
import org.dpjdbc.sql.refusal.RelationMessages;
import org.dpjdbc.sql.validate.CatalogTable;

/**
 * Rows that belong to several people at once, such as a sale to a buyer and a seller. Clamping the
 * contributions of a buyer changes what is kept of the sellers' rows, so at most one kind of unit
 * is bounded by clamps; units of every other kind must have at most one row each, by a key that the
 * database enforces.
 *
 * <p>Then every release is a sum over rows, or a sum of clamped sums, and a clamped value moves no
 * further than the value itself. So removing the row of another unit moves each release by no more
 * than one row, which the sensitivity for the bounded unit covers. Releases that could move further
 * are refused: limits on a unit's groups or distinct values would keep others instead of the
 * removed ones, and scaled sums divide by the number of rows.
 *
 * <p>Each release is calibrated to epsilon divided by the number of units of a row. A person who is
 * all of these units is removed in as many steps as there are units, and loses the sum of the
 * shares, which is the cost of the query (Dwork, Roth 2014, Theorem 2.2: group privacy of pure
 * differential privacy).
 */
public final class SeveralUnits {
  private final PlanContext context;

  public SeveralUnits(PlanContext context) {
    this.context = context;
  }

  /**
   * The unit of a table that clamps have to bound: the only one that the database does not, or the
   * first.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if there is more than one
   */
  public PrivacyUnit.Columns bounded(CatalogTable.Backend table, PrivacyUnit.Columns first) {
    List<PrivacyUnit.Columns> units = new ArrayList<>(List.of(first));
    units.addAll(table.policy().furtherUnits());
    List<PrivacyUnit.Columns> open = units.stream().filter(u -> !oneRow(table, u)).toList();
    if (units.size() > 1 && open.size() > 1) {
      throw RelationMessages.severalUnits(
          table.live().name(), open.stream().map(PrivacyUnit.Columns::text).toList());
    }
    return units.size() > 1 && open.size() == 1 ? open.get(0) : first;
  }

  private boolean oneRow(CatalogTable.Backend table, PrivacyUnit.Columns unit) {
    Reference own = new Reference(table.live().schema(), table.live().name(), unit.columns());
    return table.live().uniqueKeys().contains(unit.columns())
        && context.owners().held(own, unit).key().equals(context.owners().root(own, unit));
  }

  /** Refuses relations over such rows but those that neither repeat nor choose among them. */
  public static void check(RelNode rel, List<Relation> inputs) {
    for (Relation input : inputs) {
      if (input instanceof PerUnit rows && rows.table().units() > 1 && !keeps(rel, inputs, rows)) {
        throw RelationMessages.severalUnitsMixed(rows.table().name());
      }
    }
  }

  private static boolean keeps(RelNode rel, List<Relation> inputs, PerUnit rows) {
    if (rel instanceof Filter filter) {
      return !RexOver.containsOver(filter.getCondition());
    } else if (rel instanceof Project project) {
      return !RexOver.containsOver(project.getProjects(), null);
    } else if (rel instanceof Aggregate aggregate) {
      return aggregate.getGroupType() == Aggregate.Group.SIMPLE
          && !rows.determineUnit(aggregate.getGroupSet().asList());
    }
    return rel instanceof Sort
        || (rel instanceof Join && inputs.stream().filter(PerUnit.class::isInstance).count() == 1);
  }

  /**
   * Refuses releases that one row more or less can move by more than its own value.
   *
   * @param sums whether every release is a count or sum of rows
   */
  public static void check(
      PrivacyRequest request,
      PerUnit rows,
      Contribution contribution,
      List<KeyDomain> domains,
      boolean sums) {
    if (rows.table().units() == 1) {
      return;
    }
    boolean hidden = domains.stream().anyMatch(KeyDomain.Private.class::isInstance);
    boolean additive =
        contribution instanceof Contribution.OnePass
            || (contribution instanceof Contribution.PerGroup bound && !bound.limited() && sums);
    if (request.noise() == NoiseRule.GAUSSIAN || hidden || !additive) {
      throw RelationMessages.severalUnitsRelease(rows.table().name());
    }
  }
}
