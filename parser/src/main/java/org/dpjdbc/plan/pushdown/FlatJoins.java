package org.dpjdbc.plan.pushdown;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.hint.RelHint;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.dpjdbc.plan.algebra.SubSelect;

/**
 * Joins as a person would write them: tables side by side, all conditions in one place. The rules
 * leave a filter or a projection between one join and the next, and each would be printed as a
 * subselect. H2 runs a subselect anew for every row it is joined to, and no database can reorder
 * the joins inside it.
 *
 * <p>Filters and projections move up through inner joins and through the side of a left join that
 * keeps its rows; left joins move behind the inner ones. That changes no row: selection commutes
 * with the product, and X × (A ⟕ B) = (X × A) ⟕ B. An expression that moves up may be evaluated for
 * rows that a join would have removed, which is why it must be total ({@link
 * org.dpjdbc.plan.bounds}).
 */
public final class FlatJoins {
  static final RelHint OWNER = RelHint.builder("owner").build();
  static final RelHint NAMED = RelHint.builder("named").build();

  private final Predicate<RexNode> inWhere;

  private FlatJoins(Predicate<RexNode> inWhere) {
    this.inWhere = inWhere;
  }

  /**
   * Marks an inner join with the owners of the rows on its left side, or, where that side is some
   * units, with their rows. It is printed as a left join with a condition: then the left side is
   * read first and the other is looked up by its key, where H2 might rather read all of that and
   * look up the left side for each. A database that knows better sees that it is inner.
   */
  public static RelNode withOwners(LogicalJoin join) {
    return join.withHints(List.of(OWNER));
  }

  public static boolean isWithOwners(Join join) {
    return join.getHints().contains(OWNER);
  }

  /** Whether all columns of a join are selected by name, so that both sides may use the same. */
  static boolean isNamed(Join join) {
    return join.getHints().contains(NAMED);
  }

  /**
   * The same rows under the same names.
   *
   * @param inWhere which conditions of inner joins go into WHERE
   */
  static RelNode of(RelNode rel, Predicate<RexNode> inWhere) {
    return new FlatJoins(inWhere).flat(rel).rel(inWhere);
  }

  private FlatRows flat(RelNode rel) {
    List<FlatRows> inputs = rel.getInputs().stream().map(this::flat).toList();
    if (rel instanceof Filter filter
        && filter.getVariablesSet().isEmpty()
        && !RexOver.containsOver(filter.getCondition())
        && inputs.get(0).isPlain(filter.getCondition())) {
      return inputs.get(0).filtered(filter);
    } else if (rel instanceof Project project
        && project.getVariablesSet().isEmpty()
        && !project.containsOver()
        && project.getProjects().stream()
            .allMatch(e -> e instanceof RexInputRef || inputs.get(0).isPlain(e))) {
      return inputs.get(0).projected(project);
    } else if (rel instanceof Join join && join.getVariablesSet().isEmpty()) {
      FlatRows left = inputs.get(0);
      FlatRows right = inputs.get(1);
      boolean keeps = join.getJoinType() == JoinRelType.LEFT || isWithOwners(join);
      boolean one = join.getJoinType() == JoinRelType.INNER && right.isOneLeaf();
      FlatRows both = left.beside(keeps && !one ? FlatRows.leaf(right.rel(inWhere)) : right, join);
      if ((keeps || join.getJoinType() == JoinRelType.INNER) && both.isPlain(join.getCondition())) {
        return keeps ? both.leftJoined(join, left.leaves().size()) : both.joined(join);
      }
    }
    List<RelNode> built = inputs.stream().map(input -> input.rel(inWhere)).toList();
    if (rel instanceof LogicalJoin join && join.getJoinType() == JoinRelType.INNER) {
      return FlatRows.leaf(filtered(join, built));
    }
    boolean twice = rel instanceof SubSelect && built.get(0) instanceof SubSelect;
    return FlatRows.leaf(twice ? built.get(0) : rel.copy(rel.getTraitSet(), built));
  }

  /** A join that stays as it is, but for conditions that go into WHERE. */
  private RelNode filtered(LogicalJoin join, List<RelNode> sides) {
    RexBuilder rex = join.getCluster().getRexBuilder();
    List<RexNode> conjuncts = FlatRows.conjuncts(join.getCondition()).toList();
    List<RexNode> behind =
        isWithOwners(join) ? List.of() : conjuncts.stream().filter(inWhere).toList();
    if (behind.isEmpty()) {
      return join.copy(join.getTraitSet(), sides);
    }
    List<RexNode> on = conjuncts.stream().filter(inWhere.negate()).toList();
    return LogicalFilter.create(
        LogicalJoin.create(
            sides.get(0),
            sides.get(1),
            join.getHints(),
            FlatBuilder.all(rex, on),
            Set.of(),
            JoinRelType.INNER),
        FlatBuilder.all(rex, behind));
  }
}
