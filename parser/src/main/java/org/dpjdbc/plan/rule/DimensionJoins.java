package org.dpjdbc.plan.rule;

import java.util.Optional;
import java.util.function.Predicate;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.dpjdbc.sql.refusal.RelationMessages;

/**
 * Dimension-first outer joins, as BI tools write them: {@code dim LEFT JOIN fact ON ... GROUP BY
 * dim.x}, {@code dim} public and {@code fact} private. A row of {@code dim} without facts makes an
 * unmatched row, which belongs to no unit. If no aggregate includes such rows, the inner join gives
 * the same result: the keys are columns of {@code dim} and are listed from it, and groups without
 * facts are filled with zeros.
 *
 * <p>This concerns the meaning of an answer, not privacy: the inner join that replaces the outer
 * one is subject to the same rules as any other.
 */
public final class DimensionJoins {
  private final Predicate<RelNode> isPublic;
  private final Predicate<RelNode> isPrivate;

  /**
   * Finds such joins.
   *
   * @param isPublic whether the rows of a relation belong to no unit
   * @param isPrivate whether its rows belong to units
   */
  public DimensionJoins(Predicate<RelNode> isPublic, Predicate<RelNode> isPrivate) {
    this.isPublic = isPublic;
    this.isPrivate = isPrivate;
  }

  /**
   * An outer join that an inner join can replace.
   *
   * @param join the outer join
   * @param keepsUnmatched whether its result has the public rows that meet no private one: then all
   *     of them are listed, and no condition of the private side may narrow the list
   */
  public record Replaceable(Join join, boolean keepsUnmatched) {}

  /** An outer join and the unmatched rows that it makes, as a relation above it shows them. */
  private record Found(Join join, UnmatchedRows rows) {}

  /**
   * The outer join below an aggregate, if an inner join can replace it.
   *
   * @throws org.dpjdbc.sql.refusal.RefusedException if there is one, and the aggregate includes
   *     unmatched rows
   */
  public Optional<Replaceable> below(Aggregate aggregate) {
    Optional<Found> found = find(aggregate.getInput());
    if (found.isPresent() && !found.get().rows().gone()) {
      UnmatchedRows rows = found.get().rows();
      if (!rows.dimension().contains(aggregate.getGroupSet())) {
        throw RelationMessages.groupsUnmatchedRows();
      } else if (!aggregate.getAggCallList().stream().allMatch(rows::addNothingTo)) {
        throw RelationMessages.countsUnmatchedRows();
      } else if (aggregate.getAggCallList().isEmpty()
          && aggregate.getGroupCount() > 0
          && !rows.certain()) {
        throw RelationMessages.groupsOfCondition();
      }
    }
    return found.map(each -> new Replaceable(each.join(), !each.rows().gone()));
  }

  /** Whether each row of a public table is in a group, with or without a private partner. */
  public boolean keepGroups(Aggregate aggregate) {
    return find(aggregate.getInput()).filter(found -> !found.rows().gone()).isPresent();
  }

  /**
   * The input that unmatched rows come from; the other input of a join only adds columns to them.
   */
  public static int through(RelNode rel) {
    return rel instanceof Join join && join.getJoinType() == JoinRelType.RIGHT ? 1 : 0;
  }

  private Optional<Found> find(RelNode rel) {
    if (rel instanceof Join join) {
      return find(join);
    } else if (UnmatchedFilter.rewritten(rel, isPublic, isPrivate).isPresent()) {
      return Optional.empty();
    } else if (rel instanceof Filter filter) {
      return find(filter.getInput())
          .map(found -> new Found(found.join(), found.rows().filtered(filter.getCondition())));
    } else if (rel instanceof Project project) {
      return find(project.getInput())
          .map(found -> new Found(found.join(), found.rows().projected(project.getProjects())));
    } else if (rel instanceof Sort sort && sort.fetch == null && sort.offset == null) {
      return find(sort.getInput());
    }
    return Optional.empty();
  }

  private Optional<Found> find(Join join) {
    if (join.getJoinType() == JoinRelType.FULL) {
      return Optional.empty();
    }
    boolean right = through(join) == 1;
    RelNode kept = join.getInput(right ? 1 : 0);
    RelNode other = join.getInput(right ? 0 : 1);
    Optional<Found> below = find(kept);
    if (below.isPresent()) {
      return below.map(
          found -> new Found(found.join(), found.rows().joined(join, right, isPublic.test(other))));
    }
    return join.getJoinType().isOuterJoin() && isPublic.test(kept) && isPrivate.test(other)
        ? Optional.of(new Found(join, UnmatchedRows.of(join, right)))
        : Optional.empty();
  }
}
