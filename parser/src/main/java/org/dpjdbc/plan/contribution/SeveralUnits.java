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
 * Rows that belong to several people at once, as a sale to buyer and seller. Clamping what one
 * buyer contributes changes what is kept of the sellers' rows, so no more than one of the units is
 * bounded by clamps; each other one must have at most one row, by a key that the database enforces.
 *
 * <p>Then whatever is released is a sum over rows, or a sum of clamped sums, and a clamp moves no
 * further than what it is applied to. So the row of one of the other units moves each release by no
 * more than one row does, which the claim for the bounded unit covers. What moves further when a
 * row goes is refused: limits on a unit's groups or distinct values keep others in the place of
 * those that went, and scaled sums divide by the rows.
 *
 * <p>Each release gets the share of epsilon for each unit of a row. Somebody who is all of them is
 * taken out in as many steps as there are units, and loses the sum of the shares, which is what the
 * query costs (Dwork, Roth 2014, Theorem 2.2: group privacy of pure differential privacy).
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
  public PrivacyUnit.Column bounded(CatalogTable.Backend table, PrivacyUnit.Column first) {
    List<PrivacyUnit.Column> units = new ArrayList<>(List.of(first));
    units.addAll(table.policy().furtherUnits());
    List<PrivacyUnit.Column> open = units.stream().filter(u -> !oneRow(table, u)).toList();
    if (units.size() > 1 && open.size() > 1) {
      throw RelationMessages.severalUnits(
          table.live().name(), open.stream().map(PrivacyUnit.Column::column).toList());
    }
    return units.size() > 1 && open.size() == 1 ? open.get(0) : first;
  }

  private boolean oneRow(CatalogTable.Backend table, PrivacyUnit.Column unit) {
    Reference own = new Reference(table.live().schema(), table.live().name(), unit.column());
    return table.live().uniqueKeys().contains(List.of(unit.column()))
        && context.owners().held(own, unit).equals(context.owners().root(own, unit));
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
   * Refuses releases that a row more or less moves further than by itself.
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
